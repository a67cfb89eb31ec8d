/// Adding, removing, repeating and moving the parts of a form: operators, values, and the streams
/// of a union or join.
extension StreamForm {
  /// A part that can be added.
  package enum Addition: Hashable, Sendable, CaseIterable {
    /// An operator, after the focused one or at the beginning.
    case step
    /// A value, or a stream of a union or join.
    case entry
  }

  /// The parts that can be added to the form.
  package var additions: [Addition] {
    switch kind {
    case .source: [.step, .entry]
    case .input: [.entry]
    case .chain: [.step]
    case .union, .join: [.entry]
    }
  }

  /// Adds a part after the one that a field belongs to.
  ///
  /// - Returns: The first field of the new part; nil if no such part can be added there.
  @discardableResult
  package mutating func add(_ addition: Addition, behind field: Field) -> Field? {
    switch (kind, addition) {
    case (.source, .entry), (.input, .entry), (.union, .entry), (.join, .entry):
      let index = item(of: field).map { $0 + 1 } ?? items.count
      // Like the previous one, which users mostly want.
      let usual = kind == .input ? [OperatorForm(.delay)] : []
      let like = items.indices.contains(index - 1) ? items[index - 1].operators : usual
      let text = ownsValues ? "" : items.last?.text ?? ""
      items.insert(Item(text: text, operators: like), at: index)
      return .item(index)
    case (.source, .step), (.chain, .step):
      guard let item = item(of: field) ?? items.indices.last else { return nil }
      // First if a value has the focus, last for any other part of a chain.
      let index = position(of: field).map { $0.index + 1 }
      let position = OperatorPosition(
        item: item, index: index ?? (kind == .chain ? items[item].operators.count : 0))
      items[item].operators.insert(OperatorForm(.map), at: position.index)
      return .kind(position)
    case (.input, .step), (.chain, .entry), (.union, .step), (.join, .step): return nil
    }
  }

  /// Removes the part that a field belongs to.
  ///
  /// - Returns: A nearby field; nil if the part cannot be removed.
  @discardableResult
  package mutating func remove(_ field: Field) -> Field? { change(field, .remove) }

  /// Duplicates the part that a field belongs to, directly after it.
  ///
  /// - Returns: The same field of the new part; nil if the part cannot be duplicated.
  @discardableResult
  package mutating func duplicate(_ field: Field) -> Field? { change(field, .duplicate) }

  /// Moves the part that a field belongs to up (-1) or down (1) among parts of its kind.
  ///
  /// - Returns: The same field of the moved part; nil if the part cannot be moved there.
  @discardableResult package mutating func move(_ field: Field, by step: Int) -> Field? {
    change(field, .move(by: step))
  }

  /// A change of a list of parts.
  private enum ListChange {
    case remove
    case duplicate
    case move(by: Int)

    /// Changes an element of a list; returns the index of the result, or nil if that is impossible.
    func apply<Element>(to list: inout [Element], at index: Int, keeping least: Int = 0) -> Int? {
      guard list.indices.contains(index) else { return nil }
      switch self {
      case .remove:
        guard list.count > least else { return nil }
        list.remove(at: index)
        return min(index, list.count - 1)
      case .duplicate:
        list.insert(list[index], at: index + 1)
        return index + 1
      case .move(let step):
        guard list.indices.contains(index + step) else { return nil }
        list.swapAt(index, index + step)
        return index + step
      }
    }
  }

  private mutating func change(_ field: Field, _ change: ListChange) -> Field? {
    let field = whole(field)
    if let position = position(of: field) {
      let item = position.item
      guard let index = change.apply(to: &items[item].operators, at: position.index) else {
        return nil
      }
      if index < 0 { return .item(item) }
      let new = OperatorPosition(item: item, index: index)
      if case .remove = change { return .kind(new) }
      if case .parameter(_, let name) = field { return .parameter(new, name) }
      return .kind(new)
    }
    guard kind != .chain, case .item(let index) = field else { return nil }
    return change.apply(to: &items, at: index, keeping: ownsValues ? 0 : 2)
      .map { $0 < 0 ? .description : .item($0) }
  }

  /// The operator that a field belongs to.
  package func position(of field: Field) -> OperatorPosition? {
    switch field {
    case .kind(let position), .parameter(let position, _): self[position] == nil ? nil : position
    case .name, .description, .combination, .expression, .key, .keep, .item, .itemKey: nil
    }
  }

  /// Returns the field of the part that is removed, duplicated or moved with a field: a test value
  /// always has one delay, and a join's stream one key.
  private func whole(_ field: Field) -> Field {
    kind == .input || kind == .join ? item(of: field).map { .item($0) } ?? field : field
  }

  private func item(of field: Field) -> Int? {
    switch field {
    case .item(let index), .itemKey(let index): index
    case .kind, .parameter: position(of: field)?.item
    case .name, .description, .combination, .expression, .key, .keep: nil
    }
  }
}
