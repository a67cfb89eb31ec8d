// Undoing a user's steps: a removed row, the changes of one field.

extension FormState {
  /// The list whose last removed row can be put back; nil if there is none.
  ///
  /// It stays restorable until a row of that list is added, moved or removed.
  public var restorableList: FieldID? { removedRow?.list }

  /// Restores the row that was removed last, with its contents; returns nil if there is none.
  @discardableResult package mutating func restoreRow() -> FieldID? {
    guard let removed = removedRow else { return nil }
    return change(.restore(removed.row), of: removed.list)
  }

  /// Takes one field of the form, or of a row, back to its baseline, and forgets the user's edits
  /// of it. A list inside of a row stays as it is.
  package mutating func reset(_ field: FieldID) {
    guard let index = field.steps.first, nodes.indices.contains(index) else { return }
    if field.steps.count == 1, case .list(let list) = scope.fields[index].field.content {
      var before = nodes
      forgetQuestions(of: &before, under: field)
      nodes[index] = baselineNodes[index]
      list.copy(from: baseline, to: &value)
    } else {
      guard let contents = nodes.node(at: field.steps[...])?.field.baseline else { return }
      _ = scope.enter(contents, at: field.steps[...], &nodes, &value)
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
