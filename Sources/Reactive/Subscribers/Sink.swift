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
    let upstream = UpstreamBox()
    subscribe(
      ClosureSubscriber<Output, Failure>(
        upstream, onValue: receiveValue, onCompletion: receiveCompletion))
    return AnyCancellable(upstream)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that receives the values of this publisher, which cannot fail.
  ///
  /// Asks for everything at once. The closure is freed on completion and on cancel.
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let upstream = UpstreamBox()
    subscribe(
      ClosureSubscriber<Output, Failure>(upstream, onValue: receiveValue, onCompletion: nil))
    return AnyCancellable(upstream)
  }
}

/// What `sink` attaches: a struct, which the upstream alone holds, so that it goes with the
/// subscription and needs no bookkeeping of its own.
@usableFromInline struct ClosureSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let upstream: UpstreamBox
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  @inlinable init(
    _ upstream: UpstreamBox, onValue: @escaping (Input) -> Void,
    onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) {
    (self.upstream, self.onValue, self.onCompletion) = (upstream, onValue, onCompletion)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstream) }

  @inlinable func receive(subscription: any Subscription) {
    if upstream.accept(subscription) { subscription.request(.unlimited) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if !upstream.isDone.load(ordering: .relaxed) { onValue(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.end() { onCompletion?(completion) }
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
