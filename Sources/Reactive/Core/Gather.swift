/// What has come from each leg of a `zip` or a `combineLatest`, and what can be made of it.
@usableFromInline protocol Slots {
  associatedtype Output

  /// Makes the next output, if every leg has contributed.
  mutating func next() -> Output?

  /// Whether nothing more can come, now that the legs of these numbers have finished.
  func isExhausted(finished: Set<Int>) -> Bool

  /// Whether a value that comes from inside a delivery only takes its place, without an output.
  static var absorbsReentrantValues: Bool { get }
}

/// The host of operators that combine publishers of different types, one leg each.
///
/// Each request of the downstream goes to every leg. A failure of one cancels the others.
@usableFromInline
final class Gather<S: Slots, Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == S.Output {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outbox: Outbox<Downstream>
  @usableFromInline let description: String
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var slots: S
  @exclusivity(unchecked) private var finished: Set<Int> = []
  @exclusivity(unchecked) private var legs: [UpstreamState]

  @usableFromInline init(_ slots: S, legs: Int, label: String, _ downstream: Downstream) {
    outbox = Outbox(downstream, isOpen: false)
    self.slots = slots
    self.legs = Array(repeating: .awaiting, count: legs)
    description = label
  }

  /// Hands the subscription over, after the legs have been attached.
  @usableFromInline func start() {
    outbox.onDemand = { [unowned self] in self.forward($0) }
    outbox.downstream.receive(subscription: self)
    outbox.open()
  }

  @usableFromInline func accept(_ subscription: any Subscription, leg: Int) {
    let accepted = outbox.lock.withLock { !outbox.isClosed && legs[leg].accept(subscription) }
    if !accepted { subscription.cancel() }
  }

  /// Takes in a value; `store` puts it into its slot, and takes out what it replaces.
  @inlinable func receive<Input>(_ input: Input, store: (inout S, inout Input?) -> Void) {
    var value: Input? = input
    outbox.lock.lock()
    store(&slots, &value)
    if S.absorbsReentrantValues && outbox.deliverer == currentThread() || outbox.isClosed {
      outbox.lock.unlock()
    } else if S.absorbsReentrantValues && !outbox.hasRoom {
      // The combination is dropped; its parts stay for the next.
      outbox.lock.unlock()
    } else if let output = slots.next() {
      _ = outbox.sendAndUnlock(output)
    } else {
      outbox.lock.unlock()
    }
    finishIfExhausted()
    withExtendedLifetime(value) {}
  }

  @inlinable func finishIfExhausted() {
    outbox.lock.lock()
    guard hasFinishedLegs else { return outbox.lock.unlock() }
    finishIfExhaustedAndUnlock()
  }

  @usableFromInline var hasFinishedLegs: Bool { !finished.isEmpty }

  @usableFromInline func finishIfExhaustedAndUnlock() {
    guard !outbox.isClosed, outbox.ending == nil, slots.isExhausted(finished: finished) else {
      return outbox.lock.unlock()
    }
    let others = endLegsLocked()
    outbox.lock.unlock()
    for other in others { other.cancel() }
    outbox.lock.lock()
    outbox.endAndUnlock(.finished)
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>, leg: Int) {
    outbox.lock.lock()
    let ended = legs[leg].end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    switch completion {
    case .finished:
      finished.insert(leg)
      finishIfExhaustedAndUnlock()
    case .failure:
      let others = endLegsLocked()
      outbox.lock.unlock()
      for other in others { other.cancel() }
      outbox.lock.lock()
      outbox.endAndUnlock(completion)
    }
    ended.release()
  }

  private func endLegsLocked() -> [UpstreamState.Ended] { legs.indices.map { legs[$0].end() } }

  private func forward(_ demand: Subscribers.Demand) {
    let subscriptions = outbox.lock.withLock { legs.map(\.subscription) }
    for subscription in subscriptions { subscription?.request(demand) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    outbox.request(demand)
  }

  @usableFromInline func cancel() {
    outbox.lock.lock()
    let leftovers = outbox.closeLocked()
    let ended = endLegsLocked()
    outbox.lock.unlock()
    for leg in ended { leg.cancel() }
    withExtendedLifetime(leftovers) {}
  }
}

/// The subscriber of one leg.
@usableFromInline struct Leg<Input, S: Slots, Downstream: Subscriber>: Subscriber
where Downstream.Input == S.Output {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let gather: Gather<S, Downstream>
  @usableFromInline let number: Int
  @usableFromInline let store: (inout S, inout Input?) -> Void

  @inlinable init(
    _ gather: Gather<S, Downstream>, _ number: Int,
    store: @escaping (inout S, inout Input?) -> Void
  ) {
    (self.gather, self.number, self.store) = (gather, number, store)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(gather) }

  @inlinable
  func receive(subscription: any Subscription) { gather.accept(subscription, leg: number) }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    gather.receive(input, store: store)
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    gather.receive(completion: completion, leg: number)
  }
}
