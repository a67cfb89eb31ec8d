// Steps that a user takes back: a removed row, the changes of one field.

/// A row that has been taken out of a list, with all that was in it.
struct RemovedRow: Sendable {
  /// Its place, counted from 0.
  var place: Int
  var row: FormRow
  /// The row's value, of the list's type of rows.
  var content: any Sendable
}

extension FormState {
  /// The list whose last removed row can be put back; nil if there is none.
  ///
  /// It can be put back until a row of that list is added, moved or removed.
  public var restorableList: FieldID? { removedRow?.list }

  /// Puts the row back that was removed last, with its contents; nil if there is none.
  @discardableResult
  public mutating func restoreRow() -> FieldID? {
    guard let removed = removedRow else { return nil }
    return change(.restore(removed.row), of: removed.list)
  }

  /// Takes one field of the form, or of a row, back to its baseline, and forgets the user's edits
  /// of it. A list inside of a row stays as it is.
  public mutating func reset(_ field: FieldID) {
    guard let place = field.steps.first, nodes.indices.contains(place) else { return }
    if field.steps.count == 1, case .list(let list) = scope.fields[place].content {
      var before = nodes
      forgetQuestions(of: &before, under: field)
      nodes[place] = baselineNodes[place]
      list.copy(from: baseline, to: &value)
    } else {
      guard let contents = nodes.node(at: field.steps[...])?.field.baseline else { return }
      _ = scope.enter(.contents(contents), at: field.steps[...], &nodes, &value)
      let isLeaf = nodes.update(at: field.steps[...]) { node in
        guard node.rows.isEmpty else { return false }
        node.field.reset()
        node.wasSubmitted = false
        return true
      }
      guard isLeaf == true else { return }
    }
    forgetRemovedRow(of: [field])
    changed([field])
  }

  /// Forgets the row that was removed, if its list is one of some fields or inside one.
  mutating func forgetRemovedRow(of fields: [FieldID]) {
    guard let list = removedRow?.list, fields.contains(where: { list.isWithin($0) }) else { return }
    removedRow = nil
  }
}

extension FormRow {
  /// The row as new, with the input of before: what was asked about it has been given up.
  var restored: FormRow {
    var row = self
    row.isStale = true
    row.nodes.forEach { _, node in
      node.isStale = true
      node.checks = node.checks.map { CheckState(terms: $0.terms) }
      node.options?.key = nil
      node.options?.token = nil
      for index in node.rows.indices { node.rows[index].isStale = true }
    }
    return row
  }
}

extension FormViewModel {
  /// Puts the row back that was removed last, with its contents; nil if there is none.
  @discardableResult
  public func restoreRow() -> FieldID? { decide { $0.restoreRow() } }

  /// Takes one field back to its baseline, and forgets the user's edits of it.
  public func reset(_ field: FieldID) { decide { $0.reset(field) } }
}
