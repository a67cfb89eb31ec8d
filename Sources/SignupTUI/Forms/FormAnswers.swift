/// Answers from a command line: those in a file, and those in options.
struct FormAnswers: Equatable, Sendable {
  /// The file of answers; `-` for standard input, nil for none.
  var file: String?
  /// Each `id=value`, in order.
  var settings: [Setting] = []

  /// One answer.
  struct Setting: Equatable, Sendable {
    var path: String
    var text: String
  }

  /// True if there is no answer.
  var isEmpty: Bool { file == nil && settings.isEmpty }

  /// True if the answers come from standard input.
  var takesInput: Bool { file == "-" }
}

extension FormAnswers {
  /// Parses `id=value`.
  static func setting(_ text: String) throws(UsageError) -> Setting {
    let bytes = text.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign != bytes.startIndex else {
      throw UsageError("--set takes ID=VALUE, such as name=Ada, not '\(text)'.")
    }
    return Setting(path: String(text[..<sign]), text: String(text[bytes.index(after: sign)...]))
  }

  /// Fills a form in.
  ///
  /// - Returns: The answers that were refused, by the ids of their fields.
  /// - Throws: A command-line error for an unknown id, or the error of a file that cannot be read.
  @MainActor func fill<Value>(_ form: FormViewModel<Value>) throws -> [FillProblem] {
    var problems: [FillProblem] = []
    if let file {
      let members = try Self.members(of: file)
      let empty = Set(members.filter { $0.value == .null }.map(\.key))
      // All at once, because each call evaluates all rules; but the options of a multiple choice
      // may depend on earlier answers.
      var next: [FormDatum.Member] = []
      for member in members {
        let datum = FormDatum(member.value)
        if case .texts = datum {
          problems += form.fill(next)
          next = []
        }
        next.append(FormDatum.Member(member.key, datum))
      }
      problems += form.fill(next)
      // An empty value is the same as no answer, if a field cannot be empty.
      problems.removeAll { $0.issue.code != .unknownField && empty.contains($0.path) }
      try refuseUnknown(
        problems, of: form, in: "\(file == "-" ? "standard input" : file)")
    }
    for setting in settings {
      if let rows = Self.rows(setting, form) {
        problems += form.fill([FormDatum.Member(setting.path, rows)])
      } else if let problem = form.fill(text: setting.text, at: setting.path) {
        problems.append(problem)
      }
    }
    try refuseUnknown(problems, of: form, in: "--set")
    return problems
  }

  /// Throws if an id is unknown, and suggests the one that may be meant.
  @MainActor private func refuseUnknown<Value>(
    _ problems: [FillProblem], of form: FormViewModel<Value>, in source: String
  ) throws {
    guard let unknown = problems.first(where: { $0.issue.code == .unknownField }) else { return }
    let ids = form.state.data.map(\.name) + form.state.fields.map(\.path)
    let hint = Suggestion.nearest(to: unknown.path, among: ids).map { " Did you mean '\($0)'?" }
    throw UsageError("\(source): the form has no field '\(unknown.path)'.\(hint ?? "")")
  }

  /// The rows of a list given as JSON; nil if it is not a list.
  @MainActor private static func rows<Value>(
    _ setting: Setting, _ form: FormViewModel<Value>
  ) -> FormDatum? {
    guard setting.text.utf8.contains(UInt8(ascii: "[")),
      form.state.fields.contains(where: { $0.path == setting.path && $0.control.isList }),
      let json = try? JSONReader.read(Array(setting.text.utf8))
    else { return nil }
    return FormDatum(json)
  }

  /// Reads the members of a file's object.
  private static func members(of file: String) throws -> [JSONMember] {
    let bytes = try FormFile.allBytes(of: file)
    let name = file == "-" ? "standard input" : file
    do throws(DocumentError) {
      let json = try JSONReader.read(bytes, valueLimit: 250_000)
      guard case .object(let members) = json else {
        throw DocumentError("the answers must be an object, {\"id\": answer}")
      }
      return members
    } catch { throw error.inFile(name) }
  }
}
