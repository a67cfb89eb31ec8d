/// The values that have no partner yet.
@usableFromInline package struct Unpaired<Value>: Slot {
  // The first is separate: usually it is the only one, and no array is touched.
  @usableFromInline var first: Value?
  @usableFromInline var others = RingBuffer<Value>()
  @inlinable package init() {}
  @inlinable package var isFilled: Bool { first != nil }
  @inlinable package mutating func store(_ value: inout Value?) {
    if first == nil { swap(&first, &value) } else if let value { others.append(value) }
  }
  @inlinable package mutating func take() -> Value {
    defer { first = others.popFirst() }
    return first!
  }
  @inlinable package static var keepsEachValue: Bool { true }
}

/// The latest value.
@usableFromInline package struct Latest<Value>: Slot {
  @usableFromInline var value: Value?
  @inlinable package init() {}
  @inlinable package var isFilled: Bool { value != nil }
  @inlinable package mutating func store(_ new: inout Value?) { swap(&value, &new) }
  @inlinable package mutating func take() -> Value { value! }
  @inlinable package static var keepsEachValue: Bool { false }
}

@usableFromInline struct Slots2<A: Slot, B: Slot>: Slots {
  @usableFromInline var a = A(), b = B()
  @inlinable init() {}
  @usableFromInline typealias Kind = A
  @inlinable mutating func next() -> (A.Value, B.Value)? {
    a.isFilled && b.isFilled ? (a.take(), b.take()) : nil
  }
  @inlinable func isFilled(_ index: Int) -> Bool { index == 0 ? a.isFilled : b.isFilled }
}

@usableFromInline struct Slots3<A: Slot, B: Slot, C: Slot>: Slots {
  @usableFromInline var a = A(), b = B(), c = C()
  @inlinable init() {}
  @usableFromInline typealias Kind = A
  @inlinable mutating func next() -> (A.Value, B.Value, C.Value)? {
    a.isFilled && b.isFilled && c.isFilled ? (a.take(), b.take(), c.take()) : nil
  }
  @inlinable func isFilled(_ index: Int) -> Bool { [a.isFilled, b.isFilled, c.isFilled][index] }
}

@usableFromInline struct Slots4<A: Slot, B: Slot, C: Slot, D: Slot>: Slots {
  @usableFromInline var a = A(), b = B(), c = C(), d = D()
  @inlinable init() {}
  @usableFromInline typealias Kind = A
  @inlinable mutating func next() -> (A.Value, B.Value, C.Value, D.Value)? {
    guard a.isFilled, b.isFilled, c.isFilled, d.isFilled else { return nil }
    return (a.take(), b.take(), c.take(), d.take())
  }
  @inlinable func isFilled(_ index: Int) -> Bool {
    [a.isFilled, b.isFilled, c.isFilled, d.isFilled][index]
  }
}
