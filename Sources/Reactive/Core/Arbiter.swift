import Synchronization

/// The host of operators that give one downstream several upstreams, one after the other. What the
/// downstream asked for and has not got yet is asked of the next upstream. Going over to the next
/// is trampolined: an upstream that ends while it is being subscribed to returns first, so a
/// million of them use no more stack than one.
@usableFromInline
package final class Arbiter<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline package let downstream: Downstream, description: String
  /// Unlimited demand never ends, so it needs no ledger.
  @usableFromInline package let isUnlimited = Atomic<Bool>(false)
  @usableFromInline package let isDone = Atomic<Bool>(false)

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var current: (any Subscription)?
  @exclusivity(unchecked) private var next: (() -> Void)?
  @exclusivity(unchecked) private var isGoingOver = false
  /// Counts the upstreams, so that demand returned to one that has ended goes to the next.
  @exclusivity(unchecked) private var number = 0

  /// Makes an arbiter and hands its subscription downstream.
  @inlinable package init(_ downstream: Downstream, label: String) {
    (self.downstream, description) = (downstream, label)
    downstream.receive(subscription: self)
  }

  /// Goes over to a publisher, with what to do at its end.
  @inlinable @inline(__always) package func goOver<P: Publisher>(
    to publisher: P, onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    goOver { publisher.receive(subscriber: ArbiterLeg(self, onCompletion: onCompletion)) }
  }

  /// Goes over to another upstream, by a closure that subscribes to it.
  @usableFromInline package func goOver(_ subscribe: @escaping () -> Void) {
    lock.lock()
    let ended = current
    current = nil
    next = subscribe
    number += 1
    if !isGoingOver {
      isGoingOver = true
      while next != nil {
        stepAndUnlock()
        lock.lock()
      }
      isGoingOver = false
    }
    lock.unlock()
    withExtendedLifetime(ended) {}
  }

  /// Subscribes to the next. A function, so that the step is freed before the lock is taken again.
  private func stepAndUnlock() {
    let step = next!
    next = nil
    lock.unlock()
    if !isDone.load(ordering: .relaxed) { step() }
  }

  /// Takes the new upstream's subscription and asks it for what is outstanding.
  @usableFromInline package func adopt(_ subscription: any Subscription) {
    lock.lock()
    guard !isDone.load(ordering: .relaxed), current == nil else {
      lock.unlock()
      return subscription.cancel()
    }
    current = subscription
    let outstanding = demand
    lock.unlock()
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable package func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    if isDone.load(ordering: .relaxed) { return .none }
    if isUnlimited.load(ordering: .relaxed) {
      _ = downstream.receive(value)
      return .none
    }
    return deliverCounting(value)
  }

  @usableFromInline package func deliverCounting(_ value: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    demand -= 1
    let number = number
    lock.unlock()
    let more = downstream.receive(value)
    guard more > 0 else { return .none }
    lock.lock()
    addLocked(more)
    if number == self.number {
      lock.unlock()
      return more
    }
    let successor = current
    lock.unlock()
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

  private func addLocked(_ more: Subscribers.Demand) {
    demand += more
    if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(description)
    lock.lock()
    addLocked(demand)
    let subscription = current
    lock.unlock()
    subscription?.request(demand)
  }

  @usableFromInline package func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.lock()
    let (subscription, abandoned) = (current, next)
    (current, next) = (nil, nil)
    lock.unlock()
    subscription?.cancel()
    withExtendedLifetime(abandoned) {}
  }
}

/// The subscriber of one upstream of an arbiter, with what to do at its end.
@usableFromInline package struct ArbiterLeg<Failure: Error, Downstream: Subscriber>: Intermediary {
  @usableFromInline package let arbiter: Arbiter<Downstream>
  @usableFromInline package let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable package init(
    _ arbiter: Arbiter<Downstream>,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    (self.arbiter, self.onCompletion) = (arbiter, onCompletion)
  }

  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(arbiter) }
  @inlinable package func receive(subscription: any Subscription) { arbiter.adopt(subscription) }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { arbiter.deliver(input) }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    onCompletion(completion)
  }
}
