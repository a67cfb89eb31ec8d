import Reactive

/// The values of any number of publishers of one type, each in its own slot.
@usableFromInline
struct GatherMany<Kind: Slot, Upstream: Publisher>: Publisher where Kind.Value == Upstream.Output {
  @usableFromInline typealias Output = [Upstream.Output]
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let publishers: [Upstream], label: String
  /// True to hand over the subscription when all publishers have been subscribed to, and not with
  /// the last of their subscriptions.
  @usableFromInline let startsAtEnd: Bool

  @inlinable init(publishers: [Upstream], label: String, startsAtEnd: Bool) {
    (self.publishers, self.label, self.startsAtEnd) = (publishers, label, startsAtEnd)
  }

  @inlinable func receive(subscriber: some Subscriber<Output, Failure>) {
    if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
    let slots = SlotArray<Kind>(count: publishers.count)
    let gather = Gather(slots, legs: publishers.count, label: label, subscriber)
    for (index, publisher) in publishers.enumerated() {
      publisher.receive(subscriber: Leg(gather, index) { $0.store(&$1, at: index) })
    }
    if startsAtEnd { gather.start() }
  }
}

/// The slots of any number of legs of one type.
@usableFromInline struct SlotArray<S: Slot>: Slots {
  @usableFromInline var slots: [S]
  /// The number of slots that are not filled.
  @usableFromInline var missing: Int

  @inlinable init(count: Int) {
    slots = (0..<count).map { _ in S() }
    missing = count
  }

  @usableFromInline typealias Kind = S

  @inlinable mutating func store(_ value: inout S.Value?, at index: Int) {
    if !slots[index].isFilled { missing -= 1 }
    slots[index].store(&value)
  }

  @inlinable mutating func next() -> [S.Value]? {
    guard missing == 0 else { return nil }
    return slots.indices.map { index in
      let value = slots[index].take()
      if !slots[index].isFilled { missing += 1 }
      return value
    }
  }

  @inlinable func isFilled(_ index: Int) -> Bool { slots[index].isFilled }
}

/// The slots of legs of any types, put together by a closure. `Kind` sets the rules: it is a slot
/// of any value.
///
/// A pack of types costs much at run time, so only that closure knows it; marked as inlinable, it
/// crashes the compiler of Swift 6.3.
@usableFromInline struct SlotPack<Kind: Slot, Output>: Slots {
  /// Closures that return true if their slot is filled, one for each slot.
  private let fills: [() -> Bool]
  private let make: () -> Output
  /// The number of slots that are not filled.
  private var missing: Int

  init(_ fills: [() -> Bool], make: @escaping () -> Output) {
    (self.fills, self.make, missing) = (fills, make, fills.count)
  }

  mutating func store<Value>(_ value: inout Value?, in box: SlotBox<Value>) {
    if !box.isFilled { missing -= 1 }
    box.store(&value)
  }

  @usableFromInline mutating func next() -> Output? {
    guard missing == 0 else { return nil }
    let output = make()
    missing = fills.count { !$0() }
    return output
  }

  @usableFromInline func isFilled(_ index: Int) -> Bool { fills[index]() }
}

/// A slot as an object, because Swift has no other access to one element of a pack.
final class SlotBox<Value> {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) private var latest = Latest<Value>()
  @exclusivity(unchecked) private var unpaired = Unpaired<Value>()
  private let keepsEachValue: Bool

  init(keepsEachValue: Bool) { self.keepsEachValue = keepsEachValue }

  var isFilled: Bool { keepsEachValue ? unpaired.isFilled : latest.isFilled }
  func store(_ value: inout Value?) {
    if keepsEachValue { unpaired.store(&value) } else { latest.store(&value) }
  }
  func take() -> Value { keepsEachValue ? unpaired.take() : latest.take() }
}
