/// The format of the answers, and the names of variables.
struct FormOutput: Equatable, Sendable {
  var format = Format.json
  /// The prefix of each variable's name, before the field's id.
  var prefix = ""

  /// The format of the answers.
  enum Format: String, CaseIterable, Sendable {
    /// One JSON object.
    case json
    /// `name='value'`, a line each, for `eval`.
    case shell
    /// The same for an env file, in which values have no line breaks.
    case env
  }

  /// Returns the answers as text.
  ///
  /// - Throws: The reason why an answer cannot be written in this format.
  func text(of members: [FormDatum.Member]) throws(FormOutputError) -> String {
    guard format != .json else { return JSONValue(members).text(width: .max) + "\n" }
    try check(members.map(\.name))
    var text = ""
    for member in members { text += "\(prefix)\(member.name)=\(try quoted(member))\n" }
    return text
  }

  /// Throws if an id is not a valid variable name, or is the name of a variable that changes how
  /// programs work.
  ///
  /// - Parameters:
  ///   - ids: The ids of all fields that have an answer.
  ///   - fields: The fields whose options must fit this format, too.
  func check(_ ids: [String], _ fields: [FormDeclaration.Field] = []) throws(FormOutputError) {
    guard format != .json else { return }
    for id in ids {
      let name = prefix + id
      guard VariableName.isValid(name) else {
        throw FormOutputError(
          description:
            "“\(name)” is not a valid name of a shell variable: use only letters, digits and _ "
            + "in the id, or use --to json.")
      }
      guard !VariableName.isReserved(name) else {
        throw FormOutputError(
          description: "“\(name)” is a variable that changes how shells and other programs work; "
            + "give the field another id, or use "
            + "--prefix \(prefix.isEmpty ? "form_" : "form_\(prefix)").")
      }
    }
    for field in fields where format == .env && field.isChoice {
      guard field.options.contains(where: { Self.hasLineBreak($0.name) }) else { continue }
      throw FormOutputError(
        description: "An option of \(field.id) has a line break, which an env file cannot "
          + "contain. Give it another value, or use --to shell or --to json.")
    }
  }

  private static func hasLineBreak(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Returns fields that refuse values that do not fit this format.
  func fields<Value>(
    _ fields: [FormField<Value>], in messages: ValidationMessages
  ) -> [FormField<Value>] {
    guard format == .env else { return fields }
    let sentence = messages.words(
      "An env file cannot contain line breaks: write one line, or use --to json"
    )
    return fields.map { $0.refusingLineBreaks(sentence) }
  }

  private func quoted(_ member: FormDatum.Member) throws(FormOutputError) -> String {
    let value: String =
      switch member.value {
      case .none, .unsupported: ""
      case .text(let text): text
      case .integer(let number): String(number)
      case .decimal(let number): number.description
      case .flag(let flag): flag ? "true" : "false"
      case .texts, .list: JSONValue(member.value).compactText
      }
    // Fields refuse such text; this is for values from elsewhere.
    func refuse(_ what: String, _ advice: String) -> FormOutputError {
      FormOutputError(description: "\(member.name) contains \(what); \(advice).")
    }
    if value.utf8.contains(0) {
      throw refuse("the character U+0000, which a shell cannot use", "use --to json")
    }
    if format == .env, Self.hasLineBreak(value) {
      throw refuse(
        "a line break, which an env file cannot contain", "use --to shell or --to json")
    }
    return value.shellQuoted
  }
}

extension FormOutput {
  /// Writes a line that makes `eval` fail if there are no answers; nothing in other formats.
  func writeFailure() {
    if format == .shell { _ = OutputDescriptor.output.write(Array("false\n".utf8)) }
  }

  /// Does the same for a command line that has failed, even one that could not be parsed.
  static func writeFailure(of arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(FormCommand.name) else { return }
    var format = ""
    for (index, word) in options.enumerated() {
      if word == "--to" { format = options.dropFirst(index + 1).first ?? "" }
      if word.utf8.starts(with: "--to=".utf8) { format = String(word.dropFirst(5)) }
    }
    FormOutput(format: Format(rawValue: format.lowercased()) ?? .json).writeFailure()
  }
}

/// The reason why answers cannot be written in a format.
struct FormOutputError: Error, CustomStringConvertible { let description: String }
