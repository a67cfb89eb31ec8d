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

  var formReads: [[PartialKeyPath<Value> & Sendable]] {
    // A loop, because Swift 6.0 takes no closure that maps to such paths.
    var reads: [[PartialKeyPath<Value> & Sendable]] = []
    for rule in rowRules { reads.append(rule.formReads) }
    return reads
  }

  var formMentions: [PartialKeyPath<Value> & Sendable] {
    var mentions: [PartialKeyPath<Value> & Sendable] = []
    for rule in rowRules { mentions += rule.formMentions }
    return mentions
  }

  var fields: [FieldDescription] { scope.fields.map(\.info) }

  func rows(of value: Value, _ ids: inout RowIDs) -> [FormRow] {
    value[keyPath: path].map { FormRow(id: ids.next(), nodes: scope.nodes(of: $0, &ids)) }
  }

  func states(_ value: Value) -> ValidationStates {
    ValidationRules(rules.rules.filter { $0.rowField == nil }).states(of: value[keyPath: path])
  }

  /// Puts the issues of rules for all rows, and for each, at those fields that the rules name.
  private func placeIssues(
    _ node: inout FormNode, _ value: Value, _ rows: [Row], _ canBeJudged: [Bool]
  ) {
    var placed: [Int: [Int: [ValidationStates.Entry]]] = [:]
    for rule in rules.rules {
      guard let field = rule.rowField, let column = scope.index(of: field) else { continue }
      placed[column] = placed[column] ?? [:]
      var state = rule.evaluate(rows)
      guard var issue = state.issue, case .integer(let position)? = issue.parameters["position"],
        rows.indices.contains(position - 1)
      else { continue }
      issue.parameters["list"] = .text(name)
      issue.parameters["item"] = .text(item)
      state = state.failure == nil ? .notYet(issue) : .failed(issue)
      let entry = rule.entry(state: state).saying(FieldTexts(messages: node.allTexts.messages))
      placed[column, default: [:]][position - 1, default: []].append(entry)
    }
    for (rule, canBeJudged) in zip(rowRules, canBeJudged) {
      guard let column = scope.index(of: rule.field) else { continue }
      placed[column] = placed[column] ?? [:]
      guard canBeJudged else { continue }
      let reads = rule.reads.compactMap { scope.index(of: $0) }
      for (index, row) in rows.enumerated()
      where reads.allSatisfy({ node.rows[index].nodes[$0].problem == nil }) {
        let state = rule.rule.evaluate(RowRule.Pair(form: value, row: row))
        placed[column, default: [:]][index, default: []].append(rule.rule.entry(state: state))
      }
    }
    for (column, entries) in placed {
      for row in node.rows.indices {
        let entries = entries[row] ?? []
        guard node.rows[row].nodes[column].placed != entries else { continue }
        node.rows[row].nodes[column].placed = entries
        node.rows[row].nodes[column].isStale = true
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
        node.rows[row].nodes.forEach { _, node in questions.dropAll(of: &node) }
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
    _ contents: FieldContents, at steps: ArraySlice<Int>, _ node: inout FormNode,
    _ value: inout Value
  ) -> Bool {
    guard let index = index(of: steps.first, node),
      scope.enter(
        contents, at: steps.dropFirst(), &node.rows[index].nodes, &value[keyPath: path][index])
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
    case .add(let target):
      guard node.rows.count < limits.upperBound else { return nil }
      let target = min(max(0, target ?? node.rows.count), node.rows.count)
      let new = FormRow(id: ids.next(), nodes: scope.nodes(of: template, &ids))
      node.rows.insert(new, at: target)
      value[keyPath: path].insert(template, at: target)
      changed = ChangedRow(row: new.id)
    case .remove(let id):
      guard let index = index(of: id, node), node.rows.count > limits.lowerBound else { return nil }
      let row = node.rows.remove(at: index)
      let content = value[keyPath: path].remove(at: index)
      changed = ChangedRow(row: id)
      changed.removed = RemovedRow(index: index, row: row, content: content)
    case .move(let id, let target):
      guard let index = index(of: id, node), node.rows.indices.contains(target), target != index
      else { return nil }
      node.rows.insert(node.rows.remove(at: index), at: target)
      value[keyPath: path].insert(value[keyPath: path].remove(at: index), at: target)
      changed = ChangedRow(row: id)
    case .restore(let removed):
      guard node.rows.count < limits.upperBound, let content = removed.content as? Row else {
        return nil
      }
      let target = min(removed.index, node.rows.count)
      node.rows.insert(removed.row.restored, at: target)
      value[keyPath: path].insert(content, at: target)
      changed = ChangedRow(row: removed.row.id)
    }
    node.field.edit(.rows(node.rows.map(\.id)))
    return changed
  }

  func copy(from old: Value, to value: inout Value) { value[keyPath: path] = old[keyPath: path] }

  func empty(_ node: FormNode, _ value: inout Value, where isEmptied: (FormNode) -> Bool) {
    guard !isEmptied(node) else { return value[keyPath: path] = [] }
    var rows = value[keyPath: path]
    for (index, row) in zip(rows.indices, node.rows) {
      rows[index] = scope.emptied(row.nodes, rows[index], blank: template, where: isEmptied)
    }
    value[keyPath: path] = rows
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

  func fill(
    _ rows: [[FormDatum.Member]], _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ problems: inout [FillProblem]
  ) {
    // By themselves: a key path may copy all rows for each that is changed.
    var (filled, contents): ([FormRow], [Row]) = ([], [])
    for (index, members) in rows.enumerated() {
      var row = FormRow(id: ids.next(), nodes: scope.nodes(of: template, &ids))
      var content = template
      problems += scope.fill(members, &row.nodes, &content, &ids, at: "\(path)[\(index)].").problems
      filled.append(row)
      contents.append(content)
    }
    node.rows = filled
    value[keyPath: self.path] = contents
    node.field.edit(.rows(node.rows.map(\.id)))
  }

  private func index(of row: Int?, _ node: FormNode) -> Int? {
    node.rows.firstIndex { $0.id == row }
  }
}
