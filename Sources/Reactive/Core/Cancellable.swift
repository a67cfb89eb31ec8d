import Synchronization

/// An activity that can be stopped.
public protocol Cancellable {
  /// Stops the activity and releases its resources. Calling it again does nothing.
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
// Not final, as a sink on a subject is its subject's subscription; see `SubjectSubscription`.
public class AnyCancellable: Cancellable, Hashable {
  /// The cancellable of a sink that is a subscriber waits for the sink's upstream; any other is
  /// active from the beginning. A subclass without resources is over.
  @usableFromInline enum Phase {
    @inlinable static var waiting: UInt8 { 0 }
    @inlinable static var accepted: UInt8 { 1 }
    @inlinable static var active: UInt8 { 2 }
    @inlinable static var over: UInt8 { 3 }
  }

  /// Changes under `lock`, except from active to over. It becomes over once `held` is taken out, or
  /// only for the thread that takes it out; so a thread that reads it as over may free this.
  @usableFromInline final let phase: Atomic<UInt8>
  private let lock = Lock()
  /// The activity to cancel, while active or accepted.
  // Exclusivity is unchecked because `lock` guards every access, or `phase`; see there.
  @exclusivity(unchecked) private var held: Canceller?

  /// Makes a cancellable that runs a closure when cancelled.
  public convenience init(_ cancel: @escaping () -> Void) {
    self.init(holding: CancellingClosure(cancel))
  }
  /// Makes a cancellable that cancels another.
  public convenience init<C: Cancellable>(_ canceller: C) {
    self.init(holding: canceller.canceller)
  }
  @usableFromInline init(holding canceller: Canceller) {
    phase = Atomic(Phase.active)
    held = canceller
  }
  /// Makes the cancellable of a sink in a phase: waiting for its upstream, or over.
  @usableFromInline init(phase: UInt8) { self.phase = Atomic(phase) }
  /// Makes the cancellable of a sink that waits for its upstream. Not inlined, so that it is never
  /// put on the stack: the sink needs its memory even after its end.
  @usableFromInline @inline(never)
  static func waiting() -> AnyCancellable { AnyCancellable(phase: Phase.waiting) }

  deinit { cancelHeld() }
  public func cancel() { cancelHeld() }
  private func cancelHeld() {
    var ended: Canceller?
    if end(&ended) { ended?.cancel() }
  }

  /// True if nothing is left to cancel, and a sink must receive nothing more.
  @inlinable final var isOver: Bool { phase.load(ordering: .relaxed) == Phase.over }

  /// Keeps the first upstream; cancels any further or late one.
  @usableFromInline final func accept(_ upstream: Canceller) -> Bool {
    lock.lock()
    let isFirst = phase.load(ordering: .relaxed) == Phase.waiting
    if isFirst {
      held = upstream
      phase.store(Phase.accepted, ordering: .relaxed)
    }
    lock.unlock()
    if !isFirst { upstream.cancel() }
    return isFirst
  }

  /// Ends this and releases `held`; returns false if it was over before.
  @usableFromInline final func finish() -> Bool {
    var ended: Canceller?
    return end(&ended)
  }

  /// Ends this and swaps `held` into `ended`; returns false if it was over before.
  private func end(_ ended: inout Canceller?) -> Bool {
    switch phase.load(ordering: .acquiring) {
    case Phase.over: return false
    case Phase.active:
      let isFirst = phase.exchange(Phase.over, ordering: .acquiringAndReleasing) == Phase.active
      if isFirst { swap(&ended, &held) }
      return isFirst
    default:
      lock.lock()
      let isFirst = !isOver
      if isFirst {
        swap(&ended, &held)
        phase.store(Phase.over, ordering: .releasing)
      }
      lock.unlock()
      return isFirst
    }
  }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  /// Keeps this cancellable in a collection.
  public final func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { collection.append(self) }
  /// Keeps this cancellable in a set.
  public final func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}

/// The base class of the objects of this module that can be cancelled.
@usableFromInline package class Canceller {
  @inlinable init() {}
  @usableFromInline package func cancel() { fatalError("Subclasses must override cancel().") }
}

extension Cancellable {
  /// This as an object of a class of this module; nil if it is not one. Known where the code is
  /// specialised for a subject's subscription, and faster than a cast elsewhere.
  @inlinable @inline(__always) func object<Object: AnyObject>(of _: Object.Type) -> Object? {
    guard Self.self is Object.Type else { return nil }
    return withUnsafePointer(to: self) { UnsafeRawPointer($0).load(as: Object.self) }
  }

  /// This in the form that an ``AnyCancellable`` stores.
  @inlinable var canceller: Canceller { object(of: Canceller.self) ?? AnyCanceller(self) }
}

/// Anything else that can be cancelled.
@usableFromInline final class AnyCanceller: Canceller {
  private let held: any Cancellable
  @usableFromInline init(_ held: any Cancellable) { self.held = held }
  @usableFromInline override func cancel() { held.cancel() }
}

/// A closure to run when cancelled.
private final class CancellingClosure: Canceller {
  let closure: () -> Void
  init(_ closure: @escaping () -> Void) { self.closure = closure }
  override func cancel() { closure() }
}
