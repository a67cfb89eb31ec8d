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
  public struct MapKeyPath<Upstream: Publisher, Output>: Operator {
    /// Whose values have the property, and which it is.
    public let upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>
    @inlinable init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      (self.upstream, self.keyPath) = (upstream, keyPath)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let keyPath = keyPath
      upstream.receive(
        subscriber: Forward(Mapping(label: "ValueForKey") { $0[keyPath: keyPath] }, subscriber))
    }
  }

  /// Sends two properties of each value of its upstream.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Operator {
    public typealias Output = (Output0, Output1)
    public let upstream: Upstream
    /// The properties, in the order of the tuple.
    public let keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>
    ) { (self.upstream, self.keyPath0, self.keyPath1) = (upstream, keyPath0, keyPath1) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let stage = Mapping<Upstream.Output, Output, Failure>(label: "ValueForKeys") {
        [keyPath0, keyPath1] in ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
      }
      upstream.receive(subscriber: Forward(stage, subscriber))
    }
  }

  /// Sends three properties of each value of its upstream.
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Operator {
    public typealias Output = (Output0, Output1, Output2)
    public let upstream: Upstream
    /// The properties, in the order of the tuple.
    public let keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      (self.upstream, self.keyPath0) = (upstream, keyPath0)
      (self.keyPath1, self.keyPath2) = (keyPath1, keyPath2)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (keyPath0, keyPath1, keyPath2) = (keyPath0, keyPath1, keyPath2)
      let stage = Mapping<Upstream.Output, Output, Failure>(label: "ValueForKeys") {
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
      }
      upstream.receive(subscriber: Forward(stage, subscriber))
    }
  }
}
