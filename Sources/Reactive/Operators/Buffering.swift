extension Publisher {
  /// Keeps a limited number of values until they are requested.
  ///
  ///     samples.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
  ///
  /// A value with demand passes through at once. The stream finishes when the buffer is empty and
  /// one value more is requested; a failure discards the values that wait for demand. Upstream
  /// receives the first request before the subscriber gets its subscription, so that values sent in
  /// response to it are buffered.
  ///
  /// - Parameters:
  ///   - size: The maximum number of waiting values; with 0, no value passes.
  ///   - prefetch: The number of values to request from upstream.
  ///   - whenFull: What to do with a new value when the buffer is full. The custom error cancels
  ///     upstream at once. When more is requested, the waiting values are sent as far as requested,
  ///     and then the error, in place of those left over.
  /// - Precondition: `size` is not negative.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// The number of values that a buffer requests from its upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// As many as fit into the buffer, and one more for each that leaves it.
    case keepFull
    /// An unlimited number.
    case byRequest
  }

  /// A rule for a new value that comes when the buffer is full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the new value.
    case dropNewest
    /// Drops the value that has waited longest.
    case dropOldest
    /// Ends the stream with an error.
    case customError(() -> Failure)
  }

  /// Keeps values of its upstream until they are requested.
  public struct Buffer<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of values that may wait.
    public let size: Int
    /// The number of values to request from upstream.
    public let prefetch: PrefetchStrategy
    /// The rule for a new value that comes when the buffer is full.
    public let whenFull: BufferingStrategy<Upstream.Failure>
    /// Makes a publisher that keeps a number of values.
    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy,
      whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size >= 0, "buffer(size: \(size)): a size cannot be negative.")
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
@usableFromInline final class Reservoir<Downstream: Subscriber>: Outbox<Downstream>, Intermediary {
  @usableFromInline let size: Int, keepsFull: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Downstream.Failure>

  @usableFromInline init(
    _ downstream: Downstream, size: Int, keepsFull: Bool,
    whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    (self.size, self.keepsFull, self.whenFull) = (size, keepsFull, whenFull)
    super.init(
      downstream, label: "Buffer", upstreams: 1, isOpen: false, endRule: .finishNeedsDemand)
  }

  @usableFromInline func receive(subscription: any Subscription) {
    guard keep(subscription, from: 0) else { return }
    ask(keepsFull ? .max(size) : .unlimited)
    makeUp(for: start())
  }

  /// Requests as many values as have left, to keep the buffer full.
  private func makeUp(for count: Int) { if keepsFull, count > 0 { ask(.max(count)) } }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    let isFull = ledger.waiting?.count ?? 0 >= size
    let isAdmitted = !isFull && ledger.admit(input)
    let dropped = isFull ? replaceOldest(with: input) : nil
    lock.unlock()
    if isFull { overflow() }
    withExtendedLifetime(dropped) {}
    guard isAdmitted else { return .none }
    let count = deliver(input)
    return keepsFull ? .max(count) : .none
  }

  /// Makes room by dropping the oldest value, if that is the strategy; the caller holds the lock.
  @usableFromInline @inline(never)
  func replaceOldest(with input: Downstream.Input) -> Downstream.Input? {
    guard case .dropOldest = whenFull, ledger.isOpen, size > 0 else { return nil }
    let oldest = ledger.waiting?.popFirst()?.value
    ledger.enqueue(input)
    return oldest
  }

  /// Fails because a value exceeds the limit, if that is the strategy.
  @usableFromInline @inline(never) func overflow() {
    guard case .customError(let makeError) = whenFull else { return }
    let ended = lock.withLock { upstreams[0].end() }
    guard ended.isFirst else { return }
    let error = makeError()
    ended.cancel()
    lock.withLock { if ledger.demand == .none || size == 0 { ledger.endRule = .atNextRequest } }
    end(.failure(error))
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let ended = lock.withLock { upstreams[0].complete() }
    guard ended.isFirst else { return }
    end(completion)
    ended.release()
  }

  /// Does nothing: the buffer requests a value for each that has left it.
  @usableFromInline override func forward() {
    lock.withLock { ledger.endRule = .finishNeedsDemand }
  }

  @usableFromInline override func request(_ more: Subscribers.Demand) {
    lock.lock()
    ledger.demand += more
    ledger.endRule = .finishNeedsDemand
    lock.unlock()
    makeUp(for: drain())
  }
}
