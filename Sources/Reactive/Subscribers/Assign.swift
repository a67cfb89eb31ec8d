extension Publisher where Failure == Never {
  /// Sets a property of an object to each value.
  ///
  ///     names.assign(to: \.text, on: label)
  ///
  /// Holds the object strongly until completion or cancel; an object that keeps the returned
  /// cancellable itself never goes away. ``Publisher/assign(to:)`` has no such cycle.
  @inlinable public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}

extension Subscribers {
  /// A subscriber that sets a property of an object to each value.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
    public typealias Failure = Never
    private let lock = Lock()
    // Exclusivity is unchecked because `lock` guards every access.
    @exclusivity(unchecked) private var target: Root?
    @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
    /// The property to set.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    /// The object, until completion or cancel.
    public var object: Root? { lock.withLock { target } }
    /// Makes a subscriber that sets a property of an object.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      (target, self.keyPath) = (object, keyPath)
    }

    public var description: String { "Assign \(Root.self)" }
    public func receive(subscription: any Subscription) {
      let accepted = lock.withLock { upstream.accept(subscription) }
      if accepted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    public func receive(_ value: Input) -> Demand {
      object?[keyPath: keyPath] = value
      return .none
    }

    public func receive(completion: Completion<Never>) { end().release() }
    public func cancel() { end().cancel() }
    private func end() -> UpstreamState {
      lock.lock()
      let released = target.take()
      let ended = upstream.end()
      lock.unlock()
      withExtendedLifetime(released) {}
      return ended
    }
  }
}
