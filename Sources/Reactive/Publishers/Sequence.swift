extension Swift.Sequence {
  /// A publisher of this sequence's elements.
  ///
  ///     [1, 2, 3].publisher.sink { print($0) }  // 1, 2, 3
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
  /// Publishes the elements of a sequence: as many as are requested, and none sooner.
  ///
  /// It finishes right after the last element, without waiting for further demand; for that it
  /// looks one element ahead. A request made from inside a delivery extends the running loop.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    /// The source of the values; iterated again for each subscriber.
    public let sequence: Elements
    /// Makes a publisher of a sequence's elements.
    @inlinable public init(sequence: Elements) { self.sequence = sequence }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      subscriber.receive(elements: sequence, completion: .finished)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Subscriber {
  /// Attaches this subscriber to a source of a sequence's elements, and of an end after them.
  @inlinable func receive<Elements: Sequence<Input>>(
    elements: Elements, completion: Subscribers.Completion<Failure>
  ) {
    var iterator = elements.makeIterator()
    guard var next = iterator.next() else {
      receive(subscription: Subscriptions.empty)
      return receive(completion: completion)
    }
    let subscription = PullSubscription(describing: { "\(elements)" }) { pull, allowance in
      // Locals, because captured variables live in a box that every access would go through.
      var (elements, element) = (iterator, next)
      var left = allowance
      while left > 0 {
        if pull.isCancelled { return }
        let following = elements.next()
        let more = receive(element)
        guard let following else { return pull.finish { receive(completion: completion) } }
        element = following
        if left != .unlimited { left = left - 1 + more }
      }
      (iterator, next) = (elements, element)
    }
    receive(subscription: subscription)
  }
}
