/// The host of operators that listen to the latest of several publishers alone.
///
/// What the downstream asked for and has not got yet is asked of the new publisher. A publisher
/// that was switched away from is cancelled first, and heard no more.
///
/// The publisher of publishers has place 0, the latest publisher place 1.
@usableFromInline package final class Switch<Downstream: Subscriber>: Outbox<Downstream>, Junction {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  /// The publisher of publishers, and the latest publisher. Not in `upstreams`, because each value
  /// asks about them, for which an array copies its element.
  @exclusivity(unchecked) @usableFromInline package var outer = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline package var inner = UpstreamState.ended
  /// Counts the publishers, so that an earlier one can be told from the latest.
  @exclusivity(unchecked) @usableFromInline package var latest = 0

  @usableFromInline package init(_ downstream: Downstream) {
    super.init(downstream, label: "SwitchToLatest", upstreams: 0, isOpen: true)
  }

  @usableFromInline package override func endUpstreamsLocked() -> [UpstreamState.Ended] {
    [outer.end(), inner.end()]
  }

  // MARK: The publisher of publishers

  @inlinable package func acceptOuter(_ subscription: any Subscription) {
    guard lock.withLock({ outer.accept(subscription) }) else { return subscription.cancel() }
    downstream.receive(subscription: self)
    lock.withLock { outer.held }.request(.unlimited)
  }

  /// Cancels the present publisher and makes room for the next; nil once nothing more can come.
  @inlinable package func switchOver() -> Int? {
    lock.lock()
    if isClosed || ending != nil || outer.hasEnded {
      lock.unlock()
      return nil
    }
    let old = inner.end()
    inner = .awaiting
    latest += 1
    let number = latest
    lock.unlock()
    old.cancel()
    return number
  }

  /// Sends the one value of a publisher that is over with it; false unless everything is wanted.
  @inlinable package func switchOver(to value: Downstream.Input) -> Bool {
    lock.lock()
    guard demand == .unlimited, inner.hasEnded, !outer.hasEnded else {
      lock.unlock()
      return false
    }
    latest += 1
    _ = sendAndUnlock(value)
    return true
  }

  @inlinable package func receiveOuter(completion: Completion) {
    lock.lock()
    settleAndUnlock(outer.end(), completion)
  }

  /// Under the lock, which it gives up: one of the two has ended.
  @inlinable package func settleAndUnlock(_ ended: UpstreamState.Ended, _ completion: Completion) {
    guard ended.isFirst else { return lock.unlock() }
    if completion.isFailure {
      cutOffAndUnlock(completion)
    } else if outer.hasEnded && inner.hasEnded {
      endAndUnlock(.finished)
    } else {
      lock.unlock()
    }
    ended.release()
  }

  // MARK: The latest publisher

  @inlinable package func accept(_ subscription: any Subscription, from number: Int) {
    lock.lock()
    let accepted = number == latest && inner.accept(subscription)
    let outstanding = demand - (waiting?.count ?? 0)
    if accepted { unforwarded = .none }
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable package func receive(_ value: Downstream.Input, from number: Int) -> Subscribers.Demand
  {
    lock.lock()
    if number == latest { _ = sendAndUnlock(value) } else { lock.unlock() }
    return .none
  }

  @inlinable package func receive(completion: Completion, from number: Int) {
    lock.lock()
    if number == latest { settleAndUnlock(inner.end(), completion) } else { lock.unlock() }
  }

  @usableFromInline package override func forward(_: Subscribers.Demand) {
    lock.lock()
    let (subscription, demand) = (inner.subscription, unforwarded)
    unforwarded = .none
    lock.unlock()
    if demand > 0 { subscription?.request(demand) }
  }
}

/// The subscriber of the publisher that sends publishers.
@usableFromInline package struct SwitchOuter<Input: Publisher, Downstream: Subscriber>: Intermediary
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
  @usableFromInline package let host: Switch<Downstream>

  @inlinable package init(_ host: Switch<Downstream>) { self.host = host }
  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }
  @inlinable package func receive(subscription: any Subscription) { host.acceptOuter(subscription) }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    // One value needs no subscription where all are wanted.
    if let value = input.onlyValue, host.switchOver(to: value) { return .none }
    if let number = host.switchOver() { input.receive(subscriber: Inlet(host, number)) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    host.receiveOuter(completion: completion)
  }
}
