import Dispatch
import Foundation
import Reactive
import Synchronization

/// The main thread, which may end before its program does.
///
/// In a program with an asynchronous `main`, and in one that calls `dispatchMain`, the main thread
/// belongs to Dispatch. On Linux it then ends, other threads serve the main queue, and the main run
/// loop never runs again. Work scheduled on that loop is therefore offered to the main queue as
/// well, which runs it if it is on another thread than the main one.
enum MainThread {
  private static let ended = Atomic<Bool>(false)

  /// True once a block of the main queue has run on another thread, and so every later one will.
  static var hasEnded: Bool { ended.load(ordering: .relaxed) }

  /// Returns true if the main thread has ended; must be called in a block of the main queue.
  static func hasEndedForMainQueue() -> Bool {
    if Thread.isMainThread { return false }
    ended.store(true, ordering: .relaxed)
    return true
  }
}

/// Work that two schedulers are given, and the first of them does.
final class OfferedWork: Sendable {
  private let work: Locked<ScheduledWork?>

  init(_ action: @escaping () -> Void) { work = Locked(ScheduledWork(action)) }

  /// Does the work, unless that has happened.
  func perform() { work.withLock { $0.take() }?.action() }
}
