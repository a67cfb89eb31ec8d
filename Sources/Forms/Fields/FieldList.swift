import Reactive

/// A list in a form, with the type of its rows hidden.
protocol FieldList<Value>: Sendable {
  associatedtype Value: Sendable
  /// The numbers of rows that are allowed.
  var limits: ClosedRange<Int> { get }
  /// The place of the field of a row that fills in a property of it.
  func place(of path: AnyKeyPath) -> Int?

  func node(of value: Value, _ ids: inout RowIDs) -> FormNode
  func standings(_ value: Value) -> RuleStandings
  func judge(
    _ node: inout FormNode, _ value: Value, at id: FieldID, _ questions: inout Questions)

  func enter(
    _ input: NodeInput, at steps: ArraySlice<Int>, _ node: inout FormNode, _ value: inout Value
  ) -> Bool
  func change(
    _ change: RowChange, at steps: ArraySlice<Int>, _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs
  ) -> ChangedRow?
  func fill(
    _ rows: [[FormDatum.Member]], _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ problems: inout [FillProblem])
  func fill(
    _ answer: TypedAnswer, at steps: ArraySlice<PathStep>, _ node: inout FormNode,
    _ value: inout Value, _ ids: inout RowIDs
  ) -> ValidationIssue?
  func draft(_ node: FormNode) -> [[FormDatum.Member]]
  func copy(from old: Value, to value: inout Value)

  /// Empties the hidden fields.
  func trim(_ node: FormNode, _ value: inout Value)
  /// Empties the secret fields.
  func dropSecrets(_ value: inout Value)
  func datum(_ node: FormNode, _ value: Value) -> FormDatum
  @MainActor func suggestions(
    at steps: ArraySlice<Int>, _ node: FormNode, _ value: Value
  ) -> AnyPublisher<[String], Never>?
  func id(of path: [PathStep], _ node: FormNode, at id: FieldID) -> FieldID?
  func snapshots(_ node: FormNode, at id: FieldID, path: String, _ view: SnapshotView)
    -> [FieldSnapshot]
}

/// A change of the rows of a list. Places are counted from 0.
enum RowChange: Sendable {
  /// Adds a row at a place; nil for the end.
  case add(at: Int?)
  /// Removes the row with a number.
  case remove(row: Int)
  /// Moves the row with a number to a place.
  case move(row: Int, to: Int)
  /// Puts a row back that was removed.
  case restore(RemovedRow)
}

/// The outcome of a change of rows.
struct ChangedRow {
  /// The number of the row concerned.
  var row: Int
  /// The row that was taken out.
  var removed: RemovedRow?
}

extension FormField {
  /// A list, whose rows have fields of their own.
  ///
  ///     .list(
  ///       "phones", \.phones, of: Phone(), 1...4,
  ///       [.choice("kind", \.kind), .text("number", \.number, .required)])
  ///
  /// - Parameters:
  ///   - name: The list's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - item: The word for one row in a message; nil for the label's, as “phone” of “Phones”.
  ///   - template: The contents of a new row.
  ///   - limits: The numbers of rows that are allowed.
  ///   - fields: The fields of a row, in display order.
  ///   - rules: The rules for the rows together, the most important first.
  public static func list<Row: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, [Row]> & Sendable, label: String? = nil,
    item: String? = nil, of template: Row, _ limits: ClosedRange<Int> = 0...100,
    _ fields: [FormField<Row>],
    rules: ValidationRule<[Row]>...
  ) -> FormField {
    let list = RowList(
      name: name, item: item ?? Self.item(of: label ?? Self.label(of: name)), path: path,
      template: template, limits: limits, scope: FormScope(fields),
      rules: ValidationRules([.atLeast(limits.lowerBound), .atMost(limits.upperBound)] + rules))
    var field = FormField(name, path, label: label, content: .list(list))
    field.item = item ?? Self.item(of: field.label)
    return field
  }
}

/// A list whose rows are of a type.
private struct RowList<Value: Sendable, Row: Sendable>: FieldList {
  let name: String
  /// The word for one row.
  let item: String
  let path: WritableKeyPath<Value, [Row]> & Sendable
  let template: Row
  let limits: ClosedRange<Int>
  let scope: FormScope<Row>
  let rules: ValidationRules<[Row]>

  func place(of path: AnyKeyPath) -> Int? { scope.place(of: path) }

  func node(of value: Value, _ ids: inout RowIDs) -> FormNode {
    let rows = value[keyPath: path].map { row in
      FormRow(id: ids.next(), nodes: scope.nodes(of: row, &ids))
    }
    var node = FormNode(.rows(rows.map(\.id)))
    node.rows = rows
    return node
  }

  func standings(_ value: Value) -> RuleStandings {
    ValidationRules(rules.rules.filter { $0.rowField == nil }).standings(of: value[keyPath: path])
  }

  /// Puts the issues of rules for all rows at those fields of rows that the rules name.
  private func placeIssues(_ node: inout FormNode, _ rows: [Row]) {
    var placed: [Int: [Int: [RuleStandings.Entry]]] = [:]
    for rule in rules.rules {
      guard let field = rule.rowField, let place = scope.place(of: field) else { continue }
      placed[place] = placed[place] ?? [:]
      var standing = rule.evaluate(rows)
      guard var issue = standing.issue, case .integer(let position)? = issue.parameters["position"],
        rows.indices.contains(position - 1)
      else { continue }
      issue.parameters["list"] = .text(name)
      issue.parameters["item"] = .text(item)
      standing = standing.failure == nil ? .notYet(issue) : .failed(issue)
      placed[place, default: [:]][position - 1, default: []].append(rule.entry(standing: standing))
    }
    for (place, entries) in placed {
      for row in node.rows.indices {
        let entries = entries[row] ?? []
        guard node.rows[row].nodes[place].placed != entries else { continue }
        node.rows[row].nodes[place].placed = entries
        node.rows[row].nodes[place].isStale = true
        node.rows[row].isStale = true
      }
    }
  }

  func judge(
    _ node: inout FormNode, _ value: Value, at id: FieldID, _ questions: inout Questions
  ) {
    guard node.isShown else {
      for row in node.rows.indices {
        node.rows[row].isStale = true
        node.rows[row].nodes.forEach { _, node in
          for check in node.checks.indices { questions.drop(&node.checks[check]) }
          questions.drop(&node.options)
        }
      }
      return
    }
    let rows = value[keyPath: path]
    placeIssues(&node, rows)
    for (index, row) in rows.enumerated() where node.rows[index].isStale {
      let rowID = id.appending(node.rows[index].id)
      scope.judge(&node.rows[index].nodes, row, at: rowID, &questions)
      node.rows[index].isStale = false
    }
  }

  func enter(
    _ input: NodeInput, at steps: ArraySlice<Int>, _ node: inout FormNode, _ value: inout Value
  ) -> Bool {
    guard let index = index(of: steps.first, node),
      scope.enter(
        input, at: steps.dropFirst(), &node.rows[index].nodes, &value[keyPath: path][index])
    else { return false }
    node.rows[index].isStale = true
    return true
  }

  func change(
    _ change: RowChange, at steps: ArraySlice<Int>, _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs
  ) -> ChangedRow? {
    guard steps.isEmpty else {
      guard let index = index(of: steps.first, node),
        let changed = scope.change(
          change, at: steps.dropFirst(), &node.rows[index].nodes, &value[keyPath: path][index],
          &ids)
      else { return nil }
      node.rows[index].isStale = true
      return changed
    }
    var changed: ChangedRow
    switch change {
    case .add(let place):
      guard node.rows.count < limits.upperBound else { return nil }
      let place = min(max(0, place ?? node.rows.count), node.rows.count)
      let new = FormRow(id: ids.next(), nodes: scope.nodes(of: template, &ids))
      node.rows.insert(new, at: place)
      value[keyPath: path].insert(template, at: place)
      changed = ChangedRow(row: new.id)
    case .remove(let id):
      guard let index = index(of: id, node), node.rows.count > limits.lowerBound else {
        return nil
      }
      let row = node.rows.remove(at: index)
      let content = value[keyPath: path].remove(at: index)
      changed = ChangedRow(row: id)
      changed.removed = RemovedRow(place: index, row: row, content: content)
    case .move(let id, let place):
      guard let index = index(of: id, node), node.rows.indices.contains(place), place != index
      else { return nil }
      node.rows.insert(node.rows.remove(at: index), at: place)
      value[keyPath: path].insert(value[keyPath: path].remove(at: index), at: place)
      changed = ChangedRow(row: id)
    case .restore(let removed):
      guard node.rows.count < limits.upperBound, let content = removed.content as? Row else {
        return nil
      }
      let place = min(removed.place, node.rows.count)
      node.rows.insert(removed.row.restored, at: place)
      value[keyPath: path].insert(content, at: place)
      changed = ChangedRow(row: removed.row.id)
    }
    node.field.edit(.rows(node.rows.map(\.id)))
    return changed
  }

  func fill(
    _ rows: [[FormDatum.Member]], _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ problems: inout [FillProblem]
  ) {
    node.rows = []
    value[keyPath: self.path] = []
    for (index, members) in rows.enumerated() {
      let row = append(to: &node, &value, &ids)
      var filling = Filling()
      scope.fill(
        members, &node.rows[row].nodes, &value[keyPath: self.path][row], &ids,
        at: "\(path)[\(index)].", &filling)
      problems += filling.problems
    }
    node.field.edit(.rows(node.rows.map(\.id)))
  }

  func fill(
    _ answer: TypedAnswer, at steps: ArraySlice<PathStep>, _ node: inout FormNode,
    _ value: inout Value, _ ids: inout RowIDs
  ) -> ValidationIssue? {
    guard case .index(let index)? = steps.first, index >= 0 else {
      return steps.isEmpty ? .wrongKind(.aList) : ValidationIssue(.unknownField)
    }
    guard index < max(limits.upperBound, node.rows.count) else {
      return ValidationIssue(.tooMany, ["maximum": .integer(limits.upperBound)])
    }
    // A misspelt field adds no row.
    guard case .name(let name)? = steps.dropFirst().first, scope.place(named: name) != nil else {
      return ValidationIssue(.unknownField)
    }
    while node.rows.count <= index { _ = append(to: &node, &value, &ids) }
    node.field.edit(.rows(node.rows.map(\.id)))
    node.rows[index].isStale = true
    return scope.fill(
      answer, at: steps.dropFirst(), &node.rows[index].nodes, &value[keyPath: path][index], &ids)
  }

  /// Adds a row at the end, and returns its place.
  private func append(
    to node: inout FormNode, _ value: inout Value, _ ids: inout RowIDs
  ) -> Int {
    node.rows.append(FormRow(id: ids.next(), nodes: scope.nodes(of: template, &ids)))
    value[keyPath: path].append(template)
    return node.rows.count - 1
  }

  func draft(_ node: FormNode) -> [[FormDatum.Member]] {
    node.rows.map { scope.draft($0.nodes, isWhole: true) }
  }

  func copy(from old: Value, to value: inout Value) { value[keyPath: path] = old[keyPath: path] }

  func trim(_ node: FormNode, _ value: inout Value) {
    guard node.isShown else { return value[keyPath: path] = [] }
    for (index, row) in node.rows.enumerated() {
      value[keyPath: path][index] = scope.output(
        row.nodes, value[keyPath: path][index], blank: template)
    }
  }

  func dropSecrets(_ value: inout Value) {
    for index in value[keyPath: path].indices {
      value[keyPath: path][index] = scope.withoutSecrets(value[keyPath: path][index])
    }
  }

  func datum(_ node: FormNode, _ value: Value) -> FormDatum {
    .list(zip(node.rows, value[keyPath: path]).map { scope.data($0.nodes, $1) })
  }

  @MainActor func suggestions(
    at steps: ArraySlice<Int>, _ node: FormNode, _ value: Value
  ) -> AnyPublisher<[String], Never>? {
    guard let index = index(of: steps.first, node) else { return nil }
    return scope.suggestions(
      at: steps.dropFirst(), node.rows[index].nodes, value[keyPath: path][index])
  }

  func id(of path: [PathStep], _ node: FormNode, at id: FieldID) -> FieldID? {
    guard case .index(let index)? = path.first, node.rows.indices.contains(index) else {
      return nil
    }
    let row = id.appending(node.rows[index].id)
    guard path.count > 1 else { return id }
    return scope.id(of: Array(path.dropFirst()), node.rows[index].nodes, at: row)
  }

  func snapshots(
    _ node: FormNode, at id: FieldID, path: String, _ view: SnapshotView
  ) -> [FieldSnapshot] {
    node.rows.enumerated().flatMap { index, row in
      var view = view
      view.row = RowPlace(
        row: id.appending(row.id), index: index, count: node.rows.count, limits: limits)
      return scope.snapshots(
        row.nodes, at: id.appending(row.id), path: "\(path)[\(index)].", view)
    }
  }

  private func index(of row: Int?, _ node: FormNode) -> Int? {
    node.rows.firstIndex { $0.id == row }
  }
}
