import Forms

// The rows of lists, and the focus after they have changed.
extension ShownForm {
  func perform(_ action: RowAction, _ place: RowPlace) {
    switch action {
    case .up: form.moveRow(place.row, to: place.index - 1)
    case .down: form.moveRow(place.row, to: place.index + 1)
    case .remove: form.removeRow(place.row)
    }
    settle()
  }

  /// M-↑ and M-↓ move the row that the focus is in.
  func moveRow(_ action: RowAction) {
    let place: RowPlace? =
      switch focus {
      case .field(let id): form.present[id]?.row
      case .action(_, let place): place
      case .add, .section, .answer, .next, .back, .submit, .cancel: nil
      }
    guard let place, action.isPossible(at: place) else { return }
    perform(action, place)
  }

  /// Keeps the focus where it is, or near to it where that has gone.
  func settle() {
    let stops = stops
    if let same = stops.first(where: { $0.isSame(as: focus) }) { return focus = same }
    guard case .action(_, let place) = focus else { return focus = stops.first ?? .submit }
    // Another button of the same row, or of the one that took its place.
    let list = place.row.parent
    let others = stops.filter { stop in
      if case .action(_, let other) = stop { return other.row.parent == list }
      return stop == list.map { .add($0) }
    }
    let same = others.first { stop in
      if case .action(_, let other) = stop { return other.row == place.row }
      return false
    }
    let near = others.last { stop in
      if case .action(_, let other) = stop { return other.index <= place.index }
      return false
    }
    focus = same ?? near ?? others.first ?? stops.first ?? .submit
  }

  func isSame(_ place: FormFocus, _ other: FormFocus) -> Bool { place.isSame(as: other) }
}
