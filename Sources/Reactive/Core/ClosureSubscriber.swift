/// The subscriber that `sink` attaches.
@usableFromInline
final class ClosureSubscriber<Input, Failure: Error>: CancellingSubscriber, Subscriber {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @inlinable init(
    _ onValue: @escaping (Input) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) { (self.onValue, self.onCompletion) = (onValue, onCompletion) }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if !isOver { onValue(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { onCompletion?(completion) }
  }
}

/// A subscriber with its cancellable, as `sink` makes them; this part knows no types. Upstream and
/// cancellable hold the subscriber until either ends the stream: then both let go, so that the
/// closures are freed even if the cancellable is kept.
@usableFromInline class CancellingSubscriber: UpstreamLink {
  /// The cancellable, while it holds this. It lets go before it is freed, and waits for `lock`.
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?
  @usableFromInline override init() {}
  /// Attaches the cancellable, before any other thread knows the subscriber.
  final func attach(to cancellable: AnyCancellable) {
    self.cancellable = .passUnretained(cancellable)
  }

  /// Keeps the first subscription and asks it for everything; cancels any further one.
  @usableFromInline final func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  /// Takes values from a source that needs no subscription; false if there is an upstream already.
  @usableFromInline final func beginWithoutSubscription() -> Bool {
    lock.withLock { upstream.isAwaiting && upstream.end().isFirst }
  }

  /// Lets go of upstream, which has ended, and of the cancellable; false if it was over before.
  @usableFromInline final func finish() -> Bool {
    lock.lock()
    let ended = upstream.end()
    let held = cancellable?._withUnsafeGuaranteedRef { $0.take() }
    cancellable = nil
    lock.unlock()
    ended.release()
    withExtendedLifetime(held) {}
    return takeEnd()
  }

  @usableFromInline final override func cancel() {
    markOver()
    lock.lock()
    let ended = upstream.end()
    cancellable = nil
    lock.unlock()
    ended.cancel()
  }
}
