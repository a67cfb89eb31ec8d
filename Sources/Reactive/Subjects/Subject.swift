/// A publisher with methods to send values from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)
  /// Ends the subject; later sends have no effect.
  func send(completion: Subscribers.Completion<Failure>)
  /// Connects the subject to a publisher that feeds it.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a value without content to the subscribers.
  @inlinable public func send() { send(()) }
}

extension Publisher {
  /// Feeds a subject from this publisher, with unlimited demand. The subject is held weakly.
  ///
  ///     let feeding = names.subscribe(subject)  // cancel it, or free it, to stop
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

extension AnySubscriber {
  /// Makes a subscriber that hands everything it receives to a subject, and requests everything.
  public init<S: Subject>(_ subject: S)
  where S.Output == Input, S.Failure == Failure { self.init(SubjectSubscriber(subject)) }
}

/// The subscriber that feeds a subject from a publisher.
@usableFromInline final class SubjectSubscriber<S: Subject>: UpstreamLink, Subscriber, Subscription
{
  // Exclusivity is unchecked because nothing sets it again.
  @exclusivity(unchecked) @usableFromInline weak var subject: S?

  @inlinable init(_ subject: S) { self.subject = subject }

  @usableFromInline func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    guard let subject else { return cancel() }
    subject.send(subscription: self)
  }

  @inlinable func receive(_ input: S.Output) -> Subscribers.Demand {
    if !isOver { subject?.send(input) }
    return .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<S.Failure>) {
    let target = subject
    if end() { target?.send(completion: completion) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { ask(demand) }
}
