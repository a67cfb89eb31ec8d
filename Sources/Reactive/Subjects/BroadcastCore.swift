import Synchronization

/// The one subscriber list that the subjects and `@Published` share; this part knows no types.
///
/// Invariants:
/// - One thread at a time delivers: the one whose number is in `role`. A send from another thread
///   meanwhile is queued, and the delivering thread sends it before it leaves; no thread waits, and
///   all subscribers see all values in one order. Members are numbered as they join, so that a
///   queued value goes only to members that had joined when it was sent.
/// - A send from inside a delivery nests, unless the delivered value was queued, or another
///   thread's send is queued before it.
/// - `role` goes from zero to a thread under `lock`, and back with or without it, if nothing is
///   left to do. Others change it only under `lock`.
/// - A member removed during a delivery is parked until the delivery is over. So the holder of the
///   role calls members and their subscribers without retaining them, even if a member's life has
///   ended: its memory is kept.
/// - Everything else, the subscriptions' state included, changes under `lock`; no foreign code runs
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
  /// True while there is no member and nothing to remember, so that a send returns at once. A send
  /// that does not see a member yet came before it.
  @usableFromInline let isIdle: Atomic<Bool>
  /// The only member, if there is exactly one, so that the usual case touches no array. Kept by
  /// `members`, or because it is parked.
  @exclusivity(unchecked) @usableFromInline var sole: SubscriptionPointer?
  /// In the order of joining. Dead members, always fewer than half, stay until they are swept out
  /// together, so that cancelling many takes linear time.
  @exclusivity(unchecked) @usableFromInline var members: ContiguousArray<SubscriptionPointer> = []
  @exclusivity(unchecked) final var deadCount = 0
  /// The number of the member that joined last.
  @exclusivity(unchecked) @usableFromInline final var lastNumber: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline final var parked: ContiguousArray<SubscriptionPointer> =
    []

  /// Counts the sends of a subject that remembers its latest value, so that no member receives one
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
    (self.label, self.remembers) = (label, remembers)
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
  @usableFromInline final func enlist(_ member: SubjectSubscriptionCore) {
    lastNumber += 1
    member.join(as: lastNumber)
    member.pointer.enterList()
    members.append(member.pointer)
    noteMembers()
  }

  /// Removes a dead member; the caller holds the lock.
  final func dismiss(_ pointer: SubscriptionPointer) {
    // Parked first, so that a list always keeps the memory: the owner may release it at any time.
    let isInUse = markRole(Role.hasParked)
    if isInUse { pointer.park(in: self) }
    if deadCount == 0, members.count <= 8,
      let index = members.indices.first(where: { members[$0] == pointer })
    {
      // Removed in place if they are few, so that their memory is reused.
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

  /// Updates what the next send needs to know of the members, after each change of them.
  @usableFromInline final func noteMembers() {
    sole = members.count == 1 ? members[0] : nil
    isIdle.store(members.isEmpty && !remembers, ordering: .relaxed)
  }

  /// Reports the end of a delivery to the members removed during it; the caller holds the lock.
  @usableFromInline final func unpark(_ members: ContiguousArray<SubscriptionPointer>) {
    for member in members { member.state.pointee.isParked = false }
  }

  /// Frees the subscribers of those that no thread can be inside any more, and lets go of their
  /// memory.
  @usableFromInline final func freeIfOver(_ members: ContiguousArray<SubscriptionPointer>) {
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
