extension Publisher {
  /// Changes each value with a closure.
  ///
  ///     [1, 2, 3].publisher.map { $0 * 10 }  // 10, 20, 30
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    .init(upstream: self, transform: transform)
  }

  /// Changes each value with a closure that may throw; a throw cancels upstream and fails.
  ///
  ///     ["1", "2"].publisher.tryMap { try parse($0) }  // 1, 2
  @inlinable public func tryMap<T>(
    _ transform: @escaping (Output) throws -> T
  ) -> Publishers.TryMap<Self, T> { .init(upstream: self, transform: transform) }

  /// Changes the error that the stream may end with.
  ///
  ///     load().mapError { ReadError.unreadable($0) }
  @inlinable public func mapError<E: Error>(
    _ transform: @escaping (Failure) -> E
  ) -> Publishers.MapError<Self, E> { .init(upstream: self, transform) }

  /// Replaces nil by a value.
  ///
  ///     let numbers = [1, nil, 3].publisher.eraseToAnyPublisher()
  ///     numbers.replaceNil(with: 0)  // 1, 0, 3
  ///
  /// For a sequence's own publisher the values stay optional, as in Combine.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? { map { $0 ?? output } }
}

extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail a failure type, to combine it with streams that can.
  ///
  ///     Just(1).setFailureType(to: ParseError.self).append(numbers)
  @inlinable public func setFailureType<E: Error>(
    to failureType: E.Type
  ) -> Publishers.SetFailureType<Self, E> { .init(upstream: self) }
}

extension Publishers {
  /// Changes each value of its upstream with a closure.
  public struct Map<Upstream: Publisher, Output>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that changes each value.
    public let transform: (Upstream.Output) -> Output
    /// Makes a publisher that changes the values of another.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      (self.upstream, self.transform) = (upstream, transform)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Forward(Mapping(transform), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? { upstream._attach { Forward(Mapping(transform), make($0)) } }

    /// Composes two closures into one step, so that a chain of maps costs one.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Map<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in transform(first($0)) }
    }
    /// Composes two closures into one step; the second may throw.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> TryMap<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in try transform(first($0)) }
    }
  }

  /// Changes each value of its upstream with a closure that may throw.
  public struct TryMap<Upstream: Publisher, Output>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that changes each value.
    public let transform: (Upstream.Output) throws -> Output
    /// Makes a publisher that changes the values of another.
    @inlinable public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output
    ) { (self.upstream, self.transform) = (upstream, transform) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(TryMapping(label: "TryMap", transform), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach { Embedded(TryMapping(label: "TryMap", transform), $0, make($0)) }
    }

    /// Composes two closures into one step.
    @inlinable public func map<T>(
      _ transform: @escaping (Output) -> T
    ) -> Publishers.TryMap<Upstream, T> { tryMap(transform) }

    /// Composes two closures into one step.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> TryMap<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in try transform(first($0)) }
    }
  }

  /// Changes the error that its upstream may end with.
  public struct MapError<Upstream: Publisher, Failure: Error>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that changes the error.
    public let transform: (Upstream.Failure) -> Failure
    /// Makes a publisher that changes the error of another.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      (self.upstream, self.transform) = (upstream, transform)
    }

    /// Makes a publisher that changes the error of another.
    @inlinable public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure)
    { self.init(upstream: upstream, transform: transform) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Forward(ErrorMapping(transform), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Upstream.Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach { Forward(ErrorMapping(transform), make($0)) }
    }
  }

  /// Gives an upstream that cannot fail a failure type.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: _Operator
  where Upstream.Failure == Never {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher with another failure type.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Forward(ErrorMapping { (_: Never) -> Failure in }, subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Upstream.Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach { Forward(ErrorMapping { (_: Never) -> Failure in }, make($0)) }
    }

    /// Sets the failure type once more.
    @inlinable public func setFailureType<E: Error>(
      to failure: E.Type
    ) -> Publishers.SetFailureType<Upstream, E> { .init(upstream: upstream) }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

@usableFromInline struct Mapping<Input, Output, Failure: Error>: PureStage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let transform: (Input) -> Output
  @inlinable init(_ transform: @escaping (Input) -> Output) { self.transform = transform }
  @inlinable func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Output { downstream.receive(transform(input)) }
}

@usableFromInline struct TryMapping<Input, Output, InputFailure: Error>: AttemptingStage {
  // Static, because unlike a string's its copies cost nothing.
  @usableFromInline let name: StaticString, attempt: Throwing<Input, Output, InputFailure>
  @inlinable init(label: StaticString, _ transform: @escaping (Input) throws -> Output) {
    (name, attempt) = (label, Throwing(transform))
  }

  @usableFromInline var label: String { name.description }
  @inlinable var acceptsNoDemand: Bool { true }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Output, any Error> {
    attempt.step(input) { .emit($0) }
  }
}

@usableFromInline struct ErrorMapping<Input, InputFailure: Error, Failure: Error>: PureStage {
  @usableFromInline let transform: (InputFailure) -> Failure
  @inlinable init(_ transform: @escaping (InputFailure) -> Failure) { self.transform = transform }
  @inlinable func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Input { downstream.receive(input) }
  @inlinable func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion.mapFailure(transform) }
}

extension Publisher {
  /// Sends the property of each value that a key path names.
  ///
  ///     passwords.map(\.isStrong)
  @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    .init(upstream: self, keyPath: keyPath)
  }
  /// Sends two properties of each value, as a tuple.
  @inlinable public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }
  /// Sends three properties of each value, as a tuple.
  @inlinable public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>,
    _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// Sends a property of each value of its upstream.
  public struct MapKeyPath<Upstream: Publisher, Output>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The property to send.
    public let keyPath: KeyPath<Upstream.Output, Output>
    @inlinable init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      (self.upstream, self.keyPath) = (upstream, keyPath)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let keyPath = keyPath
      upstream.receive(subscriber: Forward(Mapping { $0[keyPath: keyPath] }, subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach { [keyPath] in Forward(Mapping { $0[keyPath: keyPath] }, make($0)) }
    }
  }

  /// Sends two properties of each value of its upstream.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: _Operator {
    public typealias Output = (Output0, Output1)
    /// The upstream publisher.
    public let upstream: Upstream
    /// The first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>
    ) { (self.upstream, self.keyPath0, self.keyPath1) = (upstream, keyPath0, keyPath1) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let stage = Mapping<Upstream.Output, Output, Failure> { [keyPath0, keyPath1] in
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
      }
      upstream.receive(subscriber: Forward(stage, subscriber))
    }
  }

  /// Sends three properties of each value of its upstream.
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: _Operator {
    public typealias Output = (Output0, Output1, Output2)
    /// The upstream publisher.
    public let upstream: Upstream
    /// The first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    /// The third property.
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      (self.upstream, self.keyPath0) = (upstream, keyPath0)
      (self.keyPath1, self.keyPath2) = (keyPath1, keyPath2)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (keyPath0, keyPath1, keyPath2) = (keyPath0, keyPath1, keyPath2)
      let stage = Mapping<Upstream.Output, Output, Failure> {
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
      }
      upstream.receive(subscriber: Forward(stage, subscriber))
    }
  }
}
