import Forms

// The rows of lists, and the focus after they have changed.
extension ShownForm {
  func perform(_ action: RowAction, _ position: RowPosition) {
    switch action {
    case .up: form.moveRow(position.row, to: position.index - 1)
    case .down: form.moveRow(position.row, to: position.index + 1)
    case .remove: form.removeRow(position.row)
    }
    settle()
  }

  /// M-↑ and M-↓ move the row that the focus is in.
  func moveRow(_ action: RowAction) {
    let position: RowPosition? =
      switch focus {
      case .field(let id): form.present[id]?.row
      case .action(_, let position): position
      case .add, .section, .answer, .next, .back, .submit, .cancel: nil
      }
    guard let position, action.isPossible(at: position) else { return }
    perform(action, position)
  }

  /// Keeps the focus, or moves it to the nearest part if its part is gone.
  func settle() {
    let stops = stops
    if let same = stops.first(where: { $0.isSame(as: focus) }) { return focus = same }
    guard case .action(_, let position) = focus else { return focus = stops.first ?? .submit }
    // Another button of the same row, or of the row at that index now.
    let list = position.row.parent
    let others = stops.filter { stop in
      if case .action(_, let other) = stop { return other.row.parent == list }
      return stop == list.map { .add($0) }
    }
    let same = others.first { stop in
      if case .action(_, let other) = stop { return other.row == position.row }
      return false
    }
    let near = others.last { stop in
      if case .action(_, let other) = stop { return other.index <= position.index }
      return false
    }
    focus = same ?? near ?? others.first ?? stops.first ?? .submit
  }

  func isSame(_ stop: FormFocus, _ other: FormFocus) -> Bool { stop.isSame(as: other) }
}
