import Reactive

/// A list whose rows are of a type.
struct RowList<Value: Sendable, Row: Sendable>: FieldList {
  let name: String
  /// The word for one row.
  let item: String
  let path: WritableKeyPath<Value, [Row]> & Sendable
  let template: Row
  let limits: ClosedRange<Int>
  let scope: FormScope<Row>
  let rules: ValidationRules<[Row]>
  let rowRules: [RowRule<Value, Row>]

  var formReads: [[PartialKeyPath<Value> & Sendable]] { rowRules.map(\.formReads) }

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

  /// Puts the issues of rules for all rows, and for each, at those fields that the rules name.
  private func placeIssues(
    _ node: inout FormNode, _ value: Value, _ rows: [Row], _ canBeJudged: [Bool]
  ) {
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
    for (rule, canBeJudged) in zip(rowRules, canBeJudged) {
      guard let place = scope.place(of: rule.field) else { continue }
      placed[place] = placed[place] ?? [:]
      guard canBeJudged else { continue }
      let reads = rule.reads.compactMap { scope.place(of: $0) }
      for (index, row) in rows.enumerated()
      where reads.allSatisfy({ node.rows[index].nodes[$0].problem == nil }) {
        let standing = rule.rule.evaluate(RowRule.Pair(form: value, row: row))
        placed[place, default: [:]][index, default: []].append(rule.rule.entry(standing: standing))
      }
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
    _ node: inout FormNode, _ value: Value, at id: FieldID, canBeJudged: [Bool],
    _ questions: inout Questions
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
    placeIssues(&node, value, rows, canBeJudged)
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

  func copy(from old: Value, to value: inout Value) { value[keyPath: path] = old[keyPath: path] }

  func trim(_ node: FormNode, _ value: inout Value) {
    guard node.isShown else { return value[keyPath: path] = [] }
    var rows = value[keyPath: path]
    for (index, row) in node.rows.enumerated() {
      rows[index] = scope.output(row.nodes, rows[index], blank: template)
    }
    value[keyPath: path] = rows
  }

  func dropSecrets(_ value: inout Value) {
    value[keyPath: path] = value[keyPath: path].map { scope.withoutSecrets($0) }
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

  func snapshot(
    at steps: ArraySlice<Int>, _ node: FormNode, at id: FieldID, path: String,
    _ view: SnapshotView
  ) -> FieldSnapshot? {
    guard let index = index(of: steps.first, node) else { return nil }
    let row = id.appending(node.rows[index].id)
    var view = view
    view.row = RowPlace(row: row, index: index, count: node.rows.count, limits: limits)
    return scope.snapshot(
      at: steps.dropFirst(), node.rows[index].nodes, at: row, path: "\(path)[\(index)].", view)
  }

  func index(of row: Int?, _ node: FormNode) -> Int? {
    node.rows.firstIndex { $0.id == row }
  }
}
