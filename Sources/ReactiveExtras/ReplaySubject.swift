import Reactive

/// A subject that remembers its last values and gives them to each new subscriber.
///
///     let subject = ReplaySubject<Int, Never>(bufferSize: 2)
///     for number in 1...3 { subject.send(number) }
///     let cancellable = subject.sink { print($0) }  // 2, 3
///
/// After the end, a new subscriber gets the values remembered and then the completion. No value is
/// lost to a subscriber: what it has not asked for waits for it, without bound, and the completion,
/// a failure too, waits behind. Values that are sent from inside a delivery, or from another thread
/// meanwhile, are delivered after it, so all subscribers see all values in one order, and `send`
/// never waits for another thread.
public final class ReplaySubject<Output, Failure: Error>: Subject {
  /// How many values a new subscriber is given at most.
  public let bufferSize: Int

  @usableFromInline let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var buffer = RingBuffer<Output>()
  @exclusivity(unchecked) @usableFromInline
  var members: ContiguousArray<ReplayConduit<Output, Failure>> = []
  @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
  @exclusivity(unchecked) private var upstreams: [any Subscription] = []

  /// Makes a subject that remembers up to so many values.
  ///
  /// - Precondition: `bufferSize` is not negative.
  public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "ReplaySubject: \(bufferSize) is no size of a buffer.")
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
    for (place, member) in audience.enumerated() {
      if place < 64, member.claim() { claimed |= 1 << place } else { member.enqueue(input) }
    }
    lock.unlock()
    for (place, member) in audience.enumerated() {
      if place < 64, claimed & 1 << place != 0 {
        member.deliverClaimed(input)
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
    let conduit = ReplayConduit(ErasedSubscriber(subscriber))
    lock.lock()
    var remembered = buffer
    while let value = remembered.popFirst() { conduit.enqueue(value) }
    if let completion {
      conduit.finish(completion)
    } else {
      conduit.leave = { self.remove($0) }
      members.append(conduit)
    }
    lock.unlock()
    conduit.start()
  }

  /// Sends a subscriber nothing more.
  @usableFromInline func remove(_ member: ReplayConduit<Output, Failure>) {
    lock.lock()
    let before = members
    if let place = members.firstIndex(where: { $0 === member }) { members.remove(at: place) }
    lock.unlock()
    withExtendedLifetime(before) {}
  }
}

extension Publisher {
  /// Sends this publisher's values to many, the last of them to each newcomer as well.
  ///
  ///     let shared = locations.share(replay: 1)
  ///
  /// The same as `multicast` with a ``ReplaySubject`` and `autoconnect`: upstream is asked for
  /// everything from the first subscriber on to the last. Whoever comes after the end gets the last
  /// values and the completion.
  public func share(replay count: Int)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
  {
    multicast { ReplaySubject(bufferSize: count) }.autoconnect()
  }
}
