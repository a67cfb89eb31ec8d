extension Publisher {
  /// Keeps values for which there is no demand yet, up to a number of them.
  ///
  ///     samples.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
  ///
  /// A value already asked for passes through at once. The stream finishes when the buffer is empty
  /// and one value more is asked for; a failure discards the values that nobody has asked for.
  ///
  /// - Parameters:
  ///   - size: How many values may wait.
  ///   - prefetch: How many values upstream is asked for.
  ///   - whenFull: What becomes of a value for which there is no room. The custom error cancels
  ///     upstream and fails the stream at once, whatever the demand.
  /// - Precondition: `size` is greater than zero.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How many values a buffer asks its upstream for.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// As many as it has room for, and one more for each that leaves it.
    case keepFull
    /// All there are.
    case byRequest
  }

  /// What a buffer does with a value for which it has no room.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops that value.
    case dropNewest
    /// Drops the value that has waited longest.
    case dropOldest
    /// Ends the stream with an error.
    case customError(() -> Failure)
  }

  /// Keeps values of its upstream for which there is no demand yet.
  public struct Buffer<Upstream: Publisher>: Operator {
    /// Whose values are kept, how many may wait, and how many are asked for.
    public let upstream: Upstream, size: Int, prefetch: PrefetchStrategy
    /// What becomes of a value for which there is no room.
    public let whenFull: BufferingStrategy<Upstream.Failure>
    /// Makes a publisher that keeps a number of values.
    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy,
      whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size > 0, "buffer(size: \(size)): a buffer needs room for one value or more.")
      (self.upstream, self.size) = (upstream, size)
      (self.prefetch, self.whenFull) = (prefetch, whenFull)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let keepsFull = prefetch == .keepFull
      upstream.receive(
        subscriber: Reservoir(subscriber, size: size, keepsFull: keepsFull, whenFull: whenFull))
    }
  }
}

/// The host of `buffer`: at most `size` values wait.
@usableFromInline
final class Reservoir<Downstream: Subscriber>: Outbox<Downstream>, Intermediary {
  @usableFromInline let size: Int, keepsFull: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  @usableFromInline init(
    _ downstream: Downstream, size: Int, keepsFull: Bool,
    whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    (self.size, self.keepsFull, self.whenFull) = (size, keepsFull, whenFull)
    super.init(downstream, label: "Buffer", upstreams: 1, isOpen: true)
  }

  @usableFromInline func receive(subscription: any Subscription) {
    guard keep(subscription, from: 0) else { return }
    downstream.receive(subscription: self)
    ask(keepsFull ? .max(size) : .unlimited)
  }

  private func ask(_ demand: Subscribers.Demand) {
    lock.withLock { upstreams[0].held }.request(demand)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    if isClosed || ending != nil {
      lock.unlock()
      return .none
    }
    if waiting?.count ?? 0 >= size {
      overflowAndUnlock(input)
      return .none
    }
    let count = sendAndUnlock(input)
    return keepsFull ? .max(count) : .none
  }

  /// Does with a value too many what the strategy says. Called under the lock; gives it up.
  @usableFromInline @inline(never) func overflowAndUnlock(_ input: Downstream.Input) {
    switch whenFull {
    case .dropNewest:
      lock.unlock()
    case .dropOldest:
      let oldest = waiting?.popFirst()
      enqueueAndUnlock(input, 0)
      withExtendedLifetime(oldest) {}
    case .customError(let makeError):
      let ended = upstreams[0].end()
      lock.unlock()
      guard ended.isFirst else { return }
      ended.cancel()
      let error = makeError()
      lock.lock()
      ending = .failure(error)
      _ = deliverAndUnlock()
    }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    lock.lock()
    let ended = upstreams[0].end()
    guard ended.isFirst else { return lock.unlock() }
    ending = completion
    _ = deliverAndUnlock()
    ended.release()
  }

  /// A failure overtakes values that nobody has asked for; the finish is asked for as a value is.
  @usableFromInline
  override func isDue(_ ending: Completion) -> Bool { ending.isFailure || demand > 0 }
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    demand += more
    let count = deliverAndUnlock()
    if keepsFull, count > 0 { ask(.max(count)) }
  }
}
