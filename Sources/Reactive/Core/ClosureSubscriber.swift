/// The subscriber that `sink` attaches: its closures, and the cancellable that `sink` returns. That
/// keeps the upstream, and releases it and so the closures at the end.
///
/// Only the caller of `sink` keeps the cancellable alive. Upstream keeps this, and may call it
/// during or after the cancellable's deinitialisation. So the reference is `unowned`: Swift frees
/// an object's memory with the last of its unowned references. After its end only its phase is
/// read, which is then over.
@usableFromInline struct ClosureSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  /// Keeps the cancellable's memory; never read, which would trap after its end.
  @usableFromInline unowned let memory: AnyCancellable
  @usableFromInline let cancellable: Unmanaged<AnyCancellable>

  @inlinable init(
    _ onValue: @escaping (Input) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?, _ cancellable: AnyCancellable
  ) {
    (self.onValue, self.onCompletion, memory) = (onValue, onCompletion, cancellable)
    self.cancellable = .passUnretained(cancellable)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier {
    cancellable._withUnsafeGuaranteedRef { CombineIdentifier($0) }
  }

  /// Keeps the first subscription and asks it for everything; cancels any further one.
  @inlinable func receive(subscription: any Subscription) {
    let isFirst = cancellable._withUnsafeGuaranteedRef { $0.accept(subscription.canceller) }
    if isFirst { subscription.request(.unlimited) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if !cancellable._withUnsafeGuaranteedRef({ $0.isOver }) { onValue(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if cancellable._withUnsafeGuaranteedRef({ $0.finish() }) { onCompletion?(completion) }
  }
}
