extension Publisher {
  /// Keeps values for which there is no demand yet, up to a number of them.
  ///
  ///     samples.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
  ///
  /// A value that is asked for when it comes passes straight through. The stream finishes when the
  /// buffer is empty and the subscriber asks for one value more; a failure overtakes the values
  /// that nobody has asked for, and discards them.
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
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
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
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// How many values may wait.
    public let size: Int
    /// How many values upstream is asked for.
    public let prefetch: PrefetchStrategy
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

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let host = Reservoir(
        subscriber, size: size, keepsFull: prefetch == .keepFull, whenFull: whenFull)
      upstream.receive(subscriber: host)
    }
  }
}

/// The host of `buffer`.
///
/// Whoever brings a value or demand and finds nobody delivering, delivers until nothing is due;
/// others leave what they bring and go. Values leave in the order they came, at most `size` wait,
/// and while nobody delivers none waits for which there is demand.
@usableFromInline
final class Reservoir<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let size: Int
  @usableFromInline let keepsFull: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

  @usableFromInline let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline var waiting = RingBuffer<Input>()
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var isOver = false

  @inlinable init(
    _ downstream: Downstream, size: Int, keepsFull: Bool,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) {
    (self.downstream, self.size) = (downstream, size)
    (self.keepsFull, self.whenFull) = (keepsFull, whenFull)
  }

  @usableFromInline var description: String { "Buffer" }

  // MARK: Upstream

  @usableFromInline func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else { return subscription.cancel() }
    downstream.receive(subscription: self)
    lock.withLock { upstream.subscription }?.request(keepsFull ? .max(size) : .unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    if upstream.hasEnded {
      lock.unlock()
      return .none
    }
    if !isDelivering, demand > 0 {
      isDelivering = true
      demand -= 1
      lock.unlock()
      let more = downstream.receive(input)
      lock.lock()
      demand += more
      let others = drainAndUnlock()
      return keepsFull ? .max(1 + others) : .none
    }
    if waiting.count < size {
      waiting.append(input)
      lock.unlock()
    } else {
      overflowAndUnlock(input)
    }
    return .none
  }

  /// Does with a value for which there is no room what the strategy says. Called under the lock;
  /// gives it up.
  @usableFromInline @inline(never) func overflowAndUnlock(_ input: Input) {
    switch whenFull {
    case .dropNewest:
      lock.unlock()
    case .dropOldest:
      let oldest = waiting.popFirst()
      waiting.append(input)
      lock.unlock()
      withExtendedLifetime(oldest) {}
    case .customError(let makeError):
      let ended = upstream.end()
      lock.unlock()
      ended.cancel()
      let error = makeError()
      lock.lock()
      endAndUnlock(.failure(error))
    }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return lock.unlock() }
    endAndUnlock(completion)
    ended.release()
  }

  private func endAndUnlock(_ completion: Subscribers.Completion<Failure>) {
    ending = completion
    if isDelivering || isOver { return lock.unlock() }
    isDelivering = true
    _ = drainAndUnlock()
  }

  // MARK: Downstream

  /// Delivers what is due. Called under the lock with `isDelivering` set; gives both up.
  ///
  /// - Returns: How many values have left.
  @inlinable func drainAndUnlock() -> Int {
    var count = 0
    while !isOver {
      if demand > 0, !waiting.isEmpty {
        demand -= 1
        let more = sendFirstAndUnlock()
        count += 1
        lock.lock()
        demand += more
      } else if let ending, ending.isFailure || (demand > 0 && waiting.isEmpty) {
        finishAndUnlock(ending)
        return 0
      } else {
        break
      }
    }
    isDelivering = false
    lock.unlock()
    return count
  }

  /// A function of its own, so that the value is freed before the lock is taken again.
  @inlinable func sendFirstAndUnlock() -> Subscribers.Demand {
    let value = waiting.popFirst()!
    lock.unlock()
    return downstream.receive(value)
  }

  @usableFromInline func finishAndUnlock(_ completion: Subscribers.Completion<Failure>) {
    isOver = true
    let lost = waiting
    waiting = RingBuffer()
    lock.unlock()
    downstream.receive(completion: completion)
    withExtendedLifetime(lost) {}
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    precondition(more > 0, "Buffer: a subscriber requested no values; ask for at least one.")
    lock.lock()
    demand += more
    if isDelivering || isOver { return lock.unlock() }
    isDelivering = true
    let count = drainAndUnlock()
    if keepsFull, count > 0 { lock.withLock { upstream.subscription }?.request(.max(count)) }
  }

  @usableFromInline func cancel() {
    lock.lock()
    isOver = true
    let ended = upstream.end()
    let lost = waiting
    waiting = RingBuffer()
    lock.unlock()
    ended.cancel()
    withExtendedLifetime(lost) {}
  }
}
