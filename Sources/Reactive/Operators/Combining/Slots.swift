/// What one leg of a `zip` or a `combineLatest` has contributed and is still there.
@usableFromInline package protocol Slot<Value> {
  associatedtype Value
  init()
  var isFilled: Bool { get }
  /// Puts a value in, and takes out what it replaces.
  mutating func store(_ value: inout Value?)
  /// The value that goes into an output; there is one.
  mutating func take() -> Value
  static var keepsEachValue: Bool { get }
  /// Whether nothing more can come of slots so filled, now that the legs of these numbers ended.
  static func isExhausted(_ filled: [Bool], finished: Set<Int>) -> Bool
}

/// The values that have no partner yet.
@usableFromInline package struct Unpaired<Value>: Slot {
  // The first by itself, because mostly there is no other, and then no array is touched.
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
  @inlinable package static func isExhausted(_ filled: [Bool], finished: Set<Int>) -> Bool {
    finished.contains { !filled[$0] }
  }
}

/// The latest value.
@usableFromInline package struct Latest<Value>: Slot {
  @usableFromInline var value: Value?
  @inlinable package init() {}
  @inlinable package var isFilled: Bool { value != nil }
  @inlinable package mutating func store(_ new: inout Value?) { swap(&value, &new) }
  @inlinable package mutating func take() -> Value { value! }
  @inlinable package static var keepsEachValue: Bool { false }
  @inlinable package static func isExhausted(_ filled: [Bool], finished: Set<Int>) -> Bool {
    finished.count == filled.count
  }
}

@usableFromInline struct Slots2<A: Slot, B: Slot>: Slots {
  @usableFromInline var a = A(), b = B()
  @inlinable init() {}
  @inlinable static var keepsEachValue: Bool { A.keepsEachValue }
  @inlinable mutating func next() -> (A.Value, B.Value)? {
    a.isFilled && b.isFilled ? (a.take(), b.take()) : nil
  }
  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    A.isExhausted([a.isFilled, b.isFilled], finished: finished)
  }
}

@usableFromInline struct Slots3<A: Slot, B: Slot, C: Slot>: Slots {
  @usableFromInline var a = A(), b = B(), c = C()
  @inlinable init() {}
  @inlinable static var keepsEachValue: Bool { A.keepsEachValue }
  @inlinable mutating func next() -> (A.Value, B.Value, C.Value)? {
    a.isFilled && b.isFilled && c.isFilled ? (a.take(), b.take(), c.take()) : nil
  }
  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    A.isExhausted([a.isFilled, b.isFilled, c.isFilled], finished: finished)
  }
}

@usableFromInline struct Slots4<A: Slot, B: Slot, C: Slot, D: Slot>: Slots {
  @usableFromInline var a = A(), b = B(), c = C(), d = D()
  @inlinable init() {}
  @inlinable static var keepsEachValue: Bool { A.keepsEachValue }
  @inlinable mutating func next() -> (A.Value, B.Value, C.Value, D.Value)? {
    guard a.isFilled, b.isFilled, c.isFilled, d.isFilled else { return nil }
    return (a.take(), b.take(), c.take(), d.take())
  }
  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    A.isExhausted([a.isFilled, b.isFilled, c.isFilled, d.isFilled], finished: finished)
  }
}
