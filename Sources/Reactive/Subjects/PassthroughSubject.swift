/// A subject that passes values on and remembers none.
///
///     let subject = PassthroughSubject<String, Never>()
///     subject.send("first value")  // nobody listens: dropped
///     let cancellable = subject.sink { print($0) }
///     subject.send("second value")  // prints "second value"
///
/// A subscriber without demand at the time misses the value. Subscribers are served in the order
/// they subscribed. A send from inside a delivery nests. Sends from several threads are delivered
/// one after the other, in one order for all, by the thread that is already delivering, so `send`
/// never waits for another thread. Once all senders have returned, all values are delivered.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Broadcasting {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Makes a subject without subscribers.
  public convenience init() { self.init(label: "PassthroughSubject") }

  /// Makes a subject whose subscriptions have their own name.
  init(label: String) { broadcast = Broadcast(label: label) }

  deinit { broadcast.forget() }

  /// Sends a value to the subscribers that have asked for one. O(subscribers).
  @inlinable public func send(_ input: Output) { broadcast.send(input) }

  /// Ends the subject. Later sends have no effect; later subscribers get this completion at once.
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Connects a publisher that feeds this subject. It gets unlimited demand as soon as any
  /// subscriber has requested something.
  public func send(subscription: any Subscription) { broadcast.attach(upstream: subscription) }
}

/// A publisher with a list of subscribers.
@usableFromInline protocol Broadcasting: Publisher {
  var broadcast: Broadcast<Output, Failure> { get }
  /// The object that the list lives in.
  var owner: AnyObject { get }
}

extension Broadcasting {
  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    broadcast.attach(subscriber, owner: owner)
  }

  @inlinable
  public func _attach<S: Subscriber<Output, Failure>>(_ make: (_Host) -> S) -> AnyCancellable? {
    broadcast.attachSink(owner: owner, make)
  }
}

extension Broadcasting where Self: AnyObject { @inlinable var owner: AnyObject { self } }

extension Broadcast {
  /// Attaches a subscriber with its own subscription, or completes it if the subject has ended.
  @inlinable @inline(__always) func attach<S: Subscriber>(_ subscriber: S, owner: AnyObject)
  where S.Input == Output, S.Failure == Failure {
    let subscription = SubjectSubscription(self, owner: owner, isCancellable: false) { _ in
      subscriber
    }
    let stored = subscription.state.pointee.inlineStorage.slot(of: S.self)
    if let completion = add(subscription) {
      stored.pointee.call {
        $0.receive(subscription: Subscriptions.empty)
        $0.receive(completion: completion)
      }
    } else {
      stored.pointee.call { $0.receive(subscription: subscription) }
      subscription.open()
    }
  }

  /// Attaches a sink with the stages before it; returns its subscription. It requests everything,
  /// so that a subscription is steady from the beginning unless it owes the sink a value.
  @inlinable @inline(__always) func attachSink<S: Subscriber<Output, Failure>>(
    owner: AnyObject, _ make: (_Host) -> S
  ) -> AnyCancellable {
    let subscription = SubjectSubscription(self, owner: owner, isCancellable: true, make)
    if !remembers { subscription.beginSteady() }
    if let completion = add(subscription) {
      subscription.endAtOnce {
        subscription.calls.pointee.onCompletion(subscription.pointer, completion)
      }
    } else if remembers {
      subscription.request(.unlimited)
      subscription.open()
    } else {
      requestUpstreams()
    }
    return subscription
  }
}
