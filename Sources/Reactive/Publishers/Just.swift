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
  /// The value of a publisher whose type guarantees exactly one. Decided when specialised.
  @inlinable var justValue: Output? {
    Self.self == Just<Output>.self ? (self as? Just<Output>)?.output : nil
  }

  /// The value of a publisher of just one, also of an erased one. The erased one's box returns it:
  /// the optimiser may know the box's type, and does not survive a cast to another one, even after
  /// a test.
  @inlinable var onlyValue: Output? {
    if let value = justValue { return value }
    guard let box = (self as? AnyPublisher<Output, Never>)?.box else { return nil }
    return box.onlyValue(box)
  }
}
