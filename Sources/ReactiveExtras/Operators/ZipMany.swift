import Reactive

extension Publisher {
  /// Groups the values of five publishers or more, first with first, second with second.
  ///
  ///     name.zip(email, age, country, terms)
  ///       .map { name, email, age, country, terms in terms && age >= 18 }
  ///
  /// There is no bound. Otherwise it works as with fewer: it keeps values that are not matched yet,
  /// and finishes as soon as a publisher that has finished has no value left. A group is put
  /// together by a pack of types at run time, which takes a microsecond or two; up to four
  /// publishers, and a collection of them, take a small part of that.
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
  @inlinable public func zip<Failure>()
    -> some Publisher<[Element.Output], Failure> & SendableMetatype
  where Element.Failure == Failure {
    // Compilers before 6.3 do not see through `Element.Failure` in an opaque type.
    GatherMany<Unpaired<Element.Output>, Element>(
      publishers: Array(self), label: "Zip", startsAtEnd: false)
  }
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
      let slots = (repeat SlotBox<Unpaired<each Value>>())
      var fills: [() -> Bool] = []
      for slot in repeat each slots { fills.append { slot.isFilled } }
      let pack = SlotPack<Unpaired<Void>, Output>(fills) { (repeat (each slots).take()) }
      let gather = Gather(pack, legs: fills.count, label: "Zip", subscriber)
      var number = 0
      for (publisher, slot) in repeat (each publishers, each slots) {
        publisher.receive(subscriber: Leg(gather, number) { $0.store(&$1, in: slot) })
        number += 1
      }
      if number == 0 { gather.start() }
    }
  }
}
