import Platform
import Reactive

/// Lets one thread at a time into a running stream, so that a value goes wholly through the logic
/// before a switch, or wholly through the one after it.
///
/// Nothing waits: a thread that comes while another is in leaves its work to that one, which does
/// it before it goes. So work is done in the order in which it came.
final class LiveGate: Sendable {
  private struct State {
    var owner: pthread_t?
    var waiting: [Work] = []
  }

  /// Unchecked, because the closure is handed over: made on one thread and run on another.
  private struct Work: @unchecked Sendable {
    let run: () -> Void
  }

  private enum Entry { case free, nested, busy }

  private let state = Locked(State())

  /// Runs work when nobody is in: now, or when the one who is in goes.
  func perform(_ work: @escaping () -> Void) {
    guard enter(with: work) == .free else { return }
    work()
    leave()
  }

  /// Runs work as part of what this thread does here already, or else as ``perform(_:)`` does.
  func deliver(_ work: @escaping () -> Void) {
    if isOwned { return work() }
    perform(work)
  }

  /// True if this thread is in.
  var isOwned: Bool {
    let thread = pthread_self()
    return state.withLock { $0.owner.map { pthread_equal($0, thread) != 0 } ?? false }
  }

  private func enter(with work: @escaping () -> Void) -> Entry {
    let (thread, work) = (pthread_self(), Work(run: work))
    return state.withLock { state in
      guard state.owner != nil else {
        state.owner = thread
        return .free
      }
      state.waiting.append(work)
      return .busy
    }
  }

  private func leave() {
    while true {
      let waiting = state.withLock { state -> [Work] in
        defer { state.waiting = [] }
        if state.waiting.isEmpty { state.owner = nil }
        return state.waiting
      }
      if waiting.isEmpty { return }
      for work in waiting { work.run() }
    }
  }
}
