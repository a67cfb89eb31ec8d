/// A datum that a form could not take, and its path.
///
///     FillProblem(path: "guests[1].nmae", issue: ValidationIssue(.unknownField))
///
/// A datum that is accepted but breaks a rule is not such a problem: the field has the issue.
public struct FillProblem: Error, Hashable, Sendable {
  /// The path of the datum, such as `guests[1].name`.
  public var path: String
  /// The reason: ``ValidationIssue/Code/unknownField``, ``ValidationIssue/Code/wrongKind``, or
  /// ``ValidationIssue/Code/tooMany`` rows.
  public var issue: ValidationIssue

  /// Makes a problem.
  public init(path: String, issue: ValidationIssue) { (self.path, self.issue) = (path, issue) }
}

/// A text that answers the question for a field, as a user types it.
struct TypedAnswer {
  let text: String
  /// Returns the label of an option of the field with a name.
  let label: (String, FieldOption) -> String

  /// The meaning of the text for a switch; nil if it has none.
  var flag: Bool? {
    switch text.lowercased() {
    case "yes", "y", "true", "on", "1": true
    case "no", "n", "false", "off", "0": false
    default: nil
    }
  }

  /// Returns the name of the option that a text denotes, or the text itself if none is found; the
  /// rules then report it, as options may still be loading.
  func name(of text: String, _ table: OptionTable, of field: String) -> String {
    if table.index(of: text) != nil { return text }
    let folded = text.lowercased()
    let option =
      table.options.first { label(field, $0).lowercased() == folded }
      ?? table.options.first { $0.name.lowercased() == folded }
    return option?.name ?? text
  }
}

extension FormNode {
  /// Returns the contents that a datum denotes.
  func contents(of datum: FormDatum) -> Result<FieldContents, ValidationIssue> {
    switch (info.control, datum) {
    case (.text, .none): return .success(.text(""))
    case (.text, _):
      if let text = info.typed(datum) { return .success(.text(text)) }
      return .failure(.wrongKind(numberKind ?? .aText))
    case (.toggle, .flag(let flag)): return .success(.flag(flag))
    case (.choice, .text(let name)): return .success(.names([name]))
    case (.choice(_, allowsNone: true), .none): return .success(.names([]))
    case (.choices, .texts(let names)):
      return .success(.names(options?.table.ordered(names) ?? names))
    case (.choices, .none), (.choices, .list([])): return .success(.names([]))
    case (.ranking, .texts(let names)):
      return .success(.names(options?.table.ranked(names) ?? names))
    case (.ranking, .none): return .success(.names(options?.table.ranked([]) ?? []))
    case (.toggle, _): return .failure(.wrongKind(.trueOrFalse))
    case (.choice, _): return .failure(.wrongKind(.anOption))
    case (.choices, _), (.ranking, _): return .failure(.wrongKind(.listOfOptions))
    case (.note, _), (.list, _): return .failure(ValidationIssue(.unknownField))
    }
  }

  /// The kind of number that the field's text is; nil if it is none.
  private var numberKind: ValidationIssue.Code? {
    if info.typed(.integer(1)) == nil { return nil }
    return info.typed(.decimal(0.5)) == nil ? .aWholeNumber : .aNumber
  }

  /// Returns the contents that a typed answer denotes.
  func contents(of answer: TypedAnswer) -> Result<FieldContents, ValidationIssue> {
    let (text, table) = (answer.text, options?.table ?? .empty)
    switch info.control {
    case .text: return .success(.text(info.typed(.text(text)) ?? text))
    case .toggle: return answer.flag.map { .success(.flag($0)) } ?? .failure(.wrongKind(.yesOrNo))
    case .choice(_, let allowsNone):
      if text.isEmpty { return allowsNone ? .success(.names([])) : .failure(.wrongKind(.anOption)) }
      return .success(.names([answer.name(of: text, table, of: info.name)]))
    case .choices, .ranking:
      let isRanking = if case .ranking = info.control { true } else { false }
      let whole = answer.name(of: text, table, of: info.name)
      let isOne = table.index(of: whole) != nil
      let parts = text.unicodeScalars.split(separator: ",")
        .map { TextTransform.trimmed(String($0)) }
      let names =
        isOne
        ? [whole] : parts.filter { !$0.isEmpty }.map { answer.name(of: $0, table, of: info.name) }
      return .success(.names(isRanking ? table.ranked(names) : table.ordered(names)))
    case .note, .list: return .failure(ValidationIssue(.unknownField))
    }
  }

  /// The contents as they are saved in a draft; nil for those that are not saved.
  fileprivate var draft: FormDatum? {
    if info.control.isSecret { return nil }
    switch field.value {
    case .text(let text): return .text(text)
    case .flag(let flag): return .flag(flag)
    case .names(let names):
      if case .choice = info.control { return names.first.map { .text($0) } ?? FormDatum.none }
      return .texts(names)
    case .rows: return .list(rows.map { $0.nodes.draft(in: $0.nodes.indices) })
    case .nothing: return nil
    }
  }

  /// True if something in it differs from the baseline, hidden or not.
  fileprivate var differs: Bool {
    field.isDirty || rows.contains { row in row.nodes.contains { $0.differs } }
  }
}

extension [FormNode] {
  /// The contents of fields as typed, without secrets, in an order: of all fields, or only of those
  /// that differ from the baseline.
  func draft(in order: some Sequence<Int>, differing: Bool = false) -> [FormDatum.Member] {
    order.compactMap { index in
      guard !differing || self[index].differs else { return nil }
      return self[index].draft.map { FormDatum.Member(self[index].info.name, $0) }
    }
  }
}

extension OptionTable {
  /// Returns names once each, in their order; options that are missing come last.
  fileprivate func ranked(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return (names + options.map(\.name)).filter { seen.insert($0).inserted }
  }

  /// Returns names once each, in the options' order; those that are not options come last.
  fileprivate func ordered(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    func position(_ name: String) -> Int { index(of: name) ?? .max }
    return names.enumerated()
      .sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }
      .map(\.element)
  }
}

extension ValidationIssue {
  /// A datum of another kind than the one expected.
  static func wrongKind(_ expected: Code) -> ValidationIssue {
    ValidationIssue(.wrongKind, ["expected": .list([expected])])
  }
}

extension ValidationIssue.Code {
  static let aText: Self = "kind.text"
  static let aNumber: Self = "kind.number"
  static let aWholeNumber: Self = "kind.wholeNumber"
  static let trueOrFalse: Self = "kind.flag"
  static let yesOrNo: Self = "kind.typedFlag"
  static let anOption: Self = "kind.option"
  static let listOfOptions: Self = "kind.options"
  static let aList: Self = "kind.list"
}

extension FormDatum {
  /// The rows of a list; a list of no texts is one of no rows.
  var rows: [[Member]]? {
    switch self {
    case .list(let rows): rows
    case .none, .texts([]): []
    case .text, .integer, .decimal, .flag, .texts, .unsupported: nil
    }
  }
}
