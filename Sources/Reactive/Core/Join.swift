/// The host of operators that bring many publishers of one type together: merge and flatMap.
///
/// With unlimited demand each child gets unlimited demand. Otherwise each is asked for one value at
/// a time, which waits here if need be. A child's failure cancels all the others.
///
/// The publisher of publishers has index 0; if there is none, as in a merge, it counts as ended.
@usableFromInline package final class Join<Downstream: Subscriber>: Outbox<Downstream>, Junction {
  /// The number of children that may be active.
  @usableFromInline package enum Admission {
    case all
    /// As many as the publisher of publishers was asked for; each that ends makes room for another.
    case limited
    /// Only one; others that arrive meanwhile are dropped.
    case one
  }

  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var freeIndices: [Int] = []
  /// Indices of children that ended while values, perhaps theirs, waited; free once none waits.
  @exclusivity(unchecked) @usableFromInline var retiredIndices: [Int] = []
  /// The number of children that have not ended.
  @exclusivity(unchecked) @usableFromInline var activeCount: Int
  /// True if the children are asked for everything, false if for one value at a time.
  @exclusivity(unchecked) @usableFromInline var asksForAll = false
  @usableFromInline let admission: Admission

  /// Makes a join and hands its subscription downstream. With a number of children, at the indices
  /// from 1 on, there will be no others.
  @usableFromInline package init(
    _ downstream: Downstream, label: String, children: Int = 0, admission: Admission = .all
  ) {
    (activeCount, self.admission) = (children, admission)
    super.init(downstream, label: label, upstreams: 1 + children, isOpen: true)
    if children > 0 { upstreams[0] = .ended }
    downstream.receive(subscription: self)
  }

  @inlinable var isLimited: Bool { if case .limited = admission { true } else { false } }

  /// The answers to two questions: may a child come, and does it need no index if it sends one
  /// value?
  @inlinable var opening: (isOpen: Bool, takesOneValue: Bool) {
    lock.lock()
    let (isOpen, activeCount, asksForAll) = (ledger.isOpen, activeCount, asksForAll)
    lock.unlock()
    if case .one = admission { return (isOpen && activeCount == 0, false) }
    return (isOpen, asksForAll)
  }

  /// Makes room for a child; nil once nothing more can come.
  @inlinable func addChild() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    if !ledger.isOpen { return nil }
    activeCount += 1
    if ledger.waiting == nil, !retiredIndices.isEmpty {
      freeIndices += retiredIndices
      retiredIndices.removeAll(keepingCapacity: true)
    }
    if let index = freeIndices.popLast() {
      upstreams[index] = .awaiting
      return index
    }
    upstreams.append(.awaiting)
    return upstreams.count - 1
  }

  @inlinable package func accept(_ subscription: any Subscription, from index: Int) {
    lock.lock()
    let accepted = !ledger.isClosed && upstreams[index].accept(subscription)
    let asksForAll = asksForAll
    lock.unlock()
    if !accepted { return subscription.cancel() }
    subscription.request(asksForAll ? .unlimited : .max(1))
  }

  @inlinable package func receive(_ value: Downstream.Input, from index: Int) -> Subscribers.Demand
  {
    let me = currentThread()
    lock.lock(me)
    let asksForOne = !asksForAll
    let isAdmitted = ledger.admit(value, from: index, by: me)
    lock.unlock()
    if !isAdmitted { return .none }
    deliver(value, by: me)
    return asksForOne ? .max(1) : .none
  }

  /// The upstreams to cancel, the children first.
  @usableFromInline override func endUpstreams() -> [UpstreamState] {
    let all = super.endUpstreams()
    return Array(all.dropFirst() + all.prefix(1))
  }

  /// Asks a child for its next value, after its last one has left.
  @usableFromInline override func hasSent(from index: Int) {
    lock.withLock { asksForAll ? nil : upstreams[index].subscription }?.request(.max(1))
  }

  @inlinable package func receive(completion: Completion, from index: Int) {
    lock.lock()
    let ended = upstreams[index].complete()
    if ended.isFirst, index > 0 {
      activeCount -= 1
      retiredIndices.append(index)
    }
    let isOver = activeCount == 0 && upstreams[0].hasEnded
    let outer = isLimited ? upstreams[0].subscription : nil
    lock.unlock()
    guard ended.isFirst else { return }
    if completion.isFailure {
      cutOff(completion)
    } else if isOver {
      end(.finished)
    } else {
      outer?.request(.max(1))
    }
    ended.release()
  }

  /// Asks the children for everything, once, when the demand has become unlimited.
  @usableFromInline override func forward() {
    lock.lock()
    let isFirst = ledger.demand.isUnlimited && !asksForAll
    if isFirst { asksForAll = true }
    let subscriptions = isFirst ? upstreams.dropFirst().map(\.subscription) : []
    lock.unlock()
    for subscription in subscriptions { subscription?.request(.unlimited) }
  }
}

/// A merge whose publishers are added one by one.
@usableFromInline struct Merging<Downstream: Subscriber> {
  @usableFromInline let join: Join<Downstream>, index: Int

  @inlinable init(_ count: Int, into downstream: Downstream) {
    self.init(Join(downstream, label: "Merge", children: count), index: 1)
  }

  @inlinable init(_ join: Join<Downstream>, index: Int) { (self.join, self.index) = (join, index) }

  @inlinable @inline(__always) @discardableResult
  func add(_ publisher: some Publisher<Downstream.Input, Downstream.Failure>) -> Merging {
    publisher.receive(subscriber: Inlet(join, index))
    return Merging(join, index: index + 1)
  }
}
