extension Publisher {
  /// Sends the given values after this publisher has finished.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> { append(elements) }
  /// Sends the elements of a sequence after this publisher has finished.
  @inlinable public func append<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>>
  where S.Element == Output { append(Publishers.Sequence(sequence: elements)) }
  /// Sends what another publisher sends after this one has finished.
  ///
  ///     [1, 2].publisher.append(3, 4)  // 1, 2, 3, 4
  ///
  /// The other is subscribed to only then, unless this one fails; demand not met yet carries over.
  @inlinable public func append<P: Publisher<Output, Failure>>(
    _ publisher: P
  ) -> Publishers.Concatenate<Self, P> { .init(prefix: self, suffix: publisher) }

  /// Sends the given values before those of this publisher.
  ///
  ///     [3, 4].publisher.prepend(1, 2)  // 1, 2, 3, 4
  @inlinable public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> { prepend(elements) }
  /// Sends the elements of a sequence before the values of this publisher.
  @inlinable public func prepend<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self>
  where S.Element == Output { prepend(Publishers.Sequence(sequence: elements)) }
  /// Sends what another publisher sends before the values of this one.
  @inlinable public func prepend<P: Publisher<Output, Failure>>(
    _ publisher: P
  ) -> Publishers.Concatenate<P, Self> { .init(prefix: publisher, suffix: self) }
}

extension Publishers {
  /// Sends the values of one publisher, then those of another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure
    /// Whose values come first, and whose come after.
    public let prefix: Prefix, suffix: Suffix
    /// Makes a publisher of two others.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) { (self.prefix, self.suffix) = (prefix, suffix) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (suffix, arbiter) = (suffix, Arbiter(subscriber, label: "Concatenate"))
      arbiter.goOver(to: prefix) { completion in
        if completion.isFailure { return arbiter.finish(completion) }
        arbiter.goOver(to: suffix) { arbiter.finish($0) }
      }
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
