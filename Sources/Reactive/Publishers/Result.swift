extension Swift.Result {
  /// A publisher of the success, or of the failure.
  ///
  ///     Result<Int, ParseError>.success(3).publisher  // 3
  @inlinable public var publisher: Swift.Result<Success, Failure>.Publisher { Publisher(self) }

  /// Sends the success of a result and finishes, or fails with its failure.
  /// A success waits for demand; a failure does not.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Success
    /// The result to send.
    public let result: Swift.Result<Success, Failure>
    /// Makes a publisher of a result.
    @inlinable public init(_ result: Swift.Result<Success, Failure>) { self.result = result }
    /// Makes a publisher of a success.
    @inlinable public init(_ output: Success) { self.init(.success(output)) }
    /// Makes a publisher of a failure.
    @inlinable public init(_ failure: Failure) { self.init(.failure(failure)) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      switch result {
      case .success(let output): subscriber.receive(single: output, label: "Once")
      case .failure(let error): Fail(error: error).receive(subscriber: subscriber)
      }
    }
  }
}

extension Swift.Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
