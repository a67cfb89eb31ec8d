/// A type that receives values from a publisher.
///
/// Calls into one subscriber never overlap: the publisher serialises them.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The kind of value this subscriber receives.
  associatedtype Input
  /// The kind of error this subscriber may be ended with.
  associatedtype Failure: Error
  /// Passes the subscriber its subscription, from which it can now request values.
  func receive(subscription: any Subscription)
  /// Passes the subscriber a value. The result is added to its outstanding demand.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Ends the stream: nothing more will come.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Passes the subscriber a value without content.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of subscriber types, and of the types that pass between them and publishers.
public enum Subscribers {}

/// The link between one publisher and one subscriber. Both methods can be called from any thread,
/// even while a value is being delivered.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks the publisher for more values, in addition to the earlier demand.
  /// - Precondition: `demand` is greater than zero.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {
  /// A subscription that produces nothing; for publishers that complete at once.
  public static var empty: any Subscription { EmptySubscription() }
}

/// A subscription that produces nothing; a struct, so that it costs nothing.
@usableFromInline struct EmptySubscription: Subscription, CustomStringConvertible {
  private static let identifier = CombineIdentifier()
  @inlinable init() {}
  @usableFromInline var combineIdentifier: CombineIdentifier { Self.identifier }
  @usableFromInline var description: String { "Empty" }
  @inlinable func request(_ demand: Subscribers.Demand) {}
  @inlinable func cancel() {}
}

/// A subscriber between an upstream and another subscriber. Unless it declares otherwise, it
/// receives the same kinds of value and error.
@usableFromInline package protocol Intermediary: Subscriber {
  associatedtype Downstream: Subscriber
  associatedtype Input = Downstream.Input
  associatedtype Failure = Downstream.Failure
}
