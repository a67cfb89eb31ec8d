import Dispatch
import Platform
import Reactive

/// Admits one thread at a time to a running stream: a value passes wholly through the logic before
/// a switch or wholly through the logic after it.
///
/// A thread that arrives while another is inside leaves its work to that one, which does it before
/// leaving. Work is therefore done in the order of arrival.
///
/// No thread works for others indefinitely, and the amount of waiting work is bounded: once a
/// thread has done ``turn`` pieces for others, or ``limit`` pieces are waiting, the next thread
/// that brings a value waits for its turn and then does the rest, including its own work. This
/// slows a thread that sends faster than the logic computes. Other work, such as a switch, never
/// waits.
final class LiveGate: Sendable {
  /// The number of pieces of others' work that a thread does before another takes over.
  static let turn = 64
  /// The number of waiting pieces at which threads that bring values must wait.
  static let limit = 1_000

  fileprivate struct State {
    var owner: pthread_t?
    /// The number of pieces that the owner has done for others.
    var done = 0
    var waiting: ArraySlice<Work> = []
    /// The threads that are waiting to take over.
    var successors: ArraySlice<Successor> = []
  }

  /// Unchecked, because the closure is handed from one thread to another.
  fileprivate struct Work: @unchecked Sendable { let run: () -> Void }

  /// Unchecked, because a thread's id is a pointer on some systems.
  fileprivate struct Successor: @unchecked Sendable {
    let thread: pthread_t
    let isNext = DispatchSemaphore(value: 0)
  }

  private enum Entry {
    /// The gate was free; this thread now owns it.
    case free
    /// The work is left to the owner.
    case left
    /// This thread takes over when it is its turn.
    case next(Successor)
  }

  private let state = Locked(State())

  /// Runs work when the gate is free: now, or when the owner leaves.
  ///
  /// - Parameter waits: True if this thread may be blocked until fewer pieces are waiting.
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

  /// Runs work immediately if this thread owns the gate, or else as ``perform(waiting:_:)`` does.
  func deliver(_ work: @escaping () -> Void) {
    if isOwned { return work() }
    perform(work)
  }

  /// True if this thread owns the gate.
  var isOwned: Bool { state.withLock { $0.isOwned(by: pthread_self()) } }

  /// The number of waiting pieces.
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

  /// Does the waiting work until there is none, or another thread takes over.
  private func leave() { while let work = next() { work.run() } }

  /// Takes the next piece of work; nil if this thread has left.
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
  /// Returns true if a thread owns the gate.
  fileprivate func isOwned(by thread: pthread_t) -> Bool {
    owner.map { pthread_equal($0, thread) != 0 } ?? false
  }
}
