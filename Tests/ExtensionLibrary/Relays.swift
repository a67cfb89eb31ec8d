import Combine

/// A publisher that takes values from outside, and ends only when nobody can send to it any more.
public protocol Relay<Output>: AnyObject, Publisher where Failure == Never {
  /// Sends a value to all subscribers.
  func accept(_ value: Output)
}

extension Publisher where Failure == Never {
  /// Has relays accept each value; the end stays here.
  public func bind<R: Relay>(to relays: R...) -> AnyCancellable where R.Output == Output {
    sink { value in relays.forEach { $0.accept(value) } }
  }
}

/// A relay that keeps nothing.
public final class PassthroughRelay<Output>: Relay {
  public typealias Failure = Never
  private let subject = PassthroughSubject<Output, Never>()

  public init() {}
  deinit { subject.send(completion: .finished) }

  public func accept(_ value: Output) { subject.send(value) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subject.subscribe(subscriber)
  }
}

/// A relay that keeps the latest value for those who come later.
public final class CurrentValueRelay<Output>: Relay {
  public typealias Failure = Never
  private let subject: CurrentValueSubject<Output, Never>

  public init(_ value: Output) { subject = CurrentValueSubject(value) }
  deinit { subject.send(completion: .finished) }

  public var value: Output { subject.value }

  public func accept(_ value: Output) { subject.value = value }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subject.subscribe(subscriber)
  }
}
