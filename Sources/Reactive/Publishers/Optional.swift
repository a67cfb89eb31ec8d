extension Swift.Optional {
  /// A publisher of the wrapped value, or of none.
  ///
  ///     Optional(3).publisher  // 3
  @inlinable public var publisher: Swift.Optional<Wrapped>.Publisher { Publisher(self) }

  /// Sends the value of an optional, if there is one, and finishes.
  /// A value waits for demand; nil finishes at once.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never
    /// The value to send, if any.
    public let output: Wrapped?
    /// Makes a publisher of an optional.
    @inlinable public init(_ output: Wrapped?) { self.output = output }
    @inlinable public func receive(subscriber: some Subscriber<Output, Never>) {
      if let output {
        subscriber.receive(single: output, label: "Optional")
      } else {
        Empty().receive(subscriber: subscriber)
      }
    }
  }
}

extension Swift.Optional.Publisher: Equatable where Wrapped: Equatable {}
