/// A type that sends a sequence of values over time, then at most one completion.
///
/// It does nothing until a subscriber attaches. Then it sends, in this order and one at a time: one
/// subscription, as many values as the subscriber has requested, and at most one completion.
///
///     let cancellable = [1, 2, 3].publisher
///       .map { $0 * 10 }
///       .sink { print($0) }  // 10, 20, 30
public protocol Publisher<Output, Failure> {
  /// The kind of value this publisher sends.
  associatedtype Output
  /// The kind of error this publisher may end with; `Never` if it cannot fail.
  associatedtype Failure: Error
  /// Attaches a subscriber. Publishers implement this method; callers use
  /// ``Publisher/subscribe(_:)->()``.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
  /// Attaches a sink, with the stages before it, in the one object of a subject's subscription;
  /// returns nil if the sink must be attached like any subscriber.
  func _attach<S: Subscriber<Output, Failure>>(_ make: (_Host) -> S) -> AnyCancellable?
}

extension Publisher {
  @inlinable
  public func _attach<S: Subscriber<Output, Failure>>(_ make: (_Host) -> S) -> AnyCancellable? {
    nil
  }

  /// Attaches the given subscriber to this publisher.
  ///
  ///     let printer = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }) { print($0) }
  ///     [1, 2].publisher.subscribe(printer)  // 1, 2
  @inlinable public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure { receive(subscriber: subscriber) }
}

/// The namespace of the types that operators return.
public enum Publishers {}

/// The type of an operator's result: a publisher made from another.
///
/// Unless it declares others, its `Output` and `Failure` are those of the upstream publisher.
/// It is public because public types take their `Output` and `Failure` from it.
public protocol _Operator: Publisher {
  /// The type of the upstream publisher.
  associatedtype Upstream: Publisher
  associatedtype Output = Upstream.Output
  associatedtype Failure = Upstream.Failure

  /// The upstream publisher.
  var upstream: Upstream { get }
}

/// The type of an operator's result that may fail with an error of any kind, because its closure or
/// coder may throw. It is public because public types take their `Failure` from it.
public protocol _TryOperator: _Operator where Failure == any Error {}

/// A publisher made of several others. It fails with the first one's kind of error and, by default,
/// sends that one's kind of value. It is public because public types get their `Output` and
/// `Failure` from it.
public protocol _Combination: Publisher {
  /// The first of the publishers.
  associatedtype A: Publisher
  associatedtype Output = A.Output
  associatedtype Failure = A.Failure
}
