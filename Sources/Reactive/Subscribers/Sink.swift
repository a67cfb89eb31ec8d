extension Publisher {
  /// Attaches closures that receive this publisher's values and its completion.
  ///
  /// Asks for everything at once. The closures are freed on completion and on cancel.
  /// - Returns: What cancels the subscription, also when it is freed.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let subscriber = ClosureSubscriber<Output, Failure>(receiveValue, receiveCompletion)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that receives the values of this publisher, which cannot fail.
  ///
  ///     [1, 2, 3].publisher.sink { print($0) }  // 1, 2, 3
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let subscriber = ClosureSubscriber<Output, Failure>(receiveValue, nil)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// A subscriber with its cancellable, as `sink` makes them; this part knows no types. Upstream and
/// cancellable hold the subscriber until either ends the stream: then both let go, so that the
/// closures are freed although somebody keeps the cancellable.
@usableFromInline package class CancellingSubscriber: UpstreamLink {
  /// The cancellable, while it holds this. It lets go before it is freed, and waits for `lock`.
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?
  @usableFromInline package override init() {}
  package final func attach(to cancellable: AnyCancellable) {
    lock.lock()
    let isOver = upstream.hasEnded
    if !isOver { self.cancellable = .passUnretained(cancellable) }
    lock.unlock()
    if isOver { _ = cancellable.take() }
  }

  /// Keeps the first subscription and asks it for everything; cancels any further one.
  @usableFromInline package final func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  /// Takes values from a source that needs no subscription; false if there is an upstream already.
  @usableFromInline package final func beginWithoutSubscription() -> Bool {
    lock.withLock { upstream.isAwaiting && upstream.end().isFirst }
  }

  /// Lets go of upstream, which has ended, and of the cancellable; false if it was over before.
  @usableFromInline package final func finish() -> Bool {
    lock.lock()
    let ended = upstream.end()
    let held = cancellable?._withUnsafeGuaranteedRef { $0.take() }
    cancellable = nil
    lock.unlock()
    ended.release()
    withExtendedLifetime(held) {}
    return takeEnd()
  }

  @usableFromInline package final override func cancel() {
    markOver()
    lock.lock()
    let ended = upstream.end()
    cancellable = nil
    lock.unlock()
    ended.cancel()
  }
}

/// What `sink` attaches.
@usableFromInline
package final class ClosureSubscriber<Input, Failure: Error>: CancellingSubscriber, Subscriber {
  @usableFromInline package let onValue: (Input) -> Void
  @usableFromInline package let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @inlinable package init(
    _ onValue: @escaping (Input) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) { (self.onValue, self.onCompletion) = (onValue, onCompletion) }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    if !isOver { onValue(input) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { onCompletion?(completion) }
  }
}

extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// Values after completion or cancel are ignored. The closures are freed on completion and on
  /// cancel; if a call is running in another thread then, as soon as it is over.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    private let lock = Lock()
    // Exclusivity is unchecked because `lock` guards every access.
    @exclusivity(unchecked) private var inner: ClosureSubscriber<Input, Failure>?
    /// Makes a subscriber of two closures.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) { inner = ClosureSubscriber(receiveValue, receiveCompletion) }
    private var present: ClosureSubscriber<Input, Failure>? { lock.withLock { inner } }
    private func take() -> ClosureSubscriber<Input, Failure>? {
      lock.withLock {
        defer { inner = nil }
        return inner
      }
    }

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

    public func receive(_ value: Input) -> Demand { present?.receive(value) ?? .none }
    public func receive(completion: Completion<Failure>) { take()?.receive(completion: completion) }
    public func cancel() { take()?.cancel() }
  }
}
