import Expressions

/// The fields of a form or of a row, as conditions and texts see their contents.
struct DeclaredScope: Sendable {
  /// The parts of a field that conditions need: each look would copy the whole field.
  private struct Entry: Sendable {
    let id: String
    let kind: FieldKind
    let conditions: [NamedExpression]
    /// The fields of a list's rows.
    let rows: DeclaredScope?
  }

  /// The kinds of the fields' values, by id.
  let kinds: [String: ExpressionKind]
  private let entries: [Entry]
  private let indices: [String: Int]
  private let hasConditions: Bool
  /// Returns the present day and time.
  let now: @Sendable () -> DayAndTime

  init(_ fields: [FormDeclaration.Field], now: @escaping @Sendable () -> DayAndTime) {
    entries = fields.map { field in
      Entry(
        id: field.id, kind: field.kind, conditions: field.conditions,
        rows: field.kind.name == "list" ? DeclaredScope(field.fields, now: now) : nil)
    }
    kinds = fields.expressionKinds
    indices = Dictionary(
      fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    hasConditions = fields.contains { !$0.conditions.isEmpty }
    self.now = now
  }

  /// Returns the path of a field's contents in a record; nil if there is no such field.
  func path(_ id: String) -> FieldKind.Path? { indices[id].map { entries[$0].kind.path(id) } }

  /// Returns the value of a field, shown or not, or of a clock; nil if it is missing. A switch is
  /// always there, and so is a list, which may be empty.
  func value(_ id: String, _ record: FormRecord) -> StreamValue? {
    guard let entry = indices[id].map({ entries[$0] }) else { return time(id) }
    if let rows = entry.rows { return .list(record[rows: id].map { .object(rows.object($0)) }) }
    return switch record.values[id] {
    case .text(let text)?: .text(text)
    case .integer(let number)?: .integer(number)
    case .decimal(let number)?: .exact(number)
    case .flag(let flag)?: .truth(flag)
    case .texts(let names)?: .list(names.map { .text($0) })
    case nil where entry.kind.name == "toggle": .truth(false)
    case nil where ["choices", "ranking"].contains(entry.kind.name): .list([])
    case nil, .none?, .list?, .unsupported?: nil
    }
  }

  /// Returns the value of a clock.
  private func time(_ id: String) -> StreamValue? {
    switch id {
    case NamedExpression.today: .text(now().day.description)
    case NamedExpression.now: .text(now().description)
    default: nil
    }
  }

  /// Returns the value of a field that is shown, or of a clock; nil if it is missing or hidden.
  func shownValue(_ id: String, _ record: FormRecord) -> StreamValue? {
    isShown(id, record) ? value(id, record) : nil
  }

  /// Returns true if a field is shown. A hidden field has no value for the conditions of others.
  func isShown(_ id: String, _ record: FormRecord) -> Bool {
    var known: [String: Bool] = [:]
    return isShown(id, record, &known)
  }

  private func isShown(_ id: String, _ record: FormRecord, _ known: inout [String: Bool]) -> Bool {
    guard hasConditions, let conditions = indices[id].map({ entries[$0].conditions }),
      !conditions.isEmpty
    else { return true }
    if let isShown = known[id] { return isShown }
    let names = Set(conditions.flatMap(\.names))
    let hidden = names.filter { !self.isShown($0, record, &known) }
    let holds = conditions.allSatisfy { condition in
      condition.holds { hidden.contains($0) ? nil : value($0, record) }
    }
    known[id] = holds
    return holds
  }

  /// Returns a row with its present values; a hidden list is empty rather than missing.
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
