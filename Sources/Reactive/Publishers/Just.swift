/// A publisher that sends one value and finishes.
///
///     Just(3).sink { print($0) }  // 3
///
/// The value is sent at the first demand.
public struct Just<Output>: Publisher {
  public typealias Failure = Never
  /// The value to send.
  public let output: Output

  /// Makes a publisher of one value.
  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Never {
    subscriber.receive(
      subscription: PullSubscription(single: output, to: subscriber, label: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

extension PullSubscription {
  /// A subscription that sends one value and finishes.
  @inlinable
  convenience init<S: Subscriber>(single output: S.Input, to subscriber: S, label: StaticString) {
    self.init(.word(label)) { pull, _ in
      if pull.isCancelled { return }
      _ = subscriber.receive(output)
      pull.finish { subscriber.receive(completion: .finished) }
    }
  }
}
