/// The host of operators that bring many publishers of one type together: merge and flatMap.
///
/// With unlimited demand each child is asked for everything. Otherwise each is asked for one value
/// at a time, which waits here if need be. A child's failure cancels all the others.
///
/// The publisher of publishers has place 0; where there is none, as in a merge, it counts as ended.
@usableFromInline package final class Join<Downstream: Subscriber>: Outbox<Downstream>, Junction {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline package var freePlaces: [Int] = []
  /// Places of children that ended while values waited, perhaps theirs; free once none waits.
  @exclusivity(unchecked) @usableFromInline package var retiredPlaces: [Int] = []
  /// How many children have not ended.
  @exclusivity(unchecked) @usableFromInline package var activeCount: Int
  /// Whether the children are asked for everything rather than for one value at a time.
  @exclusivity(unchecked) @usableFromInline package var asksForAll = false
  @usableFromInline package let admitsLimited: Bool

  /// Makes a join and hands its subscription downstream. With a number of children, in the places
  /// from 1 on, there will be no others.
  @usableFromInline
  package init(
    _ downstream: Downstream, label: String, children: Int = 0, admitsLimited: Bool = false
  ) {
    (activeCount, self.admitsLimited) = (children, admitsLimited)
    super.init(downstream, label: label, upstreams: 1 + children, isOpen: true)
    if children > 0 { upstreams[0] = .ended }
    downstream.receive(subscription: self)
  }

  /// Whether more children may come, and whether each is to be asked for everything.
  @inlinable package var admission: (isOpen: Bool, takesAll: Bool) {
    lock.withLock { (!isClosed && ending == nil, asksForAll) }
  }

  /// Makes room for a child; nil once nothing more can come.
  @inlinable package func addChild() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    if isClosed || ending != nil { return nil }
    activeCount += 1
    if waiting == nil, !retiredPlaces.isEmpty {
      freePlaces += retiredPlaces
      retiredPlaces.removeAll(keepingCapacity: true)
    }
    if let place = freePlaces.popLast() {
      upstreams[place] = .awaiting
      return place
    }
    upstreams.append(.awaiting)
    return upstreams.count - 1
  }

  /// Sends the value of a child that has no other, which needs no place.
  @inlinable package func send(_ value: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    _ = sendAndUnlock(value)
    return admitsLimited ? .max(1) : .none
  }

  @inlinable package func accept(_ subscription: any Subscription, from place: Int) {
    lock.lock()
    let accepted = !isClosed && upstreams[place].accept(subscription)
    let asksForAll = asksForAll
    lock.unlock()
    if !accepted { return subscription.cancel() }
    subscription.request(asksForAll ? .unlimited : .max(1))
  }

  @inlinable package func receive(_ value: Downstream.Input, from place: Int) -> Subscribers.Demand
  {
    lock.lock()
    let asksForOne = !asksForAll
    let hasLeft = sendAndUnlock(value, source: place) > 0
    return hasLeft && asksForOne ? .max(1) : .none
  }

  /// Asks a child for its next value, now that its last one has left.
  @usableFromInline package override func hasSent(from place: Int) {
    lock.withLock { asksForAll ? nil : upstreams[place].subscription }?.request(.max(1))
  }

  @inlinable package func receive(completion: Completion, from place: Int) {
    lock.lock()
    let ended = upstreams[place].end()
    guard ended.isFirst else { return lock.unlock() }
    if place > 0 {
      activeCount -= 1
      retiredPlaces.append(place)
    }
    if completion.isFailure {
      cutOffAndUnlock(completion)
    } else if activeCount == 0 && upstreams[0].hasEnded {
      endAndUnlock(.finished)
    } else {
      let outer = admitsLimited ? upstreams[0].subscription : nil
      lock.unlock()
      outer?.request(.max(1))
    }
    ended.release()
  }

  /// Asks the children for everything, once, when the demand has become unlimited.
  @usableFromInline package override func forward(_: Subscribers.Demand) {
    lock.lock()
    guard demand.isUnlimited, !asksForAll else { return lock.unlock() }
    asksForAll = true
    let subscriptions = upstreams.dropFirst().map(\.subscription)
    lock.unlock()
    for subscription in subscriptions { subscription?.request(.unlimited) }
  }
}

/// A merge, to which its publishers are added one by one.
@usableFromInline package struct Merging<Downstream: Subscriber> {
  @usableFromInline package let join: Join<Downstream>, place: Int

  @inlinable package init(_ count: Int, into downstream: Downstream) {
    self.init(Join(downstream, label: "Merge", children: count), place: 1)
  }

  @inlinable package init(_ join: Join<Downstream>, place: Int) {
    (self.join, self.place) = (join, place)
  }

  @inlinable @inline(__always) @discardableResult
  package func add(_ publisher: some Publisher<Downstream.Input, Downstream.Failure>) -> Merging {
    publisher.receive(subscriber: Inlet(join, place))
    return Merging(join, place: place + 1)
  }
}
