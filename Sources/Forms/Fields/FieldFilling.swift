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

  /// Returns the name of the option that a text means, or the text itself where none is found: the
  /// rules say so then, as options may still be on their way.
  func name(of text: String, _ table: OptionTable, of field: String) -> String {
    if table.place(of: text) != nil { return text }
    let folded = text.lowercased()
    let option =
      table.options.first { label(field, $0).lowercased() == folded }
      ?? table.options.first { $0.name.lowercased() == folded }
    return option?.name ?? text
  }
}

extension FieldLeaf {
  /// Returns the contents that a datum stands for.
  func contents(
    of datum: FormDatum, _ table: OptionTable?
  ) -> Result<FieldContents, ValidationIssue> {
    switch (control, datum) {
    case (.text, .none): return .success(.text(""))
    case (.text, _):
      if let text = typed(datum) { return .success(.text(text)) }
      return .failure(.wrongKind(numberKind ?? .aText))
    case (.toggle, .flag(let flag)): return .success(.flag(flag))
    case (.choice, .text(let name)): return .success(.names([name]))
    case (.choice(_, allowsNone: true), .none): return .success(.names([]))
    case (.choices, .texts(let names)): return .success(.names(table.ordered(names)))
    case (.choices, .none), (.choices, .list([])): return .success(.names([]))
    case (.toggle, _): return .failure(.wrongKind(.trueOrFalse))
    case (.choice, _): return .failure(.wrongKind(.anOption))
    case (.choices, _): return .failure(.wrongKind(.listOfOptions))
    case (.note, _), (.list, _): return .failure(ValidationIssue(.unknownField))
    }
  }

  /// The kind of number that the field's text is; nil if it is none.
  private var numberKind: ValidationIssue.Code? {
    if typed(.integer(1)) == nil { return nil }
    return typed(.decimal(0.5)) == nil ? .aWholeNumber : .aNumber
  }

  /// Returns the contents that a typed text stands for.
  func contents(
    of answer: TypedAnswer, _ table: OptionTable, of field: String
  ) -> Result<FieldContents, ValidationIssue> {
    let text = answer.text
    switch control {
    case .text: return .success(.text(typed(.text(text)) ?? text))
    case .toggle: return answer.flag.map { .success(.flag($0)) } ?? .failure(.wrongKind(.yesOrNo))
    case .choice(_, let allowsNone):
      if text.isEmpty {
        return allowsNone ? .success(.names([])) : .failure(.wrongKind(.anOption))
      }
      return .success(.names([answer.name(of: text, table, of: field)]))
    case .choices:
      let whole = answer.name(of: text, table, of: field)
      if table.place(of: whole) != nil { return .success(.names([whole])) }
      let parts = text.unicodeScalars.split(separator: ",")
        .map { TextTransform.trimmed(String($0)) }
      let names = parts.filter { !$0.isEmpty }.map { answer.name(of: $0, table, of: field) }
      return .success(.names(Optional(table).ordered(names)))
    case .note, .list: return .failure(ValidationIssue(.unknownField))
    }
  }

  /// Returns contents as they stand in a draft; nil for those that stand in none.
  func draft(_ contents: FieldContents) -> FormDatum? {
    if control.isSecret { return nil }
    switch contents {
    case .text(let text): return .text(text)
    case .flag(let flag): return .flag(flag)
    case .names(let names):
      if case .choices = control { return .texts(names) }
      return names.first.map { .text($0) } ?? FormDatum.none
    case .rows, .nothing: return nil
    }
  }
}

extension OptionTable? {
  /// Returns names once each, in the options' order; those that are no options come last.
  fileprivate func ordered(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    func place(_ name: String) -> Int { self?.place(of: name) ?? .max }
    return names.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
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
