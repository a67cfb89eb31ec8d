import Synchronization

/// Something that can be stopped.
public protocol Cancellable {
  /// Stops the activity and frees what it holds. Calling it again does nothing.
  func cancel()
}

extension Cancellable {
  /// Keeps this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { AnyCancellable(self).store(in: &collection) }
  /// Keeps this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
}

/// A cancellable of any kind, which also cancels when it is freed.
///
///     var cancellables: Set<AnyCancellable> = []
///     subject.sink { print($0) }.store(in: &cancellables)
///     cancellables.removeAll()  // cancels
public final class AnyCancellable: Cancellable, Hashable {
  /// The activity to cancel, retained: the thread that takes it out releases it.
  private let canceller: Atomic<Unmanaged<Canceller>?>
  /// Makes a cancellable that runs a closure when cancelled.
  public init(_ cancel: @escaping () -> Void) {
    canceller = Atomic(.passRetained(ClosureCanceller(cancel)))
  }
  /// Makes a cancellable that cancels another.
  public init<C: Cancellable>(_ canceller: C) {
    self.canceller = Atomic(.passRetained(ClosureCanceller { canceller.cancel() }))
  }
  /// Makes the cancellable of a subscriber that has no upstream yet, and that takes itself out when
  /// its stream ends.
  @usableFromInline init(_ subscriber: CancellingSubscriber) {
    // The subscriber's last use, so that it is handed over and not retained once more.
    let retained = Unmanaged<Canceller>.passRetained(subscriber)
    canceller = Atomic(retained)
    retained._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: CancellingSubscriber.self).attach(to: self)
    }
  }

  deinit { cancel() }
  public func cancel() { take()?.cancel() }
  func take() -> Canceller? {
    if canceller.load(ordering: .relaxed) == nil { return nil }
    return canceller.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue()
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  /// Keeps this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { collection.append(self) }
  /// Keeps this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}

/// The base class of everything that an ``AnyCancellable`` cancels.
@usableFromInline package class Canceller {
  @inlinable init() {}
  @usableFromInline package func cancel() { fatalError("The subclasses implement this.") }
}

private final class ClosureCanceller: Canceller {
  private let closure: () -> Void
  init(_ closure: @escaping () -> Void) { self.closure = closure }
  override func cancel() { closure() }
}
