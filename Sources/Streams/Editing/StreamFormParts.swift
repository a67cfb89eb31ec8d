/// Adding, removing, repeating and moving the parts of a form: operators, values, and the streams
/// of a union or join.
extension StreamForm {
  /// A part that can be added.
  public enum Addition: Hashable, Sendable, CaseIterable {
    /// An operator behind the one that has the focus, or the first one.
    case step
    /// A value, or a stream of a union or join.
    case entry
  }

  /// The parts that can be added to the form.
  public var additions: [Addition] {
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
  public mutating func add(_ addition: Addition, behind field: Field) -> Field? {
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
    let index = place(of: field).map { $0.index + 1 } ?? (item == nil ? count : 0)
    change(at: item) { $0.insert(OperatorForm(.map), at: index) }
    return .kind(OperatorPlace(item: item, index: index))
  }

  /// Removes the part that a field belongs to.
  ///
  /// - Returns: A field near by; nil if the part cannot be removed.
  @discardableResult
  public mutating func remove(_ field: Field) -> Field? {
    let field = whole(field)
    if let place = place(of: field) {
      change(at: place.item) { $0.remove(at: place.index) }
      let count = list(at: place.item).count
      if count > 0 {
        return .kind(OperatorPlace(item: place.item, index: min(place.index, count - 1)))
      }
      return place.item.map { .value($0) } ?? .input(0)
    }
    switch field {
    case .value(let index):
      items.remove(at: index)
      return items.isEmpty ? .description : .value(min(index, items.count - 1))
    case .input(let index) where kind != .chain && inputs.count > 2:
      inputs.remove(at: index)
      return .input(min(index, inputs.count - 1))
    default: return nil
    }
  }

  /// Repeats the part that a field belongs to, behind it.
  ///
  /// - Returns: The same field of the new part; nil if the part cannot be repeated.
  @discardableResult
  public mutating func duplicate(_ field: Field) -> Field? {
    let field = whole(field)
    if let place = place(of: field), let form = self[place] {
      change(at: place.item) { $0.insert(form, at: place.index + 1) }
      return moved(field, to: place.index + 1)
    }
    switch field {
    case .value(let index):
      items.insert(items[index], at: index + 1)
      return .value(index + 1)
    case .input(let index) where kind != .chain:
      inputs.insert(inputs[index], at: index + 1)
      return .input(index + 1)
    default: return nil
    }
  }

  /// Moves the part that a field belongs to up (-1) or down (1) among its kind.
  ///
  /// - Returns: The same field at its new place; nil if the part cannot be moved there.
  @discardableResult
  public mutating func move(_ field: Field, by step: Int) -> Field? {
    let field = whole(field)
    if let place = place(of: field) {
      let target = place.index + step
      guard list(at: place.item).indices.contains(target) else { return nil }
      change(at: place.item) { $0.swapAt(place.index, target) }
      return moved(field, to: target)
    }
    switch field {
    case .value(let index) where items.indices.contains(index + step):
      items.swapAt(index, index + step)
      return .value(index + step)
    case .input(let index) where inputs.indices.contains(index + step):
      inputs.swapAt(index, index + step)
      return .input(index + step)
    default: return nil
    }
  }

  /// The operator that a field belongs to.
  public func place(of field: Field) -> OperatorPlace? {
    switch field {
    case .kind(let place), .parameter(let place, _): self[place] == nil ? nil : place
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
    return place(of: field)?.item
  }

  private func moved(_ field: Field, to index: Int) -> Field {
    switch field {
    case .kind(var place):
      place.index = index
      return .kind(place)
    case .parameter(var place, let name):
      place.index = index
      return .parameter(place, name)
    default: return field
    }
  }
}
