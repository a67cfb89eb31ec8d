/// Adding, removing, repeating and moving the parts of a form: operators, values, and the streams
/// of a union or join.
extension StreamForm {
  /// A part that can be added.
  package enum Addition: Hashable, Sendable, CaseIterable {
    /// An operator behind the one that has the focus, or the first one.
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

  /// Adds a part behind the one that a field belongs to.
  ///
  /// - Returns: The first field of the new part; nil if no such part can be added there.
  @discardableResult
  package mutating func add(_ addition: Addition, behind field: Field) -> Field? {
    switch (kind, addition) {
    case (.source, .entry), (.input, .entry):
      let index = item(of: field).map { $0 + 1 } ?? items.count
      // Like the one before, as users mostly want it.
      let usual = kind == .input ? [OperatorForm(.delay)] : []
      let like = items.indices.contains(index - 1) ? items[index - 1].operators : usual
      items.insert(Item(text: "", operators: like), at: index)
      return .value(index)
    case (.source, .step):
      guard let item = item(of: field) ?? items.indices.last else { return nil }
      return addOperator(behind: field, item: item)
    case (.chain, .step): return addOperator(behind: field, item: nil)
    case (.union, .entry), (.join, .entry):
      let index = if case .input(let index) = field { index + 1 } else { inputs.count }
      inputs.insert(inputs.last ?? "", at: index)
      return .input(index)
    case (.input, .step), (.chain, .entry), (.union, .step), (.join, .step): return nil
    }
  }

  private mutating func addOperator(behind field: Field, item: Int?) -> Field {
    let count = list(at: item).count
    // Behind a value it is the first, behind any other part of a chain the last.
    let index = position(of: field).map { $0.index + 1 } ?? (item == nil ? count : 0)
    change(at: item) { $0.insert(OperatorForm(.map), at: index) }
    return .kind(OperatorPosition(item: item, index: index))
  }

  /// Removes the part that a field belongs to.
  ///
  /// - Returns: A field near by; nil if the part cannot be removed.
  @discardableResult
  package mutating func remove(_ field: Field) -> Field? { change(field, .remove) }

  /// Repeats the part that a field belongs to, behind it.
  ///
  /// - Returns: The same field of the new part; nil if the part cannot be repeated.
  @discardableResult
  package mutating func duplicate(_ field: Field) -> Field? { change(field, .duplicate) }

  /// Moves the part that a field belongs to up (-1) or down (1) among its kind.
  ///
  /// - Returns: The same field of the moved part; nil if the part cannot be moved there.
  @discardableResult
  package mutating func move(_ field: Field, by step: Int) -> Field? {
    change(field, .move(by: step))
  }

  /// A change of a list of parts.
  private enum ListChange {
    case remove
    case duplicate
    case move(by: Int)

    /// Changes an element of a list; returns the index to go on with, nil if that is impossible.
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
      var index: Int?
      self.change(at: position.item) { index = change.apply(to: &$0, at: position.index) }
      guard let index else { return nil }
      if index < 0 { return position.item.map { .value($0) } ?? .input(0) }
      let new = OperatorPosition(item: position.item, index: index)
      if case .remove = change { return .kind(new) }
      if case .parameter(_, let name) = field { return .parameter(new, name) }
      return .kind(new)
    }
    switch field {
    case .value(let index):
      return change.apply(to: &items, at: index).map { $0 < 0 ? .description : .value($0) }
    case .input(let index) where kind != .chain:
      return change.apply(to: &inputs, at: index, keeping: 2).map { .input($0) }
    default: return nil
    }
  }

  /// The operator that a field belongs to.
  package func position(of field: Field) -> OperatorPosition? {
    switch field {
    case .kind(let position), .parameter(let position, _): self[position] == nil ? nil : position
    case .name, .description, .input, .combination, .expression, .value: nil
    }
  }

  /// Returns the field of the part that is removed, repeated or moved with a field: a test value
  /// has its one delay for ever.
  private func whole(_ field: Field) -> Field {
    kind == .input ? item(of: field).map { .value($0) } ?? field : field
  }

  private func item(of field: Field) -> Int? {
    if case .value(let index) = field { return index }
    return position(of: field)?.item
  }
}
