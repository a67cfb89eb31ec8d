/// A subscriber whose type is hidden, or one made of closures.
@frozen public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline let onSubscription: ((any Subscription) -> Void)?
  @usableFromInline let onValue: ((Input) -> Subscribers.Demand)?
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  public let combineIdentifier: CombineIdentifier
  /// Hides the type of a subscriber.
  @inlinable
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    onSubscription = { subscriber.receive(subscription: $0) }
    onValue = { subscriber.receive($0) }
    onCompletion = { subscriber.receive(completion: $0) }
    combineIdentifier = subscriber.combineIdentifier
  }

  /// Makes a subscriber from closures. Without `receiveValue` no values are requested.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    (onSubscription, onValue) = (receiveSubscription, receiveValue)
    (onCompletion, combineIdentifier) = (receiveCompletion, CombineIdentifier())
  }

  public var description: String { "AnySubscriber" }
  @inlinable public func receive(subscription: any Subscription) { onSubscription?(subscription) }
  @inlinable public func receive(_ value: Input) -> Subscribers.Demand { onValue?(value) ?? .none }
  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }
}
