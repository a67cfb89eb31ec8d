extension Publisher {
  /// Hides this publisher's type behind ``AnyPublisher``.
  ///
  ///     func names() -> AnyPublisher<String, Never> { subject.map(\.name).eraseToAnyPublisher() }
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher whose type is hidden.
@frozen public struct AnyPublisher<Output, Failure: Error>: CustomStringConvertible {
  @usableFromInline let box: PublisherBox<Output, Failure>
  /// Hides the type of a publisher. An `AnyPublisher` is used unchanged, not wrapped again.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      box = erased.box
    } else {
      box = TypedBox(publisher)
    }
  }

  public var description: String { "AnyPublisher" }
}

extension AnyPublisher: Publisher {
  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    if let erased = subscriber as? ErasedSubscriber<Output, Failure> {
      box.attach(box, erased)
    } else {
      box.attach(box, ErasedSubscriber(subscriber))
    }
  }

  @inlinable
  public func _attach<S: Subscriber<Output, Failure>>(_ make: (_Host) -> S) -> AnyCancellable? {
    guard S.self == EmbeddedSink<Output, Failure>.self,
      let sink = make(_Host(nil)) as? EmbeddedSink<Output, Failure>
    else { return nil }
    return box.attachSink(box, sink)
  }
}

/// The box of a publisher, with its operations specialised where it was erased: attach a sink, the
/// most frequent use of an erased publisher, or any other subscriber, or take the value of a
/// publisher of exactly one.
@usableFromInline class PublisherBox<Output, Failure: Error> {
  @usableFromInline typealias Box = PublisherBox<Output, Failure>

  // Closures without captures: each call passes the box.
  @usableFromInline let attach: (Box, ErasedSubscriber<Output, Failure>) -> Void
  @usableFromInline let attachSink: (Box, EmbeddedSink<Output, Failure>) -> AnyCancellable?
  @usableFromInline let onlyValue: (Box) -> Output?
  @inlinable init(
    attach: @escaping (Box, ErasedSubscriber<Output, Failure>) -> Void,
    attachSink: @escaping (Box, EmbeddedSink<Output, Failure>) -> AnyCancellable?,
    onlyValue: @escaping (Box) -> Output?
  ) { (self.attach, self.attachSink, self.onlyValue) = (attach, attachSink, onlyValue) }
}

/// The box of a publisher of one type. Its superclass is named by separate parameters: for
/// `P.Output` the runtime would go through all conformances of the program, for each type of
/// publisher that is erased.
@usableFromInline
final class TypedBox<P: Publisher, Output, Failure: Error>: PublisherBox<Output, Failure>
where P.Output == Output, P.Failure == Failure {
  @usableFromInline let publisher: P
  @inlinable init(_ publisher: P) {
    self.publisher = publisher
    // The box that a call passes is the one that contains the closure.
    super.init(
      attach: { unsafeDowncast($0, to: TypedBox.self).publisher.receive(subscriber: $1) },
      attachSink: {
        unsafeDowncast($0, to: TypedBox.self).publisher.attach($1.onValue, $1.onCompletion)
      },
      onlyValue: { unsafeDowncast($0, to: TypedBox.self).publisher.justValue })
  }
}

/// The box of a subscriber, with its operations, so that a value crosses an eraser with one call,
/// made where both sides' types are known; a generic class's virtual method is not specialised.
@usableFromInline package final class ErasedSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let onSubscription: (any Subscription) -> Void
  @usableFromInline let onValue: (Input) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline package let combineIdentifier: CombineIdentifier
  @inlinable package init<S: Subscriber>(_ subscriber: S)
  where S.Input == Input, S.Failure == Failure {
    combineIdentifier = subscriber.combineIdentifier
    onSubscription = { subscriber.receive(subscription: $0) }
    onValue = { subscriber.receive($0) }
    onCompletion = { subscriber.receive(completion: $0) }
  }

  @inlinable package func receive(subscription: any Subscription) { onSubscription(subscription) }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    onCompletion(completion)
  }
}
