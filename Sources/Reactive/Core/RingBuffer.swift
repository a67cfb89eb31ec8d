/// A queue with O(1) access at both ends, amortised over growth.
@frozen @usableFromInline package struct RingBuffer<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable package init() {}
  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var isSmall: Bool { slots.count <= 32 }

  @inlinable package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head]
    slots[head] = nil
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return element
  }

  /// Doubles the capacity, a power of two, so that positions wrap with a mask.
  @inlinable mutating func grow() {
    var wider = ContiguousArray<Element?>()
    wider.reserveCapacity(max(4, slots.count * 2))
    for offset in 0..<count { wider.append(slots[(head + offset) & (slots.count - 1)]) }
    wider.append(contentsOf: repeatElement(nil, count: max(4, slots.count * 2) - count))
    slots = wider
    head = 0
  }
}
