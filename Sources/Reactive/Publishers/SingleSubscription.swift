import Synchronization

/// The subscription of a source that sends one value; this part knows no types.
@usableFromInline class SingleCore: Canceller, Subscription, CustomStringConvertible {
  private enum State {
    static var waiting: UInt8 { 0 }
    static var sending: UInt8 { 1 }
    static var over: UInt8 { 2 }
  }

  private let state = Atomic<UInt8>(State.waiting)
  private let label: StaticString
  // Closures without captures, made where the types are known; a virtual method of a generic class
  // would run unspecialised.
  /// Sends the value, and the completion if `mayFinish` allows.
  private let send: (SingleCore) -> Void
  /// Frees the subscriber, for the thread that moves `state` on from waiting.
  private let free: (SingleCore) -> Void
  /// The subscriber, until it is freed.
  // Exclusivity is unchecked because only one thread sends and frees.
  @exclusivity(unchecked) @usableFromInline final var inlineStorage = InlineStorage()

  @usableFromInline init(
    label: StaticString, send: @escaping (SingleCore) -> Void, free: @escaping (SingleCore) -> Void
  ) { (self.label, self.send, self.free) = (label, send, free) }

  @usableFromInline final var description: String { label.description }

  @usableFromInline final func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(description)
    let (isFirst, _) = state.compareExchange(
      expected: State.waiting, desired: State.sending, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    send(self)
    free(self)
  }

  /// Returns true if the completion may follow; called by `send`, after the value.
  @usableFromInline final func mayFinish() -> Bool {
    state.exchange(State.over, ordering: .acquiringAndReleasing) == State.sending
  }

  deinit { if state.load(ordering: .relaxed) == State.waiting { free(self) } }

  @usableFromInline final override func cancel() {
    let before = state.exchange(State.over, ordering: .acquiringAndReleasing)
    if before == State.waiting { free(self) }
  }
}

/// The subscription of a source that sends one value.
@usableFromInline final class SingleSubscription<Output>: SingleCore {
  @usableFromInline let output: Output

  @inlinable init<S: Subscriber>(_ output: Output, to subscriber: S, label: StaticString)
  where S.Input == Output {
    self.output = output
    super.init(
      label: label,
      send: { core in
        let output = unsafeDowncast(core, to: SingleSubscription<Output>.self).output
        core.inlineStorage.slot(of: S.self).pointee.call {
          _ = $0.receive(output)
          if core.mayFinish() { $0.receive(completion: .finished) }
        }
      },
      free: { $0.inlineStorage.empty(of: S.self) })
    inlineStorage.fill(with: subscriber)
  }
}

extension Subscriber {
  /// Attaches this subscriber to a source of one value.
  @inlinable func receive(single output: Input, label: StaticString) {
    receive(subscription: SingleSubscription(output, to: self, label: label))
  }
}
