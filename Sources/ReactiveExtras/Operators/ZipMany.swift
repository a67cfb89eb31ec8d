import Reactive

extension Publisher {
  /// Groups the values of five publishers or more, first with first, second with second.
  ///
  ///     name.zip(email, age, country, terms)
  ///       .map { name, email, age, country, terms in terms && age >= 18 }
  ///
  /// There is no bound. Otherwise as with fewer: it keeps values that are not matched yet, and
  /// finishes as soon as a publisher that has finished has no value left. A group is put together by
  /// a pack of types at run time, which takes a microsecond or two; up to four publishers, and a
  /// collection of them, take a small part of that.
  public func zip<A, B, C, D, each Value>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>,
    _ c: any Publisher<C, Failure>, _ d: any Publisher<D, Failure>,
    _ more: repeat any Publisher<each Value, Failure>
  ) -> Publishers.ZipTuple<Failure, Output, A, B, C, D, repeat each Value> {
    Publishers.ZipTuple(
      AnyPublisher(self), AnyPublisher(hiding: a), AnyPublisher(hiding: b),
      AnyPublisher(hiding: c), AnyPublisher(hiding: d), repeat AnyPublisher(hiding: each more))
  }
}

extension Collection where Element: Publisher {
  /// Groups the values of these publishers, in their order, first with first, second with second.
  ///
  ///     [first, second, third].zip().map { $0.reduce(0, +) }
  ///
  /// As `zip` of two otherwise. An empty collection finishes at once. O(count) per group.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { Publishers.ZipMany(self) }
}

extension Publishers {
  /// Groups the values of any number of publishers of any types.
  public struct ZipTuple<Failure: Error, each Value>: Publisher {
    public typealias Output = (repeat each Value)
    /// The publishers.
    public let publishers: (repeat AnyPublisher<each Value, Failure>)

    /// Makes a publisher of others.
    public init(_ publishers: repeat AnyPublisher<each Value, Failure>) {
      self.publishers = (repeat each publishers)
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == (repeat each Value), S.Failure == Failure {
      let slots = (repeat QueueSlot<each Value>())
      var count = 0
      for _ in repeat each slots { count += 1 }
      func emptyLegs() -> Set<Int> {
        var (empty, number): (Set<Int>, Int) = ([], 0)
        for slot in repeat each slots {
          if slot.isEmpty { empty.insert(number) }
          number += 1
        }
        return empty
      }
      let queues = MadeOfQueues(count: count, emptyLegs: emptyLegs) {
        (repeat (each slots).popFirst())
      }
      let gather = Gather(queues, legs: count, label: "Zip", subscriber)
      var number = 0
      for (publisher, slot) in repeat (each publishers, each slots) {
        publisher.receive(
          subscriber: Leg(gather, number) { queues, value in
            if slot.isEmpty { queues.missing -= 1 }
            slot.append(value)
          })
        number += 1
      }
      gather.start()
    }
  }

  /// Groups the values of any number of publishers of one type.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    /// The publishers.
    public let publishers: [Upstream]

    /// Makes a publisher of others.
    @inlinable public init<S: Swift.Sequence<Upstream>>(_ publishers: S) {
      self.publishers = Array(publishers)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let slots = QueueArray<Upstream.Output>(count: publishers.count)
      let gather = Gather(slots, legs: publishers.count, label: "Zip", subscriber)
      for (place, publisher) in publishers.enumerated() {
        publisher.receive(subscriber: Leg(gather, place) { $0.store($1, at: place) })
      }
      gather.start()
    }
  }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}

/// The values of one leg that are not matched yet.
@usableFromInline final class QueueSlot<Value> {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) private var queue = RingBuffer<Value>()

  var isEmpty: Bool { queue.isEmpty }
  func append(_ value: Value?) { if let value { queue.append(value) } }
  func popFirst() -> Value { queue.popFirst()! }
}

/// The values of legs of any types, put together by a closure; see `MadeLatest`.
@usableFromInline struct MadeOfQueues<Output>: Slots {
  private let emptyLegs: () -> Set<Int>
  private let make: () -> Output
  /// How many queues have no value.
  var missing: Int

  init(count: Int, emptyLegs: @escaping () -> Set<Int>, make: @escaping () -> Output) {
    (self.emptyLegs, self.make, missing) = (emptyLegs, make, count)
  }

  @usableFromInline static var absorbsReentrantValues: Bool { false }

  @usableFromInline mutating func next() -> Output? {
    guard missing == 0 else { return nil }
    let output = make()
    missing = emptyLegs().count
    return output
  }

  @usableFromInline func isExhausted(finished: Set<Int>) -> Bool {
    !finished.isDisjoint(with: emptyLegs())
  }
}

/// The values of legs of one type.
@usableFromInline struct QueueArray<Value>: Slots {
  @usableFromInline var queues: [RingBuffer<Value>]
  /// How many queues have no value.
  @usableFromInline var missing: Int

  @inlinable init(count: Int) {
    (queues, missing) = (Array(repeating: RingBuffer(), count: count), count)
  }

  @inlinable static var absorbsReentrantValues: Bool { false }

  @inlinable mutating func store(_ value: Value?, at place: Int) {
    guard let value else { return }
    if queues[place].isEmpty { missing -= 1 }
    queues[place].append(value)
  }

  @inlinable mutating func next() -> [Value]? {
    guard missing == 0 else { return nil }
    return queues.indices.map { place in
      let value = queues[place].popFirst()!
      if queues[place].isEmpty { missing += 1 }
      return value
    }
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    finished.contains { queues[$0].isEmpty }
  }
}
