import Synchronization

/// The subscription of a subject that contains a sink and the stages before it; its memory outlives
/// both of them.
@frozen public struct _Host {
  @usableFromInline let pointer: UnsafeMutablePointer<SubscriptionState>?
  /// Names the subscription's state; nil for a sink that is not called, but asked for its closures.
  @inlinable init(_ pointer: UnsafeMutablePointer<SubscriptionState>?) { self.pointer = pointer }
  @inlinable var state: UnsafeMutablePointer<SubscriptionState> { pointer.unsafelyUnwrapped }
  /// True if the subscription is over, and nothing more to be delivered.
  @inlinable var isOver: Bool { state.pointee.isDead }

  /// True if the subscription was cancelled when it was over, so that a completion is too late.
  @inlinable var isCancelled: Bool {
    state.pointee.phase.load(ordering: .relaxed) == SubscriptionState.Phase.cancelled
  }

  /// Ends the subscription; false if it was over before.
  @inlinable func end() -> Bool { state.pointee.ending(state) }

  /// Stores a stage's memory: in the subscription if it fits and nothing has to be freed; otherwise
  /// in an object, which must be kept.
  @inlinable
  func store<Memory>(_ initial: Memory) -> (UnsafeMutablePointer<Memory>, keeper: AnyObject?) {
    if _isPOD(Memory.self), let pointer = state.pointee.inlineStorage.take(for: Memory.self) {
      pointer.initialize(to: initial)
      return (pointer, nil)
    }
    let cell = MemoryCell<Memory>.create(minimumCapacity: 1) { _ in }
    return cell.withUnsafeMutablePointerToElements { pointer in
      pointer.initialize(to: initial)
      return (pointer, cell)
    }
  }
}

/// The memory of a stage in a separate object.
@usableFromInline final class MemoryCell<Memory>: ManagedBuffer<Void, Memory> {
  @inlinable deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

/// The closures of a sink inside a subject's subscription.
@usableFromInline struct EmbeddedSink<Input, Failure: Error>: Subscriber {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline let host: _Host

  @inlinable init(
    _ onValue: @escaping (Input) -> Void,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?, _ host: _Host
  ) { (self.onValue, self.onCompletion, self.host) = (onValue, onCompletion, host) }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }
  @usableFromInline func receive(subscription: any Subscription) {}

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    // A closure of a stage may have cancelled.
    if !host.isOver { onValue(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    // A closure of a stage may have cancelled here, too.
    if !host.isCancelled { onCompletion?(completion) }
  }
}

/// The host of a stage before a sink inside a subject's subscription. As the sink requests
/// everything, the stage has no part in demand, and no rest.
@usableFromInline struct Embedded<S: Stage, Downstream: Subscriber>: Subscriber
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline let stage: S, downstream: Downstream, host: _Host
  @usableFromInline let memory: UnsafeMutablePointer<S.Memory>, keeper: AnyObject?

  @inlinable init(_ stage: S, _ host: _Host, _ downstream: Downstream) {
    (self.stage, self.downstream, self.host) = (stage, downstream, host)
    (memory, keeper) = host.store(stage.initialMemory)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  @usableFromInline func receive(subscription: any Subscription) {}

  @inlinable func receive(_ input: S.Input) -> Subscribers.Demand {
    if host.isOver { return .none }
    switch stage.receive(input, &memory.pointee) {
    case .emit(let output): _ = downstream.receive(output)
    case .skip, .absorb: break
    case .emitLast(let output):
      _ = downstream.receive(output)
      end(.finished)
    case .finish: end(.finished)
    case .fail(let error): end(.failure(error))
    }
    return .none
  }

  @usableFromInline @inline(never) func end(_ completion: Subscribers.Completion<S.Failure>) {
    if host.end() { downstream.receive(completion: completion) }
  }

  @inlinable func receive(completion: Subscribers.Completion<S.InputFailure>) {
    downstream.receive(completion: stage.receive(completion: completion))
  }
}
