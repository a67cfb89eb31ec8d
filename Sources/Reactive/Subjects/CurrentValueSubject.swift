/// A subject that remembers its latest value and gives it to each new subscriber.
///
///     let subject = CurrentValueSubject<String, Never>("first value")
///     let cancellable = subject.sink { print($0) }  // prints "first value"
///     subject.send("second value")  // prints "second value"
///
/// A subscriber without demand misses values, but gets the newest one when it requests again. Order
/// and threads are as for ``PassthroughSubject``: once all senders have returned, the last value
/// that a subscriber has seen is the current ``value``. Only a send from inside a delivery nests,
/// so that subscribers further down the list see its value before the older one.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, Broadcasting {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Makes a subject with an initial value.
  public init(_ value: Output) {
    broadcast = Broadcast(label: "CurrentValueSubject", latest: value)
  }

  deinit { broadcast.forget() }

  /// The value sent or set last. Setting it sends; after completion it only changes this property.
  public final var value: Output {
    @inlinable get { broadcast.lastValue }
    @inlinable set { broadcast.send(newValue, rememberAnyway: true) }
  }

  /// Remembers a value and sends it to the subscribers. O(subscribers).
  @inlinable public func send(_ input: Output) { broadcast.send(input) }

  /// Ends the subject. Later subscribers get this completion at once, and no value.
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Connects a publisher that feeds this subject, and asks it for everything.
  public func send(subscription: any Subscription) { broadcast.attach(upstream: subscription) }
}
