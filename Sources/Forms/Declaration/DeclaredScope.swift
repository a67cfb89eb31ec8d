import Expressions

/// The fields of a form or of a row, as conditions see their contents.
struct DeclaredScope: Sendable {
  private let fields: [FormDeclaration.Field]
  private let places: [String: Int]
  /// The fields of lists' rows, by the ids of the lists.
  private let rows: [String: DeclaredScope]
  private let hasConditions: Bool

  init(_ fields: [FormDeclaration.Field]) {
    self.fields = fields
    places = Dictionary(
      fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [String: DeclaredScope] = [:]
    for field in fields {
      if case .list(let fields, _, _) = field.kind { rows[field.id] = DeclaredScope(fields) }
    }
    self.rows = rows
    hasConditions = fields.contains { $0.condition != nil }
  }

  /// Returns where the contents of a field are in a record; nil if there is no such field.
  func path(_ id: String) -> (PartialKeyPath<FormRecord> & Sendable)? {
    places[id].map { fields[$0].path }
  }

  /// Returns the value of a field, shown or not; nil if it is missing. A switch is always there,
  /// and so is a list, which may be empty.
  func value(_ id: String, _ record: FormRecord) -> StreamValue? {
    guard let field = places[id].map({ fields[$0] }) else { return nil }
    switch field.kind {
    case .toggle: return .truth(record[flag: id])
    case .choices: return .list(record[choices: id].map { .text($0) })
    case .list:
      guard let scope = rows[id] else { return nil }
      return .list(record[rows: id].map { .object(scope.object($0)) })
    default: return record.entries[id]?.expressionValue
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

  private func isShown(
    _ id: String, _ record: FormRecord, _ known: inout [String: Bool]
  ) -> Bool {
    guard hasConditions, let condition = places[id].flatMap({ fields[$0].condition }) else {
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
    var members: [StreamObject.Member] = []
    for field in fields {
      if isShown(field.id, record, &known) {
        if let value = value(field.id, record) {
          members.append(StreamObject.Member(key: field.id, value: value))
        }
      } else if rows[field.id] != nil {
        members.append(StreamObject.Member(key: field.id, value: .list([])))
      }
    }
    return StreamObject(distinct: members)
  }
}
