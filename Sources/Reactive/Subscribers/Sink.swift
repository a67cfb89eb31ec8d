extension Publisher {
  /// Attaches closures that receive this publisher's values and its completion.
  ///
  /// Asks for everything at once. The closures are freed on completion and on cancel.
  /// - Returns: A cancellable that ends the subscription when cancelled or freed.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { attach(ClosureSubscriber(receiveValue, receiveCompletion)) }

  /// Attaches a new subscriber; returns its cancellable.
  @inlinable func attach(_ subscriber: ClosureSubscriber<Output, Failure>) -> AnyCancellable {
    // Before any other code knows the subscriber.
    let cancellable = AnyCancellable(subscriber)
    subscribe(subscriber)
    return cancellable
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that receives the values of this publisher, which cannot fail.
  ///
  ///     [1, 2, 3].publisher.sink { print($0) }  // 1, 2, 3
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    attach(ClosureSubscriber(receiveValue, nil))
  }
}

extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// Values after completion or cancel are ignored. The closures are freed on completion and on
  /// cancel; if a call is running in another thread then, as soon as it is over.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    @usableFromInline let lock = Lock()
    // Exclusivity is unchecked because `lock` guards every access.
    @exclusivity(unchecked) @usableFromInline var inner: ClosureSubscriber<Input, Failure>?
    /// Makes a subscriber of two closures.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) { inner = ClosureSubscriber(receiveValue, receiveCompletion) }
    @inlinable var present: ClosureSubscriber<Input, Failure>? { lock.withLock { inner } }
    private func take() -> ClosureSubscriber<Input, Failure>? { lock.withLock { inner.take() } }

    /// The closure that receives values; does nothing after the end.
    public var receiveValue: (Input) -> Void { present?.onValue ?? { _ in } }
    /// The closure that receives the completion; does nothing after the end.
    public var receiveCompletion: (Completion<Failure>) -> Void {
      present?.onCompletion ?? { _ in }
    }

    public var description: String { "Sink" }
    public func receive(subscription: any Subscription) {
      if let present { present.receive(subscription: subscription) } else { subscription.cancel() }
    }

    @inlinable public func receive(_ value: Input) -> Demand { present?.receive(value) ?? .none }
    public func receive(completion: Completion<Failure>) { take()?.receive(completion: completion) }
    public func cancel() { take()?.cancel() }
  }
}
