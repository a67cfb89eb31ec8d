import Synchronization

extension Publisher {
  /// Attaches closures that receive this publisher's values and its completion.
  ///
  /// Asks for everything at once. The closures are freed on completion and on cancel.
  ///
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
  ///
  /// Asks for everything at once. The closure is freed on completion and on cancel.
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let subscriber = ClosureSubscriber<Output, Failure>(receiveValue, nil)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// A subscriber with its cancellable, as `sink` makes them; this part knows no types.
///
/// The upstream holds the subscriber, and so does the cancellable, until either ends the stream:
/// then both let go, so that the closures are freed although somebody keeps the cancellable.
@usableFromInline class CancellingSubscriber: Canceller {
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  /// The cancellable, as long as it holds this; it lets go before it is freed, and waits for `lock`
  /// then.
  @exclusivity(unchecked) private var cancellable: Unmanaged<AnyCancellable>?
  @usableFromInline final let isDone = Atomic<Bool>(false)

  @usableFromInline override init() {}

  final func attach(to cancellable: AnyCancellable) {
    lock.lock()
    let isOver = upstream.hasEnded
    if !isOver { self.cancellable = .passUnretained(cancellable) }
    lock.unlock()
    if isOver { _ = cancellable.take() }
  }

  /// Keeps the first subscription and asks it for everything; cancels any further one.
  @usableFromInline final func receive(subscription: any Subscription) {
    lock.lock()
    let accepted = upstream.accept(subscription)
    lock.unlock()
    if accepted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  /// Takes values from a source that needs no subscription; false if there is an upstream already.
  @usableFromInline final func beginWithoutSubscription() -> Bool {
    lock.withLock { upstream.isAwaiting && upstream.end().isFirst }
  }

  /// Lets go of the upstream, which has ended; false if that had happened before.
  @usableFromInline final func end() -> Bool {
    lock.lock()
    let ended = upstream.end()
    let held = cancellable?._withUnsafeGuaranteedRef { $0.take() }
    cancellable = nil
    lock.unlock()
    ended.release()
    withExtendedLifetime(held) {}
    return !isDone.exchange(true, ordering: .relaxed)
  }

  final override func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.lock()
    let ended = upstream.end()
    cancellable = nil
    lock.unlock()
    ended.cancel()
  }
}

/// What `sink` attaches.
@usableFromInline
final class ClosureSubscriber<Input, Failure: Error>: CancellingSubscriber, Subscriber {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  @inlinable init(
    _ onValue: @escaping (Input) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) {
    (self.onValue, self.onCompletion) = (onValue, onCompletion)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if !isDone.load(ordering: .relaxed) { onValue(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if end() { onCompletion?(completion) }
  }
}

extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// Values after completion or cancel are ignored. The closures are freed on completion and on
  /// cancel; if a call is running in another thread then, as soon as it is over.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable,
    CustomStringConvertible
  {
    // Exclusivity is unchecked because publishers serialise their calls, and `free` takes the
    // closures only when `isInside` says that no call is running.
    @exclusivity(unchecked) private var onValue: ((Input) -> Void)?
    @exclusivity(unchecked) private var onCompletion: ((Completion<Failure>) -> Void)?
    private let upstream = UpstreamBox()
    private let isInside = Atomic<Bool>(false)

    /// Makes a subscriber of two closures.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      onValue = receiveValue
      onCompletion = receiveCompletion
    }

    /// The closure that receives values; does nothing after the end.
    public var receiveValue: (Input) -> Void { onValue ?? { _ in } }

    /// The closure that receives the completion; does nothing after the end.
    public var receiveCompletion: (Completion<Failure>) -> Void { onCompletion ?? { _ in } }

    public var description: String { "Sink" }

    /// Keeps the first subscription and asks it for everything; cancels any further one.
    public func receive(subscription: any Subscription) {
      if upstream.accept(subscription) { subscription.request(.unlimited) }
    }

    /// Hands a value to the closure.
    public func receive(_ value: Input) -> Demand {
      inside { if !upstream.isDone.load(ordering: .sequentiallyConsistent) { onValue?(value) } }
      return .none
    }

    /// Hands the completion to the closure and frees both.
    public func receive(completion: Completion<Failure>) {
      inside { if upstream.end() { onCompletion?(completion) } }
    }

    /// Cancels the subscription and frees the closures.
    public func cancel() {
      upstream.cancel()
      if !isInside.load(ordering: .sequentiallyConsistent) { free() }
    }

    /// Runs a call from upstream; the outermost one frees the closures if the end came inside.
    private func inside(_ body: () -> Void) {
      let wasInside = isInside.exchange(true, ordering: .sequentiallyConsistent)
      body()
      if wasInside { return }
      isInside.store(false, ordering: .sequentiallyConsistent)
      if upstream.isDone.load(ordering: .sequentiallyConsistent) { free() }
    }

    private let freeing = Lock()

    private func free() {
      freeing.lock()
      let (value, completion) = (onValue, onCompletion)
      onValue = nil
      onCompletion = nil
      freeing.unlock()
      withExtendedLifetime(value) { withExtendedLifetime(completion) {} }
    }
  }
}
