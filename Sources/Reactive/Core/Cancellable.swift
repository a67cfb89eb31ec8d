import Synchronization

/// Something that can be stopped.
public protocol Cancellable {
  /// Stops the activity and frees what it holds. Calling it again does nothing.
  func cancel()
}

extension Cancellable {
  /// Keeps this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Keeps this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
}

/// A cancellable of any kind, which also cancels when it is freed.
///
///     var cancellables: Set<AnyCancellable> = []
///     subject.sink { print($0) }.store(in: &cancellables)
///     cancellables.removeAll()  // cancels
///
/// It cancels once, however many threads ask.
public final class AnyCancellable: Cancellable, Hashable {
  private enum Target {
    case cancellable(any Cancellable)
    case closure(() -> Void)
    case done
  }

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var target: Target

  /// Makes a cancellable that runs a closure when cancelled.
  public init(_ cancel: @escaping () -> Void) { target = .closure(cancel) }

  /// Makes a cancellable that cancels another.
  public init<C: Cancellable>(_ canceller: C) { target = .cancellable(canceller) }

  deinit { cancel() }

  /// Stops the activity and frees what it holds. Calling it again does nothing.
  public func cancel() {
    var taken = Target.done
    lock.lock()
    swap(&taken, &target)
    lock.unlock()
    switch taken {
    case .cancellable(let cancellable): cancellable.cancel()
    case .closure(let closure): closure()
    case .done: break
    }
  }

  /// Feeds the object's identity to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether two references are to the same object.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  /// Keeps this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Keeps this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}
