import Synchronization

/// The subscription of a source that sends one value; this part knows no types.
@usableFromInline class SingleCore: Subscription, CustomStringConvertible {
  private enum State {
    static var waiting: UInt8 { 0 }
    static var sending: UInt8 { 1 }
    static var over: UInt8 { 2 }
  }

  private let state = Atomic<UInt8>(State.waiting)
  private let label: StaticString
  /// The subscriber, owned; see ``Receiver``. The thread that moves `state` on from waiting frees
  /// it.
  private let receiver: Unmanaged<AnyObject>
  /// Sends the value, and the completion if `finish` allows. A closure that holds nothing, made
  /// where the types are known; a virtual method of a generic class would run unspecialised.
  private let send: (SingleCore, Unmanaged<AnyObject>) -> Void

  @usableFromInline init(
    label: StaticString, _ receiver: Unmanaged<AnyObject>,
    send: @escaping (SingleCore, Unmanaged<AnyObject>) -> Void
  ) { (self.label, self.receiver, self.send) = (label, receiver, send) }

  deinit { if state.load(ordering: .relaxed) == State.waiting { receiver.release() } }
  @usableFromInline final var description: String { label.description }

  @usableFromInline final func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(description)
    let (isFirst, _) = state.compareExchange(
      expected: State.waiting, desired: State.sending, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    send(self, receiver)
    receiver.release()
  }

  /// Returns true if the completion may follow; called by `send`, after the value.
  @usableFromInline final func mayFinish() -> Bool {
    state.exchange(State.over, ordering: .acquiringAndReleasing) == State.sending
  }

  @usableFromInline final func cancel() {
    let before = state.exchange(State.over, ordering: .acquiringAndReleasing)
    if before == State.waiting { receiver.release() }
  }
}

/// The subscription of a source that sends one value.
@usableFromInline final class SingleSubscription<Output>: SingleCore {
  @usableFromInline let output: Output

  @inlinable init<S: Subscriber>(_ output: Output, to subscriber: S, label: StaticString)
  where S.Input == Output {
    self.output = output
    super.init(label: label, Receiver.retaining(subscriber)) { core, object in
      let receiver = Receiver<S>(object)
      _ = receiver.receive(unsafeDowncast(core, to: SingleSubscription<Output>.self).output)
      if core.mayFinish() { receiver.receive(completion: .finished) }
    }
  }
}

extension Subscriber {
  /// Attaches this subscriber to a source of one value.
  @inlinable func receive(single output: Input, label: StaticString) {
    // Decided when the code is specialised: a sink takes everything at once, and no caller can have
    // its cancellable yet.
    if Self.self == ClosureSubscriber<Input, Failure>.self,
      let sink = self as? ClosureSubscriber<Input, Failure>
    {
      guard sink.beginWithoutSubscription() else { return }
      _ = sink.receive(output)
      sink.receive(completion: .finished)
    } else {
      receive(subscription: SingleSubscription(output, to: self, label: label))
    }
  }
}
