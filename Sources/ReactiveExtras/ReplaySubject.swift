import Reactive

/// A subject that remembers its last values and gives them to each new subscriber.
///
///     let subject = ReplaySubject<Int, Never>(bufferSize: 2)
///     for number in 1...3 { subject.send(number) }
///     let cancellable = subject.sink { print($0) }  // 2, 3
///
/// After the end, a new subscriber gets the remembered values and then the completion. No value is
/// lost to a subscriber: values without demand wait for it, without bound, and the completion, even
/// a failure, comes after them. Values sent from inside a delivery, or from another thread
/// meanwhile, are delivered after it, so all subscribers see all values in one order, and `send`
/// never waits for another thread.
public final class ReplaySubject<Output, Failure: Error>: Subject {
  /// The values that wait for one subscriber.
  @usableFromInline typealias Member = Outbox<ErasedSubscriber<Output, Failure>>

  /// The maximum number of values that a new subscriber is given.
  public let bufferSize: Int

  @usableFromInline let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var buffer = RingBuffer<Output>()
  @exclusivity(unchecked) @usableFromInline var members: ContiguousArray<Member> = []
  @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
  @exclusivity(unchecked) private var upstreams: [any Subscription] = []

  /// Makes a subject that remembers up to `bufferSize` values.
  ///
  /// - Precondition: `bufferSize` is not negative.
  public init(bufferSize: Int) {
    precondition(
      bufferSize >= 0, "ReplaySubject(bufferSize: \(bufferSize)): a size cannot be negative.")
    self.bufferSize = bufferSize
  }

  deinit { for upstream in upstreams { upstream.cancel() } }

  /// Remembers a value and sends it to the subscribers. O(subscribers).
  @inlinable public func send(_ input: Output) {
    lock.lock()
    if completion != nil { return lock.unlock() }
    if bufferSize > 0 { buffer.append(input) }
    let forgotten = buffer.count > bufferSize ? buffer.popFirst() : nil
    let audience = members
    // Each member's turn is fixed under the lock, so that all see one order, and taken outside it.
    var claimed: UInt64 = 0
    for (index, member) in audience.enumerated() {
      if index < 64, member.admits(input) { claimed |= 1 << index }
      if index >= 64 { member.enqueue(input) }
    }
    lock.unlock()
    for (index, member) in audience.enumerated() {
      if index < 64, claimed & 1 << index != 0 {
        member.deliverAdmitted(input)
      } else {
        member.drain()
      }
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Ends the subject. Later sends have no effect.
  public func send(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    if self.completion != nil { return lock.unlock() }
    self.completion = completion
    let (audience, feeds) = (members, upstreams)
    (members, upstreams) = ([], [])
    for member in audience { member.finish(completion) }
    lock.unlock()
    for member in audience { member.drain() }
    withExtendedLifetime(feeds) {}
  }

  /// Connects a publisher that feeds this subject, and asks it for everything.
  public func send(subscription: any Subscription) {
    lock.lock()
    let isOpen = completion == nil
    if isOpen { upstreams.append(subscription) }
    lock.unlock()
    if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    let member = Member(
      ErasedSubscriber(subscriber), label: "ReplaySubject", upstreams: 0, isOpen: false,
      endRule: .behindValues)
    lock.lock()
    var remembered = buffer
    while let value = remembered.popFirst() { member.enqueue(value) }
    if let completion {
      member.finish(completion)
    } else {
      // Keeps the subject alive while it has a subscriber.
      member.onCancel = { self.remove($0) }
      members.append(member)
    }
    lock.unlock()
    member.start()
  }

  /// Sends a subscriber nothing more.
  @usableFromInline func remove(_ member: Member) {
    lock.lock()
    let before = members
    if let index = members.firstIndex(where: { $0 === member }) { members.remove(at: index) }
    lock.unlock()
    withExtendedLifetime(before) {}
  }
}

extension Publisher {
  /// Sends this publisher's values to many subscribers, and the last of them to each new one, too.
  ///
  ///     let shared = locations.share(replay: 1)
  ///
  /// The same as `multicast` with a ``ReplaySubject`` and `autoconnect`: upstream gets unlimited
  /// demand from the first subscriber to the last. A subscriber that comes after the end gets the
  /// last values and the completion.
  public func share(replay count: Int)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
  { multicast { ReplaySubject(bufferSize: count) }.autoconnect() }
}

/// The subject's calls to its members. The first three are made under its own lock, which goes
/// first.
extension Outbox {
  /// Admits a value. Returns true if the caller must deliver it, and then has the turn.
  @inlinable func admits(_ value: Output) -> Bool { lock.withLock { ledger.admit(value) } }

  /// Adds a value to those that wait.
  @inlinable func enqueue(_ value: Output) {
    lock.withLock { if ledger.isOpen { ledger.enqueue(value) } }
  }

  /// Ends the stream after the values that wait. The subject, which is in use, is not freed by
  /// being released.
  @usableFromInline func finish(_ completion: Completion) {
    lock.withLock {
      ledger.end(completion)
      onCancel = nil
    }
  }

  /// Delivers a value, then those that came meanwhile. A subscriber served earlier may have
  /// cancelled this.
  @inlinable func deliverAdmitted(_ value: Output) {
    if lock.withLock({ ledger.isClosed }) {
      perform(lock.withLock { ledger.next() })
    } else {
      deliver(value)
    }
  }

  /// Delivers all events that are due, unless another thread is already doing so.
}
