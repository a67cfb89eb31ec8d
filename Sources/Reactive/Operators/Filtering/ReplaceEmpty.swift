extension Publisher {
  /// Sends a value if upstream finishes without any.
  ///
  ///     [Int]().publisher.replaceEmpty(with: 0)  // 0
  ///
  /// Demand passes through (elsewhere everything is asked for); the value waits for it, too.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends a value if its upstream finishes without any.
  public struct ReplaceEmpty<Upstream: Publisher>: Operator {
    /// What may be empty, and the value sent then.
    public let upstream: Upstream, output: Upstream.Output
    /// Makes a publisher that sends at least one value.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      (self.upstream, self.output) = (upstream, output)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (output, seen, arbiter) = (output, Seen(), Arbiter(subscriber, label: "ReplaceEmpty"))
      let looking = upstream.map { value in
        seen.any = true
        return value
      }
      arbiter.goOver(to: looking) { completion in
        guard !completion.isFailure, !seen.any else { return arbiter.finish(completion) }
        arbiter.goOver(to: Just(output)) { _ in arbiter.finish(.finished) }
      }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

/// Whether there was any value.
@usableFromInline final class Seen {
  // Exclusivity is unchecked because calls from upstream never overlap, and nobody else looks.
  @exclusivity(unchecked) @usableFromInline var any = false
  @inlinable init() {}
}
