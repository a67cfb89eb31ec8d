/// The values kept for the legs of a `zip` or a `combineLatest`, and the outputs made of them.
@usableFromInline package protocol Slots {
  associatedtype Output
  /// The kind of slot that decides the rules for all of them.
  associatedtype Kind: Slot

  /// Makes the next output, if every leg has contributed.
  mutating func next() -> Output?
  /// Returns true if the slot at an index is filled. O(1).
  func isFilled(_ index: Int) -> Bool
}

/// The values that one leg of a `zip` or a `combineLatest` has contributed and still keeps.
@usableFromInline package protocol Slot<Value> {
  associatedtype Value
  init()
  var isFilled: Bool { get }
  /// Stores a value, and swaps out the one that it replaces.
  mutating func store(_ value: inout Value?)
  /// Takes the value for an output; the slot must have one.
  mutating func take() -> Value
  /// True if each value becomes part of an output, as in a zip, which therefore hands its
  /// subscription over before the last leg can send. False if a value sent from inside a delivery,
  /// or without demand, only takes its place.
  static var keepsEachValue: Bool { get }
}

/// The host of operators that combine publishers of different types, one leg each. Each request of
/// the downstream goes to every leg. The failure of one cancels the others.
@usableFromInline package final class Gather<S: Slots, Downstream: Subscriber>: Outbox<Downstream>
where Downstream.Input == S.Output {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var slots: S
  @exclusivity(unchecked) @usableFromInline var finished: Set<Int> = []
  /// The demand that each leg has received so far; a late leg receives all of it.
  @exclusivity(unchecked) private var asked = Subscribers.Demand.none
  /// The number of legs that have no subscription yet.
  @exclusivity(unchecked) private var awaitedCount: Int
  /// The leg whose value has completed the tuple that a thread is delivering, and that thread.
  @exclusivity(unchecked) @usableFromInline var completing = (leg: 0, thread: UInt(0))
  /// The demand that this thread has requested from inside the delivery, still owed to the leg.
  @exclusivity(unchecked) @usableFromInline var owed = Subscribers.Demand.none

  @usableFromInline package init(_ slots: S, legs: Int, label: String, _ downstream: Downstream) {
    (self.slots, awaitedCount) = (slots, legs)
    super.init(downstream, label: label, upstreams: legs, isOpen: false)
  }

  @usableFromInline func accept(_ subscription: any Subscription, leg: Int) {
    lock.lock()
    let accepted = upstreams[leg].accept(subscription)
    if accepted { awaitedCount -= 1 }
    let (outstanding, isLast) = (asked, awaitedCount == 0)
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
    if S.Kind.keepsEachValue && isLast { start() }
  }

  /// Receives a value; `store` puts it into its slot, and swaps out the one that it replaces. For
  /// the leg that completed an output of a zip, returns the demand that the downstream returned
  /// with it.
  @inlinable func receive<Input>(
    _ input: Input, leg: Int, store: (inout S, inout Input?) -> Void
  ) -> Subscribers.Demand {
    var value: Input? = input
    let me = currentThread()
    lock.lock(me)
    store(&slots, &value)
    // Without room the combination is dropped; its parts stay for the next.
    let isAbsorbed = !S.Kind.keepsEachValue && (ledger.turn == me || !ledger.hasRoom)
    let output = isAbsorbed || ledger.isClosed ? nil : slots.next()
    var isAdmitted = false
    if let output { isAdmitted = ledger.admit(output, by: me) }
    if S.Kind.keepsEachValue && isAdmitted { completing = (leg, me) }
    // Only an output takes something from a leg that has ended.
    let isOver = output != nil && !finished.isEmpty && isExhausted
    lock.unlock()
    var more = Subscribers.Demand.none
    if let output, isAdmitted {
      if S.Kind.keepsEachValue {
        more = complete(output, from: leg, by: me)
      } else {
        deliver(output, by: me)
      }
    }
    if isOver { cutOff(.finished) }
    withExtendedLifetime(value) {}
    return more
  }

  /// Delivers a tuple that the value of a leg completed. The demand that the downstream returns is
  /// requested from the other legs, and returned for this one.
  @inlinable func complete(_ output: S.Output, from leg: Int, by me: UInt) -> Subscribers.Demand {
    let returned = downstream.receive(output)
    lock.lock(me)
    let more = owed + returned
    (completing.thread, owed) = (0, .none)
    ledger.demand += returned
    let isOver = ledger.endTurn(after: .none)
    lock.unlock()
    if !isOver { resume(after: .none) }
    if returned > 0 { ask(for: returned, except: leg) }
    return more
  }

  /// Asks all legs but one. That one gets the demand as the answer to its value.
  @usableFromInline @inline(never) func ask(for demand: Subscribers.Demand, except leg: Int?) {
    lock.lock()
    let states = upstreams
    asked += demand
    lock.unlock()
    for (number, state) in states.enumerated() where number != leg {
      state.subscription?.request(demand)
    }
  }

  /// True if a zip can send nothing more after an output; read under the lock.
  @usableFromInline var isExhausted: Bool {
    S.Kind.keepsEachValue && ledger.isOpen && finished.contains { !slots.isFilled($0) }
  }

  /// Returns true if nothing more can be sent now that a leg has ended; called under the lock.
  /// O(1).
  private func isExhausted(byEndOf leg: Int) -> Bool {
    guard ledger.isOpen else { return false }
    return S.Kind.keepsEachValue ? !slots.isFilled(leg) : finished.count == upstreams.count
  }

  @usableFromInline func receive(completion: Completion, leg: Int) {
    lock.lock()
    let ended = upstreams[leg].complete()
    if ended.isFirst && !completion.isFailure { finished.insert(leg) }
    let isOver = ended.isFirst && (completion.isFailure || isExhausted(byEndOf: leg))
    lock.unlock()
    if isOver {
      cutOff(completion)
      // The legs that are still awaited will be ignored.
      if S.Kind.keepsEachValue { start() }
    }
    ended.release()
  }

  @usableFromInline override func forward() {
    lock.lock()
    let demand = ledger.takeUnforwarded()
    let isInside = completing.thread == currentThread()
    let leg = isInside ? completing.leg : nil
    if isInside { owed += demand }
    lock.unlock()
    if demand > 0 { ask(for: demand, except: leg) }
  }
}

/// The subscriber of one leg.
@usableFromInline package struct Leg<Input, S: Slots, Downstream: Subscriber>: Intermediary
where Downstream.Input == S.Output {
  @usableFromInline let gather: Gather<S, Downstream>, number: Int
  @usableFromInline let store: (inout S, inout Input?) -> Void

  @inlinable package init(
    _ gather: Gather<S, Downstream>, _ number: Int, store: @escaping (inout S, inout Input?) -> Void
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
