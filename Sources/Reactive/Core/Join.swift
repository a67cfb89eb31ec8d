/// The host of operators that bring many publishers of one type together: merge and flatMap.
///
/// With unlimited demand each child is asked for everything. Otherwise each is asked for one value
/// at a time, which waits here if need be. A child's failure cancels all the others.
@usableFromInline final class Join<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline let outbox: Outbox<Downstream>
  @usableFromInline let description: String

  // Exclusivity is unchecked because the outbox's lock guards every access.
  /// The children that have not ended; freed places are used again.
  @exclusivity(unchecked) @usableFromInline var children: [UpstreamState]
  @exclusivity(unchecked) @usableFromInline var freePlaces: [Int] = []
  /// Places of children that ended while values waited, perhaps theirs; free once none waits.
  @exclusivity(unchecked) @usableFromInline var retiredPlaces: [Int] = []
  @exclusivity(unchecked) @usableFromInline var activeCount: Int
  /// The publisher of publishers, if there is one.
  @exclusivity(unchecked) @usableFromInline var outer = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline var expectsChildren: Bool
  /// Whether the children are asked for everything rather than for one value at a time.
  @exclusivity(unchecked) @usableFromInline var asksForAll = false
  @usableFromInline let admitsLimited: Bool

  /// Makes a join of a known number of children, or of an unknown one.
  @usableFromInline
  init(_ downstream: Downstream, label: String, children count: Int?, admitsLimited: Bool = false) {
    outbox = Outbox(downstream, isOpen: true)
    description = label
    children = Array(repeating: .awaiting, count: count ?? 0)
    activeCount = count ?? 0
    expectsChildren = count == nil
    self.admitsLimited = admitsLimited
    outbox.onDemand = { [unowned self] _ in self.askForAllIfUnlimited() }
    outbox.onSent = { [unowned self] in self.askForOne($0) }
  }

  /// Makes the join of a known number of publishers, and hands its subscription downstream.
  @usableFromInline convenience init(merging count: Int, into downstream: Downstream) {
    self.init(downstream, label: "Merge", children: count)
    downstream.receive(subscription: self)
  }

  // MARK: Children

  /// Makes room for a child; nil once nothing more can come.
  @inlinable func addChild() -> Int? {
    outbox.lock.lock()
    defer { outbox.lock.unlock() }
    if outbox.isClosed || outbox.ending != nil { return nil }
    activeCount += 1
    if outbox.waiting == nil, !retiredPlaces.isEmpty {
      freePlaces += retiredPlaces
      retiredPlaces.removeAll(keepingCapacity: true)
    }
    if let place = freePlaces.popLast() {
      children[place] = .awaiting
      return place
    }
    children.append(.awaiting)
    return children.count - 1
  }

  /// Whether more children may come, and whether each is to be asked for everything.
  @inlinable var admission: (isOpen: Bool, takesAll: Bool) {
    outbox.lock.withLock { (!outbox.isClosed && outbox.ending == nil, asksForAll) }
  }

  /// Sends the value of a child that has no other, which needs no place.
  @inlinable func send(_ value: Downstream.Input) -> Subscribers.Demand {
    outbox.lock.lock()
    _ = outbox.sendAndUnlock(value)
    return admitsLimited ? .max(1) : .none
  }

  @inlinable func accept(_ subscription: any Subscription, child: Int) {
    outbox.lock.lock()
    let accepted = !outbox.isClosed && children[child].accept(subscription)
    let asksForAll = asksForAll
    outbox.lock.unlock()
    if accepted {
      subscription.request(asksForAll ? .unlimited : .max(1))
    } else {
      subscription.cancel()
    }
  }

  @inlinable func receive(_ value: Downstream.Input, child: Int) -> Subscribers.Demand {
    outbox.lock.lock()
    let asksForOne = !asksForAll
    let hasLeft = outbox.sendAndUnlock(value, source: child)
    return hasLeft && asksForOne ? .max(1) : .none
  }

  /// Asks a child for its next value, now that its last one has left.
  private func askForOne(_ child: Int) {
    outbox.lock.lock()
    let subscription = asksForAll ? nil : children[child].subscription
    outbox.lock.unlock()
    subscription?.request(.max(1))
  }

  @inlinable func receive(completion: Completion, child: Int) {
    outbox.lock.lock()
    let ended = children[child].end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    switch completion {
    case .finished:
      activeCount -= 1
      retiredPlaces.append(child)
      if activeCount == 0 && !expectsChildren {
        outbox.endAndUnlock(.finished)
      } else {
        let outer = admitsLimited && expectsChildren ? outer.subscription : nil
        outbox.lock.unlock()
        outer?.request(.max(1))
      }
    case .failure:
      failAndUnlock(completion)
    }
    ended.release()
  }

  // MARK: The publisher of publishers

  @inlinable func acceptOuter(_ subscription: any Subscription) -> Bool {
    let accepted = outbox.lock.withLock { !outbox.isClosed && outer.accept(subscription) }
    if !accepted { subscription.cancel() }
    return accepted
  }

  @inlinable func receiveOuter(completion: Completion) {
    outbox.lock.lock()
    let ended = outer.end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    expectsChildren = false
    switch completion {
    case .finished:
      if activeCount == 0 { outbox.endAndUnlock(.finished) } else { outbox.lock.unlock() }
    case .failure:
      failAndUnlock(completion)
    }
    ended.release()
  }

  @usableFromInline @inline(never) func failAndUnlock(_ completion: Completion) {
    let others = endAllLocked()
    outbox.lock.unlock()
    for other in others { other.cancel() }
    outbox.lock.lock()
    outbox.endAndUnlock(completion)
  }

  private func endAllLocked() -> [UpstreamState.Ended] {
    expectsChildren = false
    return [outer.end()] + children.indices.map { children[$0].end() }
  }

  // MARK: Subscription

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    outbox.request(demand)
  }

  /// Asks the children for everything, once, when the demand has become unlimited.
  private func askForAllIfUnlimited() {
    outbox.lock.lock()
    guard outbox.demand.isUnlimited, !asksForAll else { return outbox.lock.unlock() }
    asksForAll = true
    let subscriptions = children.map(\.subscription)
    outbox.lock.unlock()
    for subscription in subscriptions { subscription?.request(.unlimited) }
  }

  @usableFromInline func cancel() {
    outbox.lock.lock()
    let leftovers = outbox.closeLocked()
    let ended = endAllLocked()
    outbox.lock.unlock()
    for child in ended { child.cancel() }
    withExtendedLifetime(leftovers) {}
  }
}

/// The subscriber of one child.
@usableFromInline struct JoinChild<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let join: Join<Downstream>
  @usableFromInline let place: Int

  @inlinable init(_ join: Join<Downstream>, _ place: Int) {
    (self.join, self.place) = (join, place)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(join) }

  @inlinable
  func receive(subscription: any Subscription) { join.accept(subscription, child: place) }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { join.receive(input, child: place) }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    join.receive(completion: completion, child: place)
  }
}
