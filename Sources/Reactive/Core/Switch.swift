/// The host of operators that listen to the latest of several publishers alone.
///
/// What the downstream asked for and has not got yet is asked of the new publisher. A publisher
/// that was switched away from is cancelled first, and heard no more.
@usableFromInline
final class Switch<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline let outbox: Outbox<Downstream>
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var outer = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline var inner = UpstreamState.ended
  /// Counts the publishers, so that an earlier one can be told from the latest.
  @exclusivity(unchecked) @usableFromInline var latest = 0

  @usableFromInline init(_ downstream: Downstream) {
    outbox = Outbox(downstream, isOpen: true)
    outbox.onDemand = { [unowned self] _ in self.forward() }
  }

  @usableFromInline var description: String { "SwitchToLatest" }

  // MARK: The publisher of publishers

  @inlinable func acceptOuter(_ subscription: any Subscription) {
    guard outbox.lock.withLock({ outer.accept(subscription) }) else {
      return subscription.cancel()
    }
    outbox.downstream.receive(subscription: self)
    outbox.lock.withLock { outer.subscription }?.request(.unlimited)
  }

  /// Cancels the present publisher and makes room for the next; nil once nothing more can come.
  @inlinable func switchOver() -> Int? {
    outbox.lock.lock()
    if outbox.isClosed || outbox.ending != nil || outer.hasEnded {
      outbox.lock.unlock()
      return nil
    }
    let old = inner.end()
    inner = .awaiting
    latest += 1
    let number = latest
    outbox.lock.unlock()
    old.cancel()
    return number
  }

  /// Sends the one value of a publisher that is over with it; false unless everything is wanted.
  @inlinable func switchOver(to value: Downstream.Input) -> Bool {
    outbox.lock.lock()
    guard outbox.demand == .unlimited, inner.hasEnded, !outer.hasEnded else {
      outbox.lock.unlock()
      return false
    }
    latest += 1
    _ = outbox.sendAndUnlock(value)
    return true
  }

  @inlinable func receiveOuter(completion: Completion) {
    outbox.lock.lock()
    let ended = outer.end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    switch completion {
    case .finished:
      if inner.hasEnded { outbox.endAndUnlock(.finished) } else { outbox.lock.unlock() }
    case .failure:
      let child = inner.end()
      outbox.lock.unlock()
      child.cancel()
      outbox.lock.lock()
      outbox.endAndUnlock(completion)
    }
    ended.release()
  }

  // MARK: The latest publisher

  @inlinable func accept(_ subscription: any Subscription, number: Int) {
    outbox.lock.lock()
    let accepted = number == latest && inner.accept(subscription)
    let waiting = outbox.waiting?.count ?? 0
    let outstanding = outbox.demand - waiting
    if accepted { outbox.unforwarded = .none }
    outbox.lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable func receive(_ value: Downstream.Input, number: Int) -> Subscribers.Demand {
    outbox.lock.lock()
    if number == latest {
      _ = outbox.sendAndUnlock(value)
    } else {
      outbox.lock.unlock()
    }
    return .none
  }

  @inlinable func receive(completion: Completion, number: Int) {
    outbox.lock.lock()
    guard number == latest else { return outbox.lock.unlock() }
    let ended = inner.end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    switch completion {
    case .finished:
      if outer.hasEnded { outbox.endAndUnlock(.finished) } else { outbox.lock.unlock() }
    case .failure:
      let other = outer.end()
      outbox.lock.unlock()
      other.cancel()
      outbox.lock.lock()
      outbox.endAndUnlock(completion)
    }
    ended.release()
  }

  // MARK: Subscription

  private func forward() {
    outbox.lock.lock()
    let (subscription, demand) = (inner.subscription, outbox.unforwarded)
    outbox.unforwarded = .none
    outbox.lock.unlock()
    if demand > 0 { subscription?.request(demand) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    outbox.request(demand)
  }

  @usableFromInline func cancel() {
    outbox.lock.lock()
    let leftovers = outbox.closeLocked()
    let (outer, inner) = (outer.end(), inner.end())
    outbox.lock.unlock()
    outer.cancel()
    inner.cancel()
    withExtendedLifetime(leftovers) {}
  }
}

/// The subscriber of the publisher that sends publishers.
@usableFromInline struct SwitchOuter<Input: Publisher, Downstream: Subscriber>: Subscriber
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let host: Switch<Downstream>

  @inlinable init(_ host: Switch<Downstream>) { self.host = host }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }

  @inlinable func receive(subscription: any Subscription) { host.acceptOuter(subscription) }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    // One value needs no subscription where all are wanted.
    if let value = input.onlyValue, host.switchOver(to: value) { return .none }
    if let number = host.switchOver() {
      input.receive(subscriber: SwitchInner(host, number))
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    host.receiveOuter(completion: completion)
  }
}

/// The subscriber of one of the publishers sent.
@usableFromInline struct SwitchInner<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let host: Switch<Downstream>
  @usableFromInline let number: Int

  @inlinable init(_ host: Switch<Downstream>, _ number: Int) {
    (self.host, self.number) = (host, number)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }

  @inlinable
  func receive(subscription: any Subscription) { host.accept(subscription, number: number) }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { host.receive(input, number: number) }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    host.receive(completion: completion, number: number)
  }
}
