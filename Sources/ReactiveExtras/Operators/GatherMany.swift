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
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>,
    _ d: any Publisher<D, Failure>, _ more: repeat any Publisher<each Value, Failure>
  ) -> some Publisher<(Output, A, B, C, D, repeat each Value), Failure> & SendableMetatype {
    GatherTuple<Unpaired<Void>, Failure, Output, A, B, C, D, repeat each Value>(
      label: "Zip", AnyPublisher(self), AnyPublisher(hiding: a), AnyPublisher(hiding: b),
      AnyPublisher(hiding: c), AnyPublisher(hiding: d), repeat AnyPublisher(hiding: each more))
  }

  /// Sends the latest values of five publishers or more, whenever any sends one.
  ///
  ///     name.combineLatest(email, age, country, terms)
  ///       .map { name, email, age, country, terms in terms && age >= 18 }
  ///
  /// There is no bound. Otherwise it works as with fewer: nothing is sent until all have sent a
  /// value, it finishes when all have, and fails when any fails. A combination is put together by a
  /// pack of types at run time, which takes a microsecond or two; up to four publishers, and a
  /// collection of them, take a small part of that.
  public func combineLatest<A, B, C, D, each Value>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>,
    _ d: any Publisher<D, Failure>, _ more: repeat any Publisher<each Value, Failure>
  ) -> some Publisher<(Output, A, B, C, D, repeat each Value), Failure> & SendableMetatype {
    GatherTuple<Latest<Void>, Failure, Output, A, B, C, D, repeat each Value>(
      label: "CombineLatest", AnyPublisher(self), AnyPublisher(hiding: a), AnyPublisher(hiding: b),
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

  /// Sends the latest values of these publishers, in their order, whenever any sends one.
  ///
  ///     [isNameValid, isEmailValid, isAgeValid].combineLatest()
  ///       .map { $0.allSatisfy(\.self) }
  ///
  /// As `combineLatest` of two otherwise. An empty collection finishes at once. O(count) per value.
  @inlinable public func combineLatest<Failure>()
    -> some Publisher<[Element.Output], Failure> & SendableMetatype
  where Element.Failure == Failure {
    // Compilers before 6.3 do not see through `Element.Failure` in an opaque type.
    GatherMany<Latest<Element.Output>, Element>(
      publishers: Array(self), label: "CombineLatest", startsAtEnd: true)
  }
}

/// Groups the values of any number of publishers of any types, by the rules of `Kind`: a slot of
/// any value.
private struct GatherTuple<Kind: Slot, Failure: Error, each Value>: Publisher {
  typealias Output = (repeat each Value)
  private let label: String
  private let publishers: (repeat AnyPublisher<each Value, Failure>)

  init(label: String, _ publishers: repeat AnyPublisher<each Value, Failure>) {
    (self.label, self.publishers) = (label, (repeat each publishers))
  }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == (repeat each Value), S.Failure == Failure {
    let slots = (repeat SlotBox<each Value>(keepsEachValue: Kind.keepsEachValue))
    var fills: [() -> Bool] = []
    for slot in repeat each slots { fills.append { slot.isFilled } }
    let pack = SlotPack<Kind, Output>(fills) { (repeat (each slots).take()) }
    let gather = Gather(pack, legs: fills.count, label: label, subscriber)
    var number = 0
    for (publisher, slot) in repeat (each publishers, each slots) {
      publisher.receive(subscriber: Leg(gather, number) { $0.store(&$1, in: slot) })
      number += 1
    }
    // A group of latest values begins when all publishers have been subscribed to.
    if !Kind.keepsEachValue { gather.start() }
  }
}

extension AnyPublisher {
  /// Hides the type of a publisher that is half hidden already.
  init(hiding publisher: any Publisher<Output, Failure>) {
    func hide(_ publisher: some Publisher<Output, Failure>) -> Self { Self(publisher) }
    self = hide(publisher)
  }
}
