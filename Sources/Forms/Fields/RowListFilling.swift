// The rows of a list filled in from data and from texts.

extension RowList {
  func fill(
    _ rows: [[FormDatum.Member]], _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ problems: inout [FillProblem]
  ) {
    // By themselves: a key path may copy all rows for each that is changed.
    var (filled, contents): ([FormRow], [Row]) = ([], [])
    for (index, members) in rows.enumerated() {
      var row = FormRow(id: ids.next(), nodes: scope.nodes(of: template, &ids))
      var content = template
      var filling = Filling()
      scope.fill(members, &row.nodes, &content, &ids, at: "\(path)[\(index)].", &filling)
      problems += filling.problems
      filled.append(row)
      contents.append(content)
    }
    node.rows = filled
    value[keyPath: self.path] = contents
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

  var outline: String { scope.outline }

  func draft(_ node: FormNode) -> [[FormDatum.Member]] {
    node.rows.map { scope.draft($0.nodes, isWhole: true) }
  }
}
