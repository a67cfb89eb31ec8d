import Dispatch
import Platform
import Reactive

/// Lets one thread at a time into a running stream, so that a value goes wholly through the logic
/// before a switch, or wholly through the one after it.
///
/// A thread that comes while another is in leaves its work to that one, which does it before it
/// goes. So work is done in the order in which it came.
///
/// No thread is kept for others without end, and no more than a number of pieces of work wait: once
/// a thread has done ``turn`` pieces for others, or ``limit`` of them wait, the next thread that
/// brings a value waits, and does the rest in its turn, its own work with it. So a thread that
/// sends faster than the logic computes is slowed. All other work, such as a switch, never waits.
final class LiveGate: Sendable {
  /// The pieces of others' work that a thread does before another takes over.
  static let turn = 64
  /// The number of waiting pieces from which on threads that bring values wait.
  static let limit = 1_000

  fileprivate struct State {
    var owner: pthread_t?
    /// The pieces that the owner has done for others.
    var done = 0
    var waiting: ArraySlice<Work> = []
    /// The threads that wait to take over.
    var successors: ArraySlice<Successor> = []
  }

  /// Unchecked, because the closure is handed over: made on one thread and run on another.
  fileprivate struct Work: @unchecked Sendable { let run: () -> Void }

  /// Unchecked, because the name of a thread is a pointer on some systems.
  fileprivate struct Successor: @unchecked Sendable {
    let thread: pthread_t
    let isNext = DispatchSemaphore(value: 0)
  }

  private enum Entry {
    /// No thread is in; now this thread is.
    case free
    /// The work is left to the thread that is in.
    case left
    /// This thread takes over when it is its turn.
    case next(Successor)
  }

  private let state = Locked(State())

  /// Runs work when no thread is in: now, or when the one that is in goes.
  ///
  /// - Parameter waits: True if this thread may be kept waiting until fewer pieces wait.
  func perform(waiting waits: Bool = false, _ work: @escaping () -> Void) {
    switch enter(with: work, waits) {
    case .free:
      work()
      leave()
    case .left: break
    case .next(let successor):
      successor.isNext.wait()
      leave()
    }
  }

  /// Runs work as part of what this thread does here already, or else as
  /// ``perform(waiting:_:)`` does.
  func deliver(_ work: @escaping () -> Void) {
    if isOwned { return work() }
    perform(work)
  }

  /// True if this thread is in.
  var isOwned: Bool { state.withLock { $0.isOwned(by: pthread_self()) } }

  /// The number of pieces that wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private func enter(with work: @escaping () -> Void, _ waits: Bool) -> Entry {
    let (thread, work) = (pthread_self(), Work(run: work))
    return state.withLock { state in
      guard state.owner != nil else {
        (state.owner, state.done) = (thread, 0)
        return .free
      }
      state.waiting.append(work)
      guard waits, !state.isOwned(by: thread) else { return .left }
      let isFull = state.waiting.count > Self.limit
      guard isFull || state.done >= Self.turn && state.successors.isEmpty else { return .left }
      let successor = Successor(thread: thread)
      state.successors.append(successor)
      return .next(successor)
    }
  }

  /// Does what waits until nothing does, or another thread takes over.
  private func leave() { while let work = next() { work.run() } }

  /// Takes the next piece of work; nil if this thread is out.
  private func next() -> Work? {
    let (work, successor) = state.withLock { state -> (Work?, Successor?) in
      if state.done >= Self.turn || state.waiting.isEmpty {
        if let successor = state.successors.popFirst() {
          (state.owner, state.done) = (successor.thread, 0)
          return (nil, successor)
        }
      }
      state.done += 1
      let work = state.waiting.popFirst()
      if work == nil { state.owner = nil }
      return (work, nil)
    }
    successor?.isNext.signal()
    return work
  }
}

extension LiveGate.State {
  /// Returns true if a thread is in.
  fileprivate func isOwned(by thread: pthread_t) -> Bool {
    owner.map { pthread_equal($0, thread) != 0 } ?? false
  }
}
