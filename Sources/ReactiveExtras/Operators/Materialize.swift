import Reactive

/// An event of a publisher, as a value.
public enum Event<Output, Failure: Error> {
  /// The publisher sends a value.
  case value(Output)
  /// The publisher fails.
  case failure(Failure)
  /// The publisher finishes.
  case finished

  /// Makes an event of a completion.
  @inlinable public init(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let error): self = .failure(error)
    }
  }
}

extension Event: Equatable where Output: Equatable, Failure: Equatable {}
extension Event: Hashable where Output: Hashable, Failure: Hashable {}
extension Event: Sendable where Output: Sendable {}

extension Publisher {
  /// Sends every event of this publisher as a value, including its failure, and finishes.
  ///
  ///     load().materialize()  // .value(1), .failure(.offline), then it finishes
  ///
  /// So a failure does not end the downstream, as in `flatMap { load($0).materialize() }`. The last
  /// event waits for demand, like any value. ``dematerialize()`` is the opposite.
  @inlinable public func materialize() -> Publishers.Materialize<Self> {
    Publishers.Materialize(upstream: self)
  }
}

extension Publisher where Failure == Never {
  /// Turns the events that this publisher sends back into a stream; the opposite of
  /// ``materialize()``.
  ///
  ///     [1, 2].publisher.materialize().dematerialize()  // 1, 2
  ///
  /// Ends at the first event that is not a value, and cancels upstream then.
  @inlinable public func dematerialize<Value, NewFailure: Error>()
    -> Publishers.Dematerialize<Self, Value, NewFailure> where Output == Event<Value, NewFailure>
  { Publishers.Dematerialize(upstream: self) }
}

extension Publishers {
  /// Sends the events of its upstream as values.
  public struct Materialize<Upstream: Publisher>: _Operator {
    public typealias Output = Event<Upstream.Output, Upstream.Failure>
    public typealias Failure = Never
    /// The upstream publisher.
    public let upstream: Upstream

    /// Makes a publisher of another's events.
    @inlinable init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive(subscriber: some Subscriber<Output, Never>) {
      let arbiter = Arbiter(subscriber, label: "Materialize")
      arbiter.goOver(to: upstream.map { Output.value($0) }) { completion in
        arbiter.goOver(to: Just(Output(completion))) { arbiter.finish($0) }
      }
    }
  }

  /// Turns the events that its upstream sends back into a stream.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: _Operator
  where Upstream.Output == Event<Output, Failure>, Upstream.Failure == Never {
    /// The upstream publisher.
    public let upstream: Upstream

    /// Makes a publisher from one of events.
    @inlinable init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(Dematerializing<Output, Failure>(), subscriber))
    }
  }
}

extension Publishers.Materialize: Equatable where Upstream: Equatable {}
extension Publishers.Dematerialize: Equatable where Upstream: Equatable {}

@usableFromInline struct Dematerializing<Output, Failure: Error>: Stage {
  @usableFromInline typealias Input = Event<Output, Failure>
  @usableFromInline typealias InputFailure = Never

  @inlinable init() {}

  @usableFromInline var label: String { "Dematerialize" }

  @inlinable func receive(_ input: Input, _ memory: inout Void) -> Step<Output, Failure> {
    switch input {
    case .value(let output): .emit(output)
    case .failure(let error): .fail(error)
    case .finished: .finish
    }
  }

  @inlinable func receive(
    completion: Subscribers.Completion<Never>
  ) -> Subscribers.Completion<Failure> { .finished }
}
