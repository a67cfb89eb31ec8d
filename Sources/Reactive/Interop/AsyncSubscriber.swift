/// The subscription of an asynchronous iterator, cancelled when the iterator is freed.
final class AsyncSubscription<Output, Failure: Error> {
  private let subscriber = AsyncSubscriber<Output, Failure>()
  init(_ publisher: some Publisher<Output, Failure>) { publisher.receive(subscriber: subscriber) }
  deinit { subscriber.cancel() }

  /// The next value, or nil at the end; also nil after the cancellation of a task that waited here.
  func next(isolation: isolated (any Actor)?) async -> Result<Output?, Failure> {
    let subscriber = subscriber
    return await withTaskCancellationHandler(
      operation: { await subscriber.next(isolation: isolation) },
      onCancel: { subscriber.cancel() }, isolation: isolation)
  }
}

/// Hands one value to each `next()` that waits, and asks upstream for no more than that.
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  typealias Call = UnsafeContinuation<Handover<Result<Input?, Failure>>, Never>

  private let lock = Lock()
  // Sendable, with exclusivity unchecked, because `lock` guards every access.
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var calls = RingBuffer<Call>()
  /// A failure that came while no call waited.
  @exclusivity(unchecked) private var failure: Failure?

  /// Waits for a value, even if the task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Result<Input?, Failure> {
    await withUnsafeContinuation(isolation: isolation) { ask($0) }.value
  }

  private func ask(_ call: Call) {
    lock.lock()
    if upstream.hasEnded {
      let failure = failure
      self.failure = nil
      lock.unlock()
      return call.resume(returning: Handover(failure.map { .failure($0) } ?? .success(nil)))
    }
    calls.append(call)
    let subscription = upstream.subscription
    lock.unlock()
    subscription?.request(.max(1))
  }

  func receive(subscription: any Subscription) {
    lock.lock()
    let accepted = upstream.accept(subscription)
    let count = calls.count
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if count > 0 { subscription.request(.max(count)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    if upstream.hasEnded {
      lock.unlock()
      return .none
    }
    let call = calls.popFirst()
    lock.unlock()
    guard let call else {
      preconditionFailure(
        "values: upstream sent a value that no next() had asked for; it may send no more than that."
      )
    }
    call.resume(returning: Handover(.success(input)))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { end(with: completion) }
  func cancel() { end(with: nil) }

  /// Throws a failure in the first call that waits, or keeps it for the next one. Without a
  /// completion, cancels, and forgets a failure that has been kept.
  private func end(with completion: Subscribers.Completion<Failure>?) {
    lock.lock()
    let ended = upstream.end()
    var calls = calls
    self.calls = RingBuffer()
    let kept = failure
    if completion == nil || ended.isFirst && calls.isEmpty { failure = completion?.failure }
    lock.unlock()
    if completion == nil { ended.cancel() }
    if let error = completion?.failure {
      calls.popFirst()?.resume(returning: Handover(.failure(error)))
    }
    while let call = calls.popFirst() { call.resume(returning: Handover(.success(nil))) }
    withExtendedLifetime((ended, kept)) {}
  }
}

/// Carries a value to the task that waits for it. As in Combine, whose signatures do not require
/// sendable values, the sender is responsible for the receiver's use of the value.
package struct Handover<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}
