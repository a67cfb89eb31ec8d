/// The host of an operator that looks another publisher's latest value up, for each of its own.
///
/// The upstream has place 0, the other place 1.
@usableFromInline
package final class Sampler<Input, Sample, Downstream: Subscriber>: Outbox<Downstream> {
  @usableFromInline package let transform: (Input, Sample) -> Downstream.Input
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline package var latest: Sample?

  @usableFromInline package init(
    _ downstream: Downstream, _ transform: @escaping (Input, Sample) -> Downstream.Input
  ) {
    self.transform = transform
    super.init(downstream, label: "WithLatestFrom", upstreams: 2, isOpen: true)
  }

  // MARK: The upstream

  @usableFromInline package func accept(_ subscription: any Subscription) {
    lock.lock()
    let accepted = upstreams[0].accept(subscription)
    let outstanding = demand
    if accepted { unforwarded = .none }
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    let sample = latest
    lock.unlock()
    guard let sample else { return .max(1) }
    let output = transform(input, sample)
    lock.lock()
    _ = sendAndUnlock(output)
    return .none
  }

  @usableFromInline package func receive(completion: Completion) { end(0, completion) }

  // MARK: The other

  @usableFromInline package func acceptOther(_ subscription: any Subscription) {
    if keep(subscription, from: 1) { subscription.request(.unlimited) }
  }

  @inlinable package func receiveOther(_ sample: Sample) {
    var sample: Sample? = sample
    lock.lock()
    if !isClosed && ending == nil { swap(&latest, &sample) }
    lock.unlock()
    withExtendedLifetime(sample) {}
  }

  @usableFromInline package func receiveOther(completion: Completion) { end(1, completion) }

  /// One of the two has ended; that the other finishes means nothing.
  private func end(_ place: Int, _ completion: Completion) {
    lock.lock()
    let ended = upstreams[place].end()
    guard ended.isFirst, place == 0 || completion.isFailure else { return lock.unlock() }
    let sample = latest
    latest = nil
    cutOffAndUnlock(completion)
    ended.release()
    withExtendedLifetime(sample) {}
  }

  // MARK: Subscription

  @usableFromInline package override func forward(_: Subscribers.Demand) {
    lock.lock()
    let (subscription, demand) = (upstreams[0].subscription, unforwarded)
    unforwarded = .none
    lock.unlock()
    if demand > 0 { subscription?.request(demand) }
  }

  @usableFromInline package override func cancel() {
    super.cancel()
    var sample: Sample?
    lock.withLock { swap(&latest, &sample) }
    withExtendedLifetime(sample) {}
  }
}

/// The subscriber of the publisher whose values go on.
@usableFromInline package struct SamplingLeg<Input, Sample, Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let sampler: Sampler<Input, Sample, Downstream>

  @inlinable package init(_ sampler: Sampler<Input, Sample, Downstream>) { self.sampler = sampler }

  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(sampler) }

  @inlinable package func receive(subscription: any Subscription) { sampler.accept(subscription) }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { sampler.receive(input) }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    sampler.receive(completion: completion)
  }
}

/// The subscriber of the publisher whose latest value is looked up.
@usableFromInline package struct SampledLeg<Input, Sample, Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let sampler: Sampler<Input, Sample, Downstream>

  @inlinable package init(_ sampler: Sampler<Input, Sample, Downstream>) { self.sampler = sampler }

  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(sampler) }

  @inlinable package func receive(subscription: any Subscription) {
    sampler.acceptOther(subscription)
  }

  @inlinable package func receive(_ sample: Sample) -> Subscribers.Demand {
    sampler.receiveOther(sample)
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    sampler.receiveOther(completion: completion)
  }
}
