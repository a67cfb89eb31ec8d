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
  @inlinable public func receive(subscriber: some Subscriber<Output, Never>) {
    subscriber.receive(single: output, label: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

extension Publisher {
  /// The value of a publisher of just one. Decided when specialised, except for an erased
  /// publisher.
  @inlinable var onlyValue: Output? {
    if Self.self == Just<Output>.self { return (self as? Just<Output>)?.output }
    guard Self.self == AnyPublisher<Output, Never>.self,
      let box = (self as? AnyPublisher<Output, Never>)?.box,
      type(of: box) == TypedBox<Just<Output>, Output, Never>.self
    else { return nil }
    return unsafeDowncast(box, to: TypedBox<Just<Output>, Output, Never>.self).publisher.output
  }
}
