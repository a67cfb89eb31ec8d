import Reactive

extension Publisher {
  /// Sends, for each value, the result of a closure for it and the latest value of another
  /// publisher.
  ///
  ///     // numbers: 1     2  3
  ///     // letters:    a        b
  ///     numbers.withLatestFrom(letters) { "\($0)\($1)" }  // "2a", "3a"
  ///
  /// Subscribes to the other first, and requests everything from it. A value that comes before the
  /// other's first is dropped, and another is requested in its place. Finishes when this publisher
  /// does; the other's finishing has no effect. Fails when either fails.
  @inlinable public func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, Other, Result> where Other.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other, resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest value of another publisher.
  ///
  ///     saveTaps.withLatestFrom($document)
  @inlinable public func withLatestFrom<Other: Publisher>(
    _ other: Other
  ) -> Publishers.WithLatestFrom<Self, Other, Other.Output> where Other.Failure == Failure {
    withLatestFrom(other) { $1 }
  }

  /// Sends, for each value, the result of a closure for it and the latest values of two publishers.
  ///
  /// A value is dropped until both have sent one.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, Result>(
    _ a: A, _ b: B, resultSelector: @escaping (Output, (A.Output, B.Output)) -> Result
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest<A, B>, Result>
  where A.Failure == Failure, B.Failure == Failure {
    withLatestFrom(a.combineLatest(b), resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest values of two publishers.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher>(
    _ a: A, _ b: B
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest<A, B>, (A.Output, B.Output)>
  where A.Failure == Failure, B.Failure == Failure {
    withLatestFrom(a, b) { $1 }
  }

  /// Sends, for each value, the result of a closure for it and the latest values of three
  /// publishers.
  ///
  /// A value is dropped until all three have sent one.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher, Result>(
    _ a: A, _ b: B, _ c: C,
    resultSelector: @escaping (Output, (A.Output, B.Output, C.Output)) -> Result
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<A, B, C>, Result>
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure {
    withLatestFrom(a.combineLatest(b, c), resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest values of three publishers.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A, _ b: B, _ c: C
  )
    -> Publishers.WithLatestFrom<
      Self, Publishers.CombineLatest3<A, B, C>, (A.Output, B.Output, C.Output)
    > where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure
  { withLatestFrom(a, b, c) { $1 } }
}

extension Publishers {
  /// Sends, for each value of its upstream, the result of a closure for it and another's latest
  /// value.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output>: _Operator
  where Upstream.Failure == Other.Failure {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher that supplies the latest value.
    @usableFromInline let other: Other
    /// Makes the output from a value and the other's latest.
    @usableFromInline let resultSelector: (Upstream.Output, Other.Output) -> Output

    /// Makes a publisher that looks up another's latest value.
    @inlinable init(
      upstream: Upstream, other: Other,
      resultSelector: @escaping (Upstream.Output, Other.Output) -> Output
    ) { (self.upstream, self.other, self.resultSelector) = (upstream, other, resultSelector) }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let sampler = Sampler(subscriber, resultSelector)
      subscriber.receive(subscription: sampler.outbox)
      other.receive(subscriber: SampledLeg(sampler))
      upstream.receive(subscriber: SamplingLeg(sampler))
    }
  }
}

/// The host of an operator that combines each value with another publisher's latest one.
///
/// The upstream has index 0 in the outbox, the other index 1.
@usableFromInline final class Sampler<Input, Sample, Downstream: Subscriber> {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline let outbox: Outbox<Downstream>
  @usableFromInline let transform: (Input, Sample) -> Downstream.Input
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var latest: Sample?

  @inlinable init(
    _ downstream: Downstream, _ transform: @escaping (Input, Sample) -> Downstream.Input
  ) {
    self.transform = transform
    outbox = Outbox(downstream, label: "WithLatestFrom", upstreams: 2, isOpen: true)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard let sample = outbox.lock.withLock({ latest }) else { return .max(1) }
    outbox.send(transform(input, sample))
    return .none
  }

  @usableFromInline func acceptOther(_ subscription: any Subscription) {
    if outbox.keep(subscription, from: 1) { subscription.request(.unlimited) }
  }

  @inlinable func receiveOther(_ sample: Sample) {
    var sample: Sample? = sample
    outbox.lock.withLock { if outbox.ledger.isOpen { swap(&latest, &sample) } }
    withExtendedLifetime(sample) {}
  }

  /// Ends the stream if it is due, after the end of one of the two. The other's finishing has no
  /// effect.
  @usableFromInline func receive(completion: Completion, from index: Int) {
    outbox.lock.lock()
    let ended = outbox.upstreams[index].complete()
    let isOver = ended.isFirst && (index == 0 || completion.isFailure)
    let sample = isOver ? latest : nil
    if isOver { latest = nil }
    outbox.lock.unlock()
    if isOver { outbox.cutOff(completion) }
    ended.release()
    withExtendedLifetime(sample) {}
  }
}

/// The subscriber of the publisher whose values are passed on.
@usableFromInline struct SamplingLeg<Input, Sample, Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let sampler: Sampler<Input, Sample, Downstream>

  @inlinable init(_ sampler: Sampler<Input, Sample, Downstream>) { self.sampler = sampler }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(sampler) }

  @inlinable func receive(subscription: any Subscription) {
    sampler.outbox.keepAsking(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand { sampler.receive(input) }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    sampler.receive(completion: completion, from: 0)
  }
}

/// The subscriber of the publisher that supplies the latest value.
@usableFromInline struct SampledLeg<Input, Sample, Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let sampler: Sampler<Input, Sample, Downstream>

  @inlinable init(_ sampler: Sampler<Input, Sample, Downstream>) { self.sampler = sampler }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(sampler) }

  @inlinable func receive(subscription: any Subscription) { sampler.acceptOther(subscription) }

  @inlinable func receive(_ sample: Sample) -> Subscribers.Demand {
    sampler.receiveOther(sample)
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    sampler.receive(completion: completion, from: 1)
  }
}
