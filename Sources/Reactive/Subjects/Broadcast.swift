import Synchronization

/// The subscriber list of a subject with its types: the values sent and the one remembered.
@usableFromInline final class Broadcast<Output, Failure: Error>: BroadcastCore {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  /// The value that new members are given first, if the subject remembers one.
  @exclusivity(unchecked) @usableFromInline var latest: Output?
  @exclusivity(unchecked) @usableFromInline var completion: Completion?
  @exclusivity(unchecked) @usableFromInline var queue = RingBuffer<Delivery>()
  /// The queued values that are being sent; only the delivering thread uses them.
  @exclusivity(unchecked) @usableFromInline var sending = RingBuffer<Delivery>()

  /// Makes an empty list; with a `latest` it remembers the last value.
  @usableFromInline init(label: String, latest: Output? = nil) {
    self.latest = latest
    super.init(label: label, remembers: latest != nil)
  }

  @usableFromInline enum Delivery {
    /// For the members up to a number.
    case value(Output, version: UInt64, upTo: UInt64)
    case completion(Completion)
  }

  /// Sends a value; after the end it is only remembered, if the subject remembers.
  @inlinable @inline(__always) func send(_ value: Output, rememberAnyway: Bool = false) {
    if !isIdle.load(ordering: .relaxed) {
      transmit(value, from: currentThread(), rememberAnyway: rememberAnyway)
    }
  }

  /// Sends a value on the thread with the number `me`.
  @inlinable func transmit(_ value: Output, from me: UInt, rememberAnyway: Bool = false) {
    lock.lock(me)
    transmitLocked(value, from: me, rememberAnyway: rememberAnyway)
  }

  /// Sends a value and releases the lock, which the caller holds.
  @inlinable @inline(__always)
  func transmitLocked(_ value: Output, from me: UInt, rememberAnyway: Bool = false) {
    guard isOpen else {
      lock.unlock()
      return rememberAnyway ? remember(value) : ()
    }
    // Freed at the end of the send, outside the lock.
    var replaced: Output?
    if version > 0 {
      replaced = latest
      latest = value
      version &+= 1
    }
    defer { withExtendedLifetime(replaced) {} }
    let version = version
    let holder = role.load(ordering: .acquiring)
    if holder != 0 && holder & ~Role.hasParked != me {
      let isMine = enqueue(value, version)
      lock.unlock()
      if isMine { settle(me) }
    } else if let sole {
      if holder == 0 { role.store(me, ordering: .relaxed) }
      lock.unlock()
      deliver(value, version, to: sole)
      if holder == 0 { leave(me) }
    } else {
      let audience = members
      if audience.isEmpty { return lock.unlock() }
      if holder == 0 { role.store(me, ordering: .relaxed) }
      lock.unlock()
      // Members removed meanwhile are parked, so they need not be retained one by one.
      audience.withUnsafeBufferPointer { members in
        for index in members.indices { deliver(value, version, to: members[index]) }
      }
      if holder == 0 { leave(me) }
    }
  }

  @usableFromInline func send(completion: Completion) {
    let me = currentThread()
    lock.lock()
    guard isOpen else { return lock.unlock() }
    isOpen = false
    self.completion = completion
    let holder = role.load(ordering: .acquiring)
    if holder != 0 && holder & ~Role.hasParked != me {
      let isMine = enqueue(.completion(completion))
      lock.unlock()
      if isMine { settle(me) }
      return
    }
    role.store(me, ordering: .relaxed)
    let audience = parkMembers()
    lock.unlock()
    finish(audience, completion)
    if holder == 0 { leave(me) }
  }

  /// Delivers a value to a member, for the holder of the role.
  @inlinable @inline(__always)
  func deliver(_ value: Output, _ version: UInt64, to pointer: SubscriptionPointer) {
    let state = pointer.state
    if state.pointee.phase.load(ordering: .acquiring) == SubscriptionState.Phase.steady {
      // A request, on another thread or in a delivery around this one, may have delivered the value
      // as the latest already.
      guard version == 0 || version > state.pointee.takenVersion else { return }
      _ = pointer.calls(Output.self, Failure.self).pointee.receive(value, at: pointer)
    } else if !pointer.isDead {
      deliverSlowly(value, version, to: pointer)
    }
  }

  /// Delivers a value to a member that was not steady yet.
  @usableFromInline @inline(never)
  func deliverSlowly(_ value: Output, _ version: UInt64, to pointer: SubscriptionPointer) {
    lock.lock()
    if pointer.isCounting {
      return pointer.call(Output.self, Failure.self) { $0.deliverCounting(value, version) }
    }
    let isNew = version == 0 || version > pointer.state.pointee.takenVersion
    let isDue = isNew && !pointer.isDead
    lock.unlock()
    if isDue { _ = pointer.calls(Output.self, Failure.self).pointee.receive(value, at: pointer) }
  }

  @usableFromInline func finish(
    _ audience: ContiguousArray<SubscriptionPointer>, _ completion: Completion
  ) {
    for pointer in audience {
      lock.lock()
      let isDue =
        pointer.isCounting
        ? pointer.call(Output.self, Failure.self) { $0.mayDie(of: completion) } : !pointer.isDead
      if isDue { pointer.die(in: self) }
      lock.unlock()
      if isDue {
        pointer.calls(Output.self, Failure.self).pointee.onCompletion(pointer, completion)
      }
    }
  }

  // MARK: For callers who hold the lock

  /// Takes all members out, parked, because a delivery around this call may still be using them.
  @inlinable func parkMembers() -> ContiguousArray<SubscriptionPointer> {
    let audience = members
    members = []
    noteMembers()
    parked.append(contentsOf: audience)
    _ = markRole(Role.hasParked)
    return audience
  }

  @inlinable @inline(never) func enqueue(_ value: Output, _ version: UInt64) -> Bool {
    enqueue(.value(value, version: version, upTo: lastNumber))
  }

  /// Leaves something to the delivering thread; returns true if that has just left, so that the
  /// caller must settle the role and the queue.
  @inlinable func enqueue(_ delivery: Delivery) -> Bool {
    queue.append(delivery)
    if markRole(Role.hasQueue) { return false }
    role.store(currentThread() | Role.hasQueue, ordering: .relaxed)
    return true
  }

  // MARK: The end of a delivery

  @inlinable @inline(never) override func settle(_ me: UInt) {
    while true {
      lock.lock()
      let done = parked
      parked = []
      swap(&queue, &sending)
      let audience = members
      let isDone = done.isEmpty && sending.isEmpty
      role.store(isDone ? 0 : sending.isEmpty ? me : me | Role.hasQueue, ordering: .releasing)
      unpark(done)
      lock.unlock()
      if isDone { return }
      freeIfOver(done)
      while let next = sending.popFirst() {
        switch next {
        case .value(let value, let version, let last):
          for member in audience where member.state.pointee.number <= last {
            deliver(value, version, to: member)
          }
        case .completion(let completion): finish(lock.withLock { parkMembers() }, completion)
        }
      }
    }
  }

  /// Adds a member; if the subject has ended, returns the completion instead.
  @inlinable func add(_ member: SubjectSubscription<Output, Failure>) -> Completion? {
    lock.lock()
    defer { lock.unlock() }
    guard isOpen else { return completion }
    enlist(member)
    return nil
  }

  /// Replaces the value that new members are given, without sending it.
  @inlinable @inline(never) func remember(_ value: Output?) {
    var latest = value
    lock.withLock { swap(&latest, &self.latest) }
    withExtendedLifetime(latest) {}
  }

  /// Forgets what only new members are given, now that there can be none: subscriptions that have
  /// ended, and are kept, keep this.
  @usableFromInline func forget() {
    remember(nil)
    var completion: Completion?
    lock.withLock { swap(&completion, &self.completion) }
    withExtendedLifetime(completion) {}
    cancelUpstreams()
  }

  @usableFromInline var lastValue: Output { @inlinable get { lock.withLock { latest! } } }
}
