import Reactive

/// Something that a publisher does, as a value.
public enum Event<Output, Failure: Error> {
  /// It sends a value.
  case value(Output)
  /// It fails.
  case failure(Failure)
  /// It finishes.
  case finished

  /// Makes an event of how a publisher ended.
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
  /// Sends everything that this publisher does as a value, its failure too, and finishes.
  ///
  ///     load().materialize()  // .value(1), .failure(.offline), then it finishes
  ///
  /// So a failure does not end what comes further down, as in `flatMap { load($0).materialize() }`.
  /// The last event waits for demand, as any value does. ``dematerialize()`` is the opposite.
  @inlinable public func materialize() -> Publishers.Materialize<Self> {
    Publishers.Materialize(upstream: self)
  }
}

extension Publisher where Failure == Never {
  /// Does what the events say that this publisher sends; the opposite of ``materialize()``.
  ///
  ///     [1, 2].publisher.materialize().dematerialize()  // 1, 2
  ///
  /// Ends at the first event that is no value, and cancels upstream then.
  @inlinable public func dematerialize<Value, NewFailure: Error>()
    -> Publishers.Dematerialize<Self, Value, NewFailure> where Output == Event<Value, NewFailure>
  {
    Publishers.Dematerialize(upstream: self)
  }
}

extension Publishers {
  /// Sends the events of its upstream as values.
  public struct Materialize<Upstream: Publisher>: _Operator {
    public typealias Output = Event<Upstream.Output, Upstream.Failure>
    public typealias Failure = Never
    /// The upstream publisher.
    public let upstream: Upstream

    /// Makes a publisher of another's events.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive(subscriber: some Subscriber<Output, Never>) {
      let arbiter = Arbiter(subscriber, label: "Materialize")
      arbiter.goOver(to: upstream.map { Output.value($0) }) { completion in
        arbiter.goOver(to: Just(Output(completion))) { arbiter.finish($0) }
      }
    }
  }

  /// Does what the events say that its upstream sends.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: _Operator
  where Upstream.Output == Event<Output, Failure>, Upstream.Failure == Never {
    /// The upstream publisher.
    public let upstream: Upstream

    /// Makes a publisher of events.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

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
