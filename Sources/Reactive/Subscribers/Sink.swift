extension Publisher {
  /// Attaches closures that receive this publisher's values and its completion.
  ///
  /// Requests everything at once. The closures are freed on completion and on cancel.
  /// - Returns: A cancellable that ends the subscription when cancelled or freed.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { attach(receiveValue, receiveCompletion) }

  /// Attaches closures; returns the cancellable. A publisher of one value calls them at once and
  /// needs no subscriber, as no caller can have the cancellable yet.
  @inlinable @inline(__always) func attach(
    _ onValue: @escaping (Output) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) -> AnyCancellable {
    if let value = onlyValue {
      onValue(value)
      onCompletion?(.finished)
      return AnyCancellable(phase: AnyCancellable.Phase.over)
    }
    return attachSink(onValue, onCompletion)
  }

  /// Attaches closures in a subject's subscription or, if that is not possible, as a subscriber.
  @inlinable func attachSink(
    _ onValue: @escaping (Output) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) -> AnyCancellable {
    if let embedded = _attach({ EmbeddedSink(onValue, onCompletion, $0) }) { return embedded }
    let cancellable = AnyCancellable.waiting()
    subscribe(ClosureSubscriber(onValue, onCompletion, cancellable))
    return cancellable
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that receives the values of this publisher, which cannot fail.
  ///
  ///     [1, 2, 3].publisher.sink { print($0) }  // 1, 2, 3
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    attach(receiveValue, nil)
  }
}

extension Subscribers {
  /// A subscriber that requests everything and hands it to closures.
  ///
  /// Values after completion or cancel are ignored. The closures are freed on completion and on
  /// cancel; if a call is running in another thread then, as soon as it is over.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    @usableFromInline let lock = Lock()
    // Exclusivity is unchecked because `lock` guards every access.
    @exclusivity(unchecked) @usableFromInline var inner: Inner?
    private let link = AnyCancellable.waiting()
    /// Makes a subscriber from two closures.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) { inner = Inner(ClosureSubscriber(receiveValue, receiveCompletion, link)) }
    // Letting go of a sink does not cancel it.
    deinit { _ = link.finish() }
    @inlinable var present: Inner? { lock.withLock { inner } }
    private func take() -> Inner? { lock.withLock { inner.take() } }

    /// The closures as an object, so that a value retains only one object.
    @usableFromInline final class Inner {
      @usableFromInline let subscriber: ClosureSubscriber<Input, Failure>
      init(_ subscriber: ClosureSubscriber<Input, Failure>) { self.subscriber = subscriber }
    }

    /// The closure that receives values; does nothing after the end.
    public var receiveValue: (Input) -> Void { present?.subscriber.onValue ?? { _ in } }
    /// The closure that receives the completion; does nothing after the end.
    public var receiveCompletion: (Completion<Failure>) -> Void {
      present?.subscriber.onCompletion ?? { _ in }
    }

    public var description: String { "Sink" }
    public func receive(subscription: any Subscription) {
      guard let present else { return subscription.cancel() }
      present.subscriber.receive(subscription: subscription)
    }

    @inlinable public func receive(_ value: Input) -> Demand {
      present?.subscriber.receive(value) ?? .none
    }
    public func receive(completion: Completion<Failure>) {
      take()?.subscriber.receive(completion: completion)
    }
    public func cancel() {
      let taken = take()
      link.cancel()
      withExtendedLifetime(taken) {}
    }
  }
}
