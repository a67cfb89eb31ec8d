extension Publisher {
  /// Sends all values as one array when upstream finishes.
  ///
  ///     [1, 2, 3].publisher.collect()  // [1, 2, 3]
  ///
  /// Requests everything from upstream; the array waits for demand. A failure discards it.
  @inlinable public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }

  /// Sends the values in arrays of a length.
  ///
  ///     [1, 2, 3, 4, 5].publisher.collect(2)  // [1, 2], [3, 4], [5]
  ///
  /// Requests `count` values an array. At the end the rest goes out without demand; a failure
  /// discards it.
  /// - Precondition: `count` is greater than zero.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// Sends all values of its upstream as one array.
  public struct Collect<Upstream: Publisher>: _Operator {
    public typealias Output = [Upstream.Output]
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of one array.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Collecting(), subscriber))
    }
  }

  /// Sends the values of its upstream in arrays of one length.
  public struct CollectByCount<Upstream: Publisher>: _Operator {
    public typealias Output = [Upstream.Output]
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of values in an array.
    public let count: Int
    /// Makes a publisher of arrays.
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "collect(\(count)): the count must be at least 1.")
      (self.upstream, self.count) = (upstream, count)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(Batching(count), subscriber))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline struct Collecting<Input, Failure: Error>: FoldRule {
  @inlinable init() {}
  @usableFromInline var label: String { "Collect" }
  @inlinable var initialAnswer: [Input]? { [] }
  @inlinable func receive(_ input: Input, _ answer: inout [Input]?) -> FoldStep<Failure> {
    answer!.append(input)
    return .goOn
  }
}

@usableFromInline struct Batching<Input, Failure: Error>: Stage {
  @usableFromInline let count: Int
  @inlinable init(_ count: Int) { self.count = count }
  @usableFromInline var label: String { "CollectByCount" }
  @inlinable var initialMemory: [Input] { [] }
  @inlinable
  func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand { demand * count }
  @inlinable func receive(_ input: Input, _ batch: inout [Input]) -> Step<[Input], Failure> {
    batch.append(input)
    return batch.count < count ? .absorb : .emit(rest(&batch)!)
  }

  @inlinable func rest(_ batch: inout [Input]) -> [Input]? {
    defer { batch = [] }
    return batch.isEmpty ? nil : batch
  }
}
