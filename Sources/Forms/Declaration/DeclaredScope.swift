import Expressions

/// The fields of a form or of a row, as conditions see their contents.
struct DeclaredScope: Sendable {
  /// The parts of a field that conditions need: each look would copy the whole field.
  private struct Entry: Sendable {
    let id: String
    let kind: FieldKind
    let condition: NamedCondition?
    /// The fields of a list's rows.
    let rows: DeclaredScope?
  }

  private let entries: [Entry]
  private let indices: [String: Int]
  private let hasConditions: Bool

  init(_ fields: [FormDeclaration.Field]) {
    entries = fields.map { field in
      Entry(
        id: field.id, kind: field.kind, condition: field.condition,
        rows: field.kind.name == "list" ? DeclaredScope(field.fields) : nil)
    }
    indices = Dictionary(
      fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    hasConditions = fields.contains { $0.condition != nil }
  }

  /// Returns where the contents of a field are in a record; nil if there is no such field.
  func path(_ id: String) -> FieldKind.Path? { indices[id].map { entries[$0].kind.path(id) } }

  /// Returns the value of a field, shown or not; nil if it is missing. A switch is always there,
  /// and so is a list, which may be empty.
  func value(_ id: String, _ record: FormRecord) -> StreamValue? {
    guard let entry = indices[id].map({ entries[$0] }) else { return nil }
    if let rows = entry.rows { return .list(record[rows: id].map { .object(rows.object($0)) }) }
    return switch record.values[id] {
    case .text(let text)?: .text(text)
    case .integer(let number)?: .integer(number)
    case .decimal(let number)?: .exact(number)
    case .flag(let flag)?: .truth(flag)
    case .texts(let names)?: .list(names.map { .text($0) })
    case nil where entry.kind.name == "toggle": .truth(false)
    case nil where entry.kind.name == "choices": .list([])
    case nil, .none?, .list?, .unsupported?: nil
    }
  }

  /// Returns the value of a field that is shown; nil if it is missing or hidden.
  func shownValue(_ id: String, _ record: FormRecord) -> StreamValue? {
    isShown(id, record) ? value(id, record) : nil
  }

  /// Returns true if a field is shown. What is hidden has no value for the conditions of others.
  func isShown(_ id: String, _ record: FormRecord) -> Bool {
    var known: [String: Bool] = [:]
    return isShown(id, record, &known)
  }

  private func isShown(_ id: String, _ record: FormRecord, _ known: inout [String: Bool]) -> Bool {
    guard hasConditions, let condition = indices[id].flatMap({ entries[$0].condition }) else {
      return true
    }
    if let isShown = known[id] { return isShown }
    let shown = condition.names.filter { self.isShown($0, record, &known) }
    let holds = condition.holds { shown.contains($0) ? value($0, record) : nil }
    known[id] = holds
    return holds
  }

  /// Returns a row with the values that are there. Its lists are, even where they are hidden.
  private func object(_ record: FormRecord) -> StreamObject {
    var known: [String: Bool] = [:]
    return StreamObject(
      distinct: entries.compactMap { entry in
        let isPresent = isShown(entry.id, record, &known)
        if !isPresent, entry.rows == nil { return nil }
        let shown = isPresent ? value(entry.id, record) : .list([])
        return shown.map { StreamObject.Member(key: entry.id, value: $0) }
      })
  }
}
