import Synchronization

/// The host of operators that give one downstream several upstreams, one after the other. Demand
/// that is not met yet is requested from the next upstream. Going over to the next is trampolined:
/// an upstream that ends while it is being subscribed to returns first, so a million of them use no
/// more stack than one.
@usableFromInline
package final class Arbiter<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline let downstream: Downstream
  @usableFromInline package let description: String
  /// Unlimited demand never ends, so it needs no ledger.
  @usableFromInline let isUnlimited = Atomic<Bool>(false)
  @usableFromInline let isDone = Atomic<Bool>(false)

  /// True if demand returned with a value is returned to the upstream; otherwise it is requested.
  private let returnsDemand: Bool
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var current: (any Subscription)?
  @exclusivity(unchecked) private var next: (() -> Void)?
  @exclusivity(unchecked) private var isGoingOver = false
  @exclusivity(unchecked) private var isStarted = false
  /// Counts the upstreams, so that demand returned to an ended one goes to the next.
  @exclusivity(unchecked) private var number = 0

  /// Makes an arbiter. It hands its subscription downstream when it gets its first upstream's.
  @usableFromInline package init(
    _ downstream: Downstream, label: String, returnsDemand: Bool = true
  ) { (self.downstream, description, self.returnsDemand) = (downstream, label, returnsDemand) }

  /// Goes over to a publisher, with the action for its end.
  @inlinable @inline(__always) package func goOver<P: Publisher>(
    to publisher: P, onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    goOver { publisher.receive(subscriber: ArbiterLeg(self, onCompletion: onCompletion)) }
  }

  /// Goes over to another upstream, with a closure that subscribes to it.
  @usableFromInline package func goOver(_ subscribe: @escaping () -> Void) {
    lock.lock()
    let ended = current
    current = nil
    number += 1
    let isOutermost = !isGoingOver
    isGoingOver = true
    let replaced = next
    if !isOutermost { next = subscribe }
    lock.unlock()
    if isOutermost {
      var step = Optional(subscribe)
      while let subscribe = step {
        if !isDone.load(ordering: .relaxed) { subscribe() }
        step = takeNext()
      }
    }
    withExtendedLifetime((ended, replaced)) {}
  }

  /// The closure that subscribes to the next upstream; nil if none has come, and going over is
  /// done.
  private func takeNext() -> (() -> Void)? {
    lock.withLock {
      isGoingOver = next != nil
      defer { next = nil }
      return next
    }
  }

  /// Takes the new upstream's subscription and requests the outstanding demand from it.
  @usableFromInline package func adopt(_ subscription: any Subscription) {
    lock.lock()
    guard !isDone.load(ordering: .relaxed), current == nil else {
      lock.unlock()
      return subscription.cancel()
    }
    current = subscription
    let (outstanding, isFirst) = (demand, !isStarted)
    isStarted = true
    lock.unlock()
    if isFirst { downstream.receive(subscription: self) }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    if isDone.load(ordering: .relaxed) { return .none }
    if isUnlimited.load(ordering: .relaxed) {
      _ = downstream.receive(value)
      return .none
    }
    return deliverCounting(value)
  }

  @usableFromInline func deliverCounting(_ value: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    demand -= 1
    let number = number
    lock.unlock()
    let more = downstream.receive(value)
    guard more > 0 else { return .none }
    lock.lock()
    add(more)
    let isCurrent = returnsDemand && number == self.number
    let successor = isCurrent ? nil : current
    lock.unlock()
    if isCurrent { return more }
    successor?.request(more)
    return .none
  }

  @usableFromInline package func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    lock.lock()
    let ended = current
    current = nil
    lock.unlock()
    if !isDone.exchange(true, ordering: .relaxed) { downstream.receive(completion: completion) }
    withExtendedLifetime(ended) {}
  }

  /// True while an upstream has not ended.
  @usableFromInline var hasUpstream: Bool { lock.withLock { current != nil } }

  /// Adds demand; the caller holds the lock.
  private func add(_ more: Subscribers.Demand) {
    demand += more
    if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    lock.lock()
    add(demand)
    let subscription = current
    lock.unlock()
    subscription?.request(demand)
  }

  @usableFromInline package func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.lock()
    let subscription = current
    let abandoned = next
    (current, next) = (nil, nil)
    lock.unlock()
    subscription?.cancel()
    withExtendedLifetime(abandoned) {}
  }
}

/// The subscriber of one upstream of an arbiter, with the action for its end.
@usableFromInline struct ArbiterLeg<Failure: Error, Downstream: Subscriber>: Intermediary {
  @usableFromInline let arbiter: Arbiter<Downstream>
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    _ arbiter: Arbiter<Downstream>,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) { (self.arbiter, self.onCompletion) = (arbiter, onCompletion) }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(arbiter) }
  @inlinable func receive(subscription: any Subscription) { arbiter.adopt(subscription) }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand { arbiter.deliver(input) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if arbiter.hasUpstream { onCompletion(completion) }
  }
}
