extension Publisher {
  /// Sends the given values after this publisher has finished.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> { append(elements) }
  /// Sends the elements of a sequence after this publisher has finished.
  @inlinable public func append<S: Swift.Sequence>(_ elements: S)
    -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output
  { append(Publishers.Sequence(sequence: elements)) }
  /// Sends the values of another publisher after this one has finished.
  ///
  ///     [1, 2].publisher.append(3, 4)  // 1, 2, 3, 4
  ///
  /// The other is subscribed to only then, and not if this one fails; unmet demand carries over.
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
  @inlinable public func prepend<S: Swift.Sequence>(_ elements: S)
    -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output
  { prepend(Publishers.Sequence(sequence: elements)) }
  /// Sends the values of another publisher before those of this one.
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
    /// The publisher whose values come first.
    public let prefix: Prefix
    /// The publisher whose values come after.
    public let suffix: Suffix
    /// Makes a publisher from two others.
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

extension Publishers.Concatenate {
  /// Hides this publisher's type behind ``AnyPublisher``.
  ///
  /// A chain may grow by erased links without bound: subscribing to it takes O(links), each value
  /// O(1), and neither uses more stack for a longer chain.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher {
  /// Hides the type of two publishers in a chain, and keeps them separate, so that one loop goes
  /// through chains of chains.
  @inlinable public init<Prefix, Suffix>(_ publisher: Publishers.Concatenate<Prefix, Suffix>)
  where Suffix.Output == Output, Suffix.Failure == Failure {
    box = ChainBox(AnyPublisher(publisher.prefix).box, AnyPublisher(publisher.suffix).box)
  }
}

/// The box of two erased publishers, one after the other, each of which may be a chain itself.
@usableFromInline final class ChainBox<Output, Failure: Error>: PublisherBox<Output, Failure> {
  // Only a deinit changes these.
  private var first: PublisherBox<Output, Failure>?
  private var second: PublisherBox<Output, Failure>?

  @usableFromInline
  init(_ first: PublisherBox<Output, Failure>, _ second: PublisherBox<Output, Failure>) {
    (self.first, self.second) = (first, second)
    super.init(
      attach: { Self.goThrough(unsafeDowncast($0, to: ChainBox.self).links, for: $1) },
      attachSink: { _, _ in nil }, onlyValue: { _ in nil })
  }

  /// Attaches a subscriber to the links, one after the other.
  private static func goThrough<S: Subscriber<Output, Failure>>(_ links: [Box], for subscriber: S) {
    goOver(links, 0, Arbiter(subscriber, label: "Concatenate"))
  }

  private static func goOver<S: Subscriber<Output, Failure>>(
    _ links: [Box], _ index: Int, _ arbiter: Arbiter<S>
  ) {
    arbiter.goOver {
      let leg = ArbiterLeg(arbiter) { (completion: Subscribers.Completion<Failure>) in
        if completion.isFailure || index + 1 == links.count { return arbiter.finish(completion) }
        goOver(links, index + 1, arbiter)
      }
      links[index].attach(links[index], ErasedSubscriber(leg))
    }
  }

  /// The publishers of the chain, in order.
  private var links: [Box] {
    var (links, rest): ([Box], [Box]) = ([], [self])
    while let box = rest.popLast() {
      if let chain = box as? ChainBox, let first = chain.first, let second = chain.second {
        rest += [second, first]
      } else {
        links.append(box)
      }
    }
    return links
  }

  deinit {
    // Link by link, because a long chain freed by recursion would use up the stack.
    var doomed: [Box] = []
    unlink(into: &doomed)
    while var box = doomed.popLast() {
      if isKnownUniquelyReferenced(&box) { (box as? ChainBox)?.unlink(into: &doomed) }
    }
  }

  private func unlink(into doomed: inout [Box]) {
    guard let first, let second else { return }
    (self.first, self.second) = (nil, nil)
    doomed += [first, second]
  }
}
