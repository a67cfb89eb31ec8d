import Synchronization

/// The one subscriber list that the subjects and `@Published` share; this part knows no types.
///
/// Invariants:
/// - One thread at a time delivers: the one whose number is in `role`. A send from another thread
///   meanwhile is queued, and the delivering thread sends it before it leaves; no thread waits, and
///   all subscribers see all values in one order. Members are numbered as they join, so that a
///   queued value goes to those alone who were there when it was sent.
/// - A send from inside a delivery nests, unless it is a queued value that is delivered, or another
///   thread's send is queued before it.
/// - `role` goes from zero to a thread under `lock`, and back with or without it, if nothing is
///   left to do. Others change it only under `lock`.
/// - A member removed during a delivery is parked until the delivery is over. So the holder of the
///   role calls members and their subscribers without retaining them, even if a member's life has
///   ended: its memory is kept.
/// - Everything else, the conduits' state included, changes under `lock`; no foreign code runs
///   then.
@usableFromInline class BroadcastCore {
  @usableFromInline let lock = BiasedLock()

  /// The delivering thread, or zero; see `Role`.
  @usableFromInline let role = Atomic<UInt>(0)

  /// The meaning of the low bits of a thread's number in `role`.
  @usableFromInline enum Role {
    @inlinable static var hasQueue: UInt { 1 }
    @inlinable static var hasParked: UInt { 2 }
  }

  // Exclusivity is unchecked throughout because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var isOpen = true
  /// True while there is no member and nothing to remember, so that a send is at its end at once.
  /// A send that does not see a member yet came before it.
  @usableFromInline let isIdle: Atomic<Bool>
  /// The only member, if there is exactly one, so that the usual case touches no array. Kept by
  /// `members`, or by being parked.
  @exclusivity(unchecked) @usableFromInline var sole: ConduitPlace?
  /// In the order of joining. Dead members, always fewer than half, stay until they are swept out
  /// together, so that cancelling all of many takes linear time.
  @exclusivity(unchecked) @usableFromInline var members: ContiguousArray<ConduitPlace> = []
  @exclusivity(unchecked) final var deadCount = 0
  /// The number of the member that joined last.
  @exclusivity(unchecked) @usableFromInline final var lastNumber: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline final var parked: ContiguousArray<ConduitPlace> = []

  /// Counts the sends of a subject that remembers its latest value, so that a member takes none
  /// twice; zero if the subject remembers none.
  @exclusivity(unchecked) @usableFromInline final var version: UInt64

  @exclusivity(unchecked) private var upstreams: [any Subscription] = []
  /// True if any member has requested something. Set once, under `lock`.
  @usableFromInline let wantsUpstream: Atomic<Bool>

  /// True if new members are given the latest value.
  @usableFromInline final let remembers: Bool

  /// The name of the members' subscriptions.
  final let label: String

  init(label: String, remembers: Bool) {
    self.label = label
    self.remembers = remembers
    version = remembers ? 1 : 0
    wantsUpstream = Atomic(remembers)
    isIdle = Atomic(!remembers)
  }

  // MARK: The role

  /// Gives the role back, after the work that others left meanwhile.
  @inlinable @inline(__always) final func leave(_ me: UInt) {
    // Without a compare-and-swap while no other thread can change the role, which takes the lock.
    if lock.tryAsOwner(me) {
      let isMarked = role.load(ordering: .relaxed) != me
      if !isMarked { role.store(0, ordering: .relaxed) }
      lock.leaveAsOwner()
      if isMarked { settle(me) }
    } else if !role.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged {
      settle(me)
    }
  }

  /// Sends what is queued, frees what is parked, and gives the role back.
  @usableFromInline func settle(_ me: UInt) { fatalError("Broadcast implements this.") }

  /// Marks the role so that its holder settles before it leaves; the caller holds the lock.
  ///
  /// - Returns: False if the holder has just left; the role is free then.
  @inlinable final func markRole(_ mark: UInt) -> Bool {
    // Acquiring, here and in `send`: the last holder left without the lock, and its successor must
    // see everything that its deliveries wrote.
    var holder = role.load(ordering: .acquiring)
    while holder != 0 {
      let (exchanged, found) = role.compareExchange(
        expected: holder, desired: holder | mark, ordering: .acquiring)
      if exchanged { return true }
      holder = found
    }
    return false
  }

  // MARK: Members

  /// Adds a member; the caller holds the lock.
  @usableFromInline final func enlist(_ member: ConduitCore) {
    lastNumber += 1
    member.join(as: lastNumber)
    member.place.enterList()
    members.append(member.place)
    noteMembers()
  }

  /// Takes a dead member out; the caller holds the lock.
  final func dismiss(_ place: ConduitPlace) {
    // Parked first, so that a list keeps the memory throughout: the owner may let go at any time.
    let isInUse = markRole(Role.hasParked)
    if isInUse { place.park(in: self) }
    if deadCount == 0, members.count <= 8,
      let index = members.indices.first(where: { members[$0] == place })
    {
      // Removed in place if they are few, so that their memory is used again.
      members.remove(at: index).leaveList()
    } else {
      deadCount += 1
      if deadCount * 2 >= members.count {
        members.removeAll {
          if !$0.isDead { return false }
          // Those who are delivering may have copied the list, with the dead.
          if isInUse { parked.append($0) } else { $0.leaveList() }
          return true
        }
        deadCount = 0
      }
    }
    noteMembers()
  }

  /// Keeps what is known of the members, after each change of them, for the next send.
  @usableFromInline final func noteMembers() {
    sole = members.count == 1 ? members[0] : nil
    isIdle.store(members.isEmpty && !remembers, ordering: .relaxed)
  }

  /// Reports to members that were removed during a delivery that it is over; the caller holds the
  /// lock.
  @usableFromInline final func unpark(_ members: ContiguousArray<ConduitPlace>) {
    for member in members { member.state.pointee.isParked = false }
  }

  /// Frees the subscribers of those that no thread can be inside any more, and lets go of their
  /// memory.
  @usableFromInline final func freeIfOver(_ members: ContiguousArray<ConduitPlace>) {
    if members.isEmpty { return }
    for member in members where lock.withLock({ member.claimFreeing() }) { member.free() }
    lock.withLock { for member in members { member.leaveList() } }
  }

  // MARK: Upstream

  /// Connects a publisher that feeds this subject.
  final func attach(upstream: any Subscription) {
    lock.lock()
    // Looked through only when the array would grow, which costs as much anyway.
    var before: [any Subscription] = []
    if upstreams.count == upstreams.capacity {
      before = upstreams
      upstreams.removeAll { ($0 as? UpstreamLink)?.isOver ?? false }
    }
    upstreams.append(upstream)
    let wanted = wantsUpstream.load(ordering: .relaxed)
    lock.unlock()
    withExtendedLifetime(before) {}
    if wanted { upstream.request(.unlimited) }
  }

  /// Cancels the publishers that feed the subject, which goes away. The list itself may live
  /// longer, held by subscriptions that ended and were kept.
  final func cancelUpstreams() {
    var ended: [any Subscription] = []
    lock.withLock { swap(&ended, &upstreams) }
    for upstream in ended { upstream.cancel() }
  }

  /// Asks the upstreams for everything, once, at the first demand of any member.
  @inlinable @inline(__always) final func requestUpstreams() {
    if !wantsUpstream.load(ordering: .relaxed) { requestUpstreamsOnce() }
  }

  @usableFromInline @inline(never) final func requestUpstreamsOnce() {
    lock.lock()
    let first = !wantsUpstream.load(ordering: .relaxed)
    wantsUpstream.store(true, ordering: .relaxed)
    let asked = first ? upstreams : []
    lock.unlock()
    for upstream in asked { upstream.request(.unlimited) }
  }
}

/// The subscriber list of a subject with its types: the values sent and the one remembered.
@usableFromInline final class Broadcast<Output, Failure: Error>: BroadcastCore {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  /// The value that new members are given first, if the subject remembers one.
  @exclusivity(unchecked) @usableFromInline var latest: Output?
  @exclusivity(unchecked) @usableFromInline var completion: Completion?
  @exclusivity(unchecked) @usableFromInline var queue = RingBuffer<Delivery>()
  /// The queued values that are being sent; the delivering thread's alone.
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

  /// Sends a value, on the thread whose number is given.
  @inlinable func transmit(_ value: Output, from me: UInt, rememberAnyway: Bool = false) {
    lock.lock(me)
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
      // What is removed meanwhile is parked, so there is no need to retain each.
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
  func deliver(_ value: Output, _ version: UInt64, to place: ConduitPlace) {
    let state = place.state
    if state.pointee.phase.load(ordering: .acquiring) == SubscriptionState.Phase.steady {
      // A request, on another thread or in a delivery around this one, may have delivered the value
      // as the latest already.
      guard version == 0 || version > state.pointee.takenVersion else { return }
      _ = place.calls(Output.self, Failure.self).pointee.receive(value, at: place)
    } else if !place.isDead {
      deliverSlowly(value, version, to: place)
    }
  }

  /// Delivers a value to a member that was not steady yet.
  @usableFromInline @inline(never)
  func deliverSlowly(_ value: Output, _ version: UInt64, to place: ConduitPlace) {
    lock.lock()
    if place.isCounting {
      return place.call(Output.self, Failure.self) { $0.deliverCounting(value, version) }
    }
    let isNew = version == 0 || version > place.state.pointee.takenVersion
    let isDue = isNew && !place.isDead
    lock.unlock()
    if isDue { _ = place.calls(Output.self, Failure.self).pointee.receive(value, at: place) }
  }

  @usableFromInline func finish(_ audience: ContiguousArray<ConduitPlace>, _ completion: Completion)
  {
    for place in audience {
      lock.lock()
      let isDue =
        place.isCounting
        ? place.call(Output.self, Failure.self) { $0.mayDie(of: completion) } : !place.isDead
      if isDue { place.die(in: self) }
      lock.unlock()
      if isDue {
        place.calls(Output.self, Failure.self).pointee.onCompletion(place, completion)
      }
    }
  }

  // MARK: For callers who hold the lock

  /// Takes all members out, parked, because a delivery around this call may still be using them.
  @inlinable func parkMembers() -> ContiguousArray<ConduitPlace> {
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

  /// Leaves something to the delivering thread; true if that left just now, so that the role, and
  /// the queue, are the caller's to settle.
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
  @inlinable func add(_ member: Conduit<Output, Failure>) -> Completion? {
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
