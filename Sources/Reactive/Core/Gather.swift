/// What is kept of the legs of a `zip` or a `combineLatest`, and what can be made of it.
@usableFromInline package protocol Slots {
  associatedtype Output

  /// Makes the next output, if every leg has contributed.
  mutating func next() -> Output?
  /// Whether nothing more can come, now that the legs of these numbers have finished.
  func isExhausted(finished: Set<Int>) -> Bool
  /// Whether each value becomes part of an output, as in a zip. Else one that comes from inside a
  /// delivery, or without demand, only takes its place.
  static var keepsEachValue: Bool { get }
}

/// The host of operators that combine publishers of different types, one leg each. Each request of
/// the downstream goes to every leg. A failure of one cancels the others.
@usableFromInline package final class Gather<S: Slots, Downstream: Subscriber>: Outbox<Downstream>
where Downstream.Input == S.Output {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var slots: S
  @exclusivity(unchecked) private var finished: Set<Int> = []
  @exclusivity(unchecked) @usableFromInline var hasFinishedLegs = false
  /// All that the legs have been asked for, each; what a leg that comes late is asked for.
  @exclusivity(unchecked) private var asked = Subscribers.Demand.none

  @usableFromInline package init(_ slots: S, legs: Int, label: String, _ downstream: Downstream) {
    self.slots = slots
    super.init(downstream, label: label, upstreams: legs, isOpen: false)
  }

  @usableFromInline func accept(_ subscription: any Subscription, leg: Int) {
    lock.lock()
    let accepted = upstreams[leg].accept(subscription)
    let outstanding = asked
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  /// Takes in a value; `store` puts it into its slot, and takes out what it replaces.
  /// Returns, for the leg that completed an output of a zip, what the downstream asked for with it.
  @inlinable func receive<Input>(
    _ input: Input, leg: Int, store: (inout S, inout Input?) -> Void
  ) -> Subscribers.Demand {
    var value: Input? = input
    let me = currentThread()
    lock.lock(me)
    store(&slots, &value)
    // Without room the combination is dropped; its parts stay for the next.
    let isAbsorbed =
      !S.keepsEachValue && (ledger.turn == me || !ledger.hasRoom)
    let output = isAbsorbed || ledger.isClosed ? nil : slots.next()
    var isAdmitted = false
    if let output { isAdmitted = ledger.admit(output, by: me) }
    let isOver = hasFinishedLegs && isExhausted
    lock.unlock()
    var more = Subscribers.Demand.none
    if let output, isAdmitted {
      if S.keepsEachValue {
        more = deliverReturning(output, by: me)
        if more > 0 { ask(for: more, except: leg) }
      } else {
        deliver(output, by: me)
      }
    }
    if isOver { cutOff(.finished) }
    withExtendedLifetime(value) {}
    return more
  }

  /// Asks all legs but one, which gets the demand as the answer to its value.
  @usableFromInline @inline(never) func ask(for demand: Subscribers.Demand, except leg: Int) {
    lock.lock()
    let states = upstreams
    asked += demand
    lock.unlock()
    for (number, state) in states.enumerated() where number != leg {
      state.subscription?.request(demand)
    }
  }

  /// Whether nothing more can come; asked under the lock.
  @usableFromInline var isExhausted: Bool { ledger.isOpen && slots.isExhausted(finished: finished) }

  @usableFromInline func receive(completion: Completion, leg: Int) {
    lock.lock()
    let ended = upstreams[leg].complete()
    if ended.isFirst && !completion.isFailure {
      finished.insert(leg)
      hasFinishedLegs = true
    }
    let isOver = ended.isFirst && (completion.isFailure || isExhausted)
    lock.unlock()
    if isOver { cutOff(completion) }
    ended.release()
  }

  @usableFromInline override func forward() {
    lock.lock()
    let subscriptions = upstreams.map(\.subscription)
    let demand = ledger.takeUnforwarded()
    asked += demand
    lock.unlock()
    if demand == .none { return }
    for subscription in subscriptions { subscription?.request(demand) }
  }
}

/// The subscriber of one leg.
@usableFromInline package struct Leg<Input, S: Slots, Downstream: Subscriber>: Intermediary
where Downstream.Input == S.Output {
  @usableFromInline let gather: Gather<S, Downstream>, number: Int
  @usableFromInline let store: (inout S, inout Input?) -> Void

  @inlinable package init(
    _ gather: Gather<S, Downstream>, _ number: Int,
    store: @escaping (inout S, inout Input?) -> Void
  ) { (self.gather, self.number, self.store) = (gather, number, store) }

  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(gather) }
  @inlinable package func receive(subscription: any Subscription) {
    gather.accept(subscription, leg: number)
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    gather.receive(input, leg: number, store: store)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    gather.receive(completion: completion, leg: number)
  }
}
