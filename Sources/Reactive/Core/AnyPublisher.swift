extension Publisher {
  /// Hides this publisher's type behind ``AnyPublisher``.
  ///
  ///     func names() -> AnyPublisher<String, Never> { subject.map(\.name).eraseToAnyPublisher() }
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// A publisher whose type is hidden.
@frozen
public struct AnyPublisher<Output, Failure: Error>: CustomStringConvertible {
  @usableFromInline let box: PublisherBox<Output, Failure>

  /// Hides the type of a publisher. An `AnyPublisher` is taken as it is, not wrapped again.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      box = erased.box
    } else {
      box = PublisherBox { subscriber in publisher.receive(subscriber: subscriber) }
    }
  }

  public var description: String { "AnyPublisher" }
}

extension AnyPublisher: Publisher {
  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    if let erased = subscriber as? ErasedSubscriber<Output, Failure> {
      box.attach(erased)
    } else {
      box.attach(ErasedSubscriber(subscriber))
    }
  }
}

/// Holds a publisher by the one thing that can be done with it, specialised where it was erased.
@usableFromInline final class PublisherBox<Output, Failure: Error> {
  @usableFromInline let attach: (ErasedSubscriber<Output, Failure>) -> Void

  @inlinable init(attach: @escaping (ErasedSubscriber<Output, Failure>) -> Void) {
    self.attach = attach
  }
}

/// Holds a subscriber by what can be done with it, so that a value crosses an eraser with one call.
///
/// The closures are made where both sides' types are known; a virtual method of a generic class
/// would run unspecialised.
@usableFromInline final class ErasedSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let onSubscription: (any Subscription) -> Void
  @usableFromInline let onValue: (Input) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    onSubscription = { subscriber.receive(subscription: $0) }
    onValue = { subscriber.receive($0) }
    onCompletion = { subscriber.receive(completion: $0) }
  }

  @inlinable func receive(subscription: any Subscription) { onSubscription(subscription) }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
