extension Publisher {
  /// Sends no value, only the end.
  ///
  ///     [1, 2, 3].publisher.ignoreOutput()  // finishes
  ///
  /// Requests everything from upstream. The end needs no demand.
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { .init(upstream: self) }
}

extension Publishers {
  /// Sends nothing but the end of its upstream.
  public struct IgnoreOutput<Upstream: Publisher>: _Operator {
    public typealias Output = Never
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher without values.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Ignoring(), subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

/// The rule without an answer, which ends as soon as its upstream does.
@usableFromInline struct Ignoring<Input, Failure: Error>: FoldRule {
  @inlinable init() {}
  @usableFromInline var label: String { "IgnoreOutput" }
  @inlinable var initialAnswer: Never? { nil }
  @inlinable func receive(_ input: Input, _: inout Never?) -> FoldStep<Failure> { .goOn }
}
