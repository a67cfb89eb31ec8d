import Synchronization

/// A publisher that begins to send when it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to send, and returns a cancellable that stops it.
  func connect() -> any Cancellable
}

extension ConnectablePublisher {
  /// Connects at the first subscriber, and disconnects when the last one cancels.
  public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publisher {
  /// Sends this publisher's values to many, through a subject made once, when first needed.
  ///
  ///     load().multicast { PassthroughSubject() }.autoconnect()
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S)
    -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure
  { .init(upstream: self, createSubject: createSubject) }

  /// Sends this publisher's values to many, through a subject.
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure { multicast { subject } }

  /// Sends this publisher's values to many subscribers, while there is at least one.
  ///
  ///     let report = load().share()  // loads once for all who listen at the same time
  ///
  /// Like `multicast` with a ``PassthroughSubject`` and `autoconnect`: requests everything; a
  /// subscriber without demand misses values, and there is no replay.
  public func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension Publisher where Failure == Never {
  /// Makes this publisher wait for `connect()` before it sends.
  ///
  ///     let numbers = [1, 2].publisher.makeConnectable()
  ///     numbers.sink { print($0) }.store(in: &cancellables)
  ///     numbers.connect().store(in: &cancellables)  // 1, 2
  ///
  /// Upstream gets unlimited demand; a subscriber without demand misses values. A publisher that
  /// can fail needs a decision about its failure first, `assertNoFailure()` for one.
  public func makeConnectable() -> Publishers.MakeConnectable<Self> { .init(upstream: self) }
}

extension Publishers {
  /// Makes its upstream wait for a connection.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher
  where Upstream.Failure == Never {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    @usableFromInline let shared: Multicast<Upstream, PassthroughSubject<Output, Never>>
    /// Makes a publisher that waits for a connection.
    public init(upstream: Upstream) { shared = upstream.multicast { PassthroughSubject() } }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      shared.receive(subscriber: subscriber)
    }

    /// Begins to send. The result stops it when cancelled or freed.
    @inlinable public func connect() -> any Cancellable { shared.connect() }
  }

  /// Sends its upstream's values to many, through a subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher,
    PreparedConnection, _Operator
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes the subject; called once, unless two threads subscribe first: then one is kept.
    public let createSubject: () -> SubjectType
    private let lock = Lock()
    private var made: SubjectType?
    /// Makes a publisher of a subject made later.
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      (self.upstream, self.createSubject) = (upstream, createSubject)
    }

    @usableFromInline var subject: SubjectType {
      if let made = lock.withLock({ made }) { return made }
      // Made outside the lock, because the closure is foreign; the first one stays.
      let candidate = createSubject()
      return lock.withLock {
        if made == nil { made = candidate }
        return made!
      }
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      subject.subscribe(MulticastOutlet(subscriber, label: "Multicast"))
    }

    /// Attaches the subject to upstream. The result detaches it when cancelled or freed.
    public func connect() -> any Cancellable {
      let (made, start) = prepareConnection()
      start()
      return AnyCancellable(made)
    }

    func prepareConnection() -> (any Cancellable, start: () -> Void) {
      let feeding = SubjectSubscriber(subject)
      return (feeding, { self.upstream.subscribe(feeding) })
    }
  }

  /// Connects its upstream at the first subscriber, and disconnects when the last one cancels.
  /// A stream that has completed stays counted, as in Combine: only a cancel counts down.
  public class Autoconnect<Upstream: ConnectablePublisher>: _Operator {
    /// The upstream publisher.
    public final let upstream: Upstream
    @usableFromInline final let connection = Connection()
    /// Makes a publisher that connects by itself.
    public init(upstream: Upstream) { self.upstream = upstream }

    // Final, so that it is specialised at the call.
    @inlinable public final func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let attempt = connection.enter()
      upstream.subscribe(Rewrapping(subscriber, connection.counted))
      if let attempt { connect(attempt) }
    }

    /// Connects. If possible, the connection is known before it is made, so that the last
    /// subscriber to leave can end it meanwhile.
    @usableFromInline final func connect(_ attempt: Int) {
      guard let upstream = upstream as? any PreparedConnection else {
        return connection.establish(upstream.connect(), attempt)
      }
      let (made, start) = upstream.prepareConnection()
      connection.establish(made, attempt)
      start()
    }
  }

  /// Sends its upstream's values to many, from the first subscriber to the last.
  public final class Share<Upstream: Publisher>: _Operator, Equatable {
    /// The upstream publisher.
    public let upstream: Upstream
    // The work of `multicast` and `autoconnect`, without their types: too many to be specialised.
    @usableFromInline let subject = PassthroughSubject<Upstream.Output, Failure>(label: "Multicast")
    @usableFromInline let connection = Connection()
    /// Makes a publisher for many subscribers.
    public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let attempt = connection.enter()
      subject.receive(subscriber: Rewrapping(subscriber, connection.counted))
      guard let attempt else { return }
      // Established first, so that the last one to leave can end it while it is being made.
      let feeding = SubjectSubscriber(subject)
      connection.establish(feeding, attempt)
      upstream.subscribe(feeding)
    }

    public static func == (left: Share, right: Share) -> Bool { left === right }
  }
}

/// Sits between a multicast's subject and a subscriber: demand that comes with a value is requested
/// from the subject, and not returned to it.
@usableFromInline
final class MulticastOutlet<Downstream: Subscriber>: Relay<Downstream>, Intermediary {
  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let more = isOver ? .none : downstream.receive(input)
    if more > 0 { ask(more) }
    return .none
  }
}

/// A publisher whose connection can be cancelled while it is being made.
protocol PreparedConnection {
  /// Returns the cancellable of the connection, and the closure that makes it.
  func prepareConnection() -> (any Cancellable, start: () -> Void)
}

/// The number of a connection's subscribers, and its cancellable.
@usableFromInline package final class Connection {
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var cancellable: (any Cancellable)?
  /// The number of the current or successful attempt to connect; nil for none.
  @exclusivity(unchecked) private var attempt: Int?
  @exclusivity(unchecked) private var lastAttempt = 0

  package init() {}

  /// Counts a subscriber in. If it must connect, returns the number of its attempt.
  @usableFromInline package func enter() -> Int? {
    lock.withLock {
      count += 1
      guard attempt == nil else { return nil }
      lastAttempt += 1
      attempt = lastAttempt
      return attempt
    }
  }

  /// Keeps the connection that an attempt made, or ends it if all subscribers have left meanwhile.
  @usableFromInline package func establish(_ made: any Cancellable, _ attempt: Int) {
    lock.lock()
    let isWanted = attempt == self.attempt
    if isWanted { cancellable = made }
    lock.unlock()
    if !isWanted { made.cancel() }
  }

  /// Makes a subscription that counts its subscriber out when it is cancelled.
  @usableFromInline package func counted(_ subscription: any Subscription) -> any Subscription {
    CountedSubscription(subscription, self)
  }

  /// Counts a subscriber out; the last one ends the connection, or the attempt to make it.
  package func leave() {
    lock.lock()
    count -= 1
    let ended = count == 0 ? cancellable : nil
    if count == 0 { (cancellable, attempt) = (nil, nil) }
    lock.unlock()
    ended?.cancel()
  }
}

private final class CountedSubscription: Subscription, CustomStringConvertible {
  private let subscription: any Subscription, connection: Connection
  private let hasLeft = Atomic<Bool>(false)
  init(_ subscription: any Subscription, _ connection: Connection) {
    (self.subscription, self.connection) = (subscription, connection)
  }

  var description: String { "\(subscription)" }
  func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
  func cancel() {
    if hasLeft.exchange(true, ordering: .relaxed) { return }
    subscription.cancel()
    connection.leave()
  }
}
