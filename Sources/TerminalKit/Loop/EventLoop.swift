#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Reactive
import ReactiveExtras
import Synchronization

/// The one thread that owns the terminal: it waits for keys, signals, deadlines and work from
/// other threads, lets each act, and then draws at most one frame.
///
/// It rests in `poll(2)`; with no deadline set there are no wake-ups at all. `enqueue`,
/// `schedule`, `cancel` and `setNeedsFrame` may be called from any thread; what they are given
/// runs on the main thread, inside `run`.
public final class EventLoop: Sendable {
  /// Work on its way to the loop's thread.
  ///
  /// Unchecked, because the closure is handed over: made on one thread, run and released on the
  /// loop's, and never used by both.
  public struct Work: @unchecked Sendable {
    public let run: () -> Void

    /// Makes a Work of its parts.
    public init(run: @escaping () -> Void) {
      self.run = run
    }
  }

  private struct State {
    var ready: [Work] = []
    var timers = TimerHeap<Work>()
    var needsFrame = true
    /// Whether a byte is in the wake pipe, so that one is enough.
    var isWoken = false
  }

  private let state = Locked(State())
  private let wake: (read: Int32, write: Int32)
  /// The thread that needs no waking: the one inside `run`, and before that the loop's maker.
  private let thread: Atomic<UInt>

  /// Makes a loop that `run` sets going.
  public init() throws(TerminalError) {
    wake = try Descriptor.pipe()
    thread = Atomic(Self.currentThread)
  }

  deinit {
    close(wake.read)
    close(wake.write)
  }

  /// The time its deadlines are measured in.
  public var now: MonotonicInstant { .now }

  /// Runs `work` on the loop's thread: in this turn when called there, and otherwise as soon as
  /// the loop has woken. Work runs in the order in which it was enqueued.
  public func enqueue(_ work: @escaping () -> Void) {
    let work = Work(run: work)
    notify { $0.ready.append(work) }
  }

  /// Runs `work` on the loop's thread when `deadline` has come, and with `interval`, in
  /// nanoseconds, at every interval after it until cancelled.
  @discardableResult
  public func schedule(
    at deadline: MonotonicInstant, repeatingEvery interval: Int64? = nil,
    _ work: @escaping () -> Void
  ) -> TimerToken {
    let work = Work(run: work)
    return notify { $0.timers.insert(work, at: deadline, repeatingEvery: interval) }
  }

  /// Runs `work` on the loop's thread `nanoseconds` from now.
  @discardableResult
  public func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping () -> Void)
    -> TimerToken
  {
    schedule(at: now.advanced(byNanoseconds: nanoseconds), work)
  }

  /// Withdraws scheduled work; nothing happens when it has run already.
  public func cancel(_ token: TimerToken) {
    // Released outside the lock: what the closure holds may call back.
    let released = state.withLock { $0.timers.remove(token) }
    _ = released
  }

  /// Asks for a frame at the end of this turn.
  public func setNeedsFrame() {
    notify { $0.needsFrame = true }
  }

  /// Shows `screen` full-screen until it has a result, a signal asks to end, or the terminal is
  /// lost. The terminal is given back before this returns, in every case. With a `recorder` every
  /// frame is recorded as well.
  @MainActor public func run<S: Screen>(
    _ screen: S, settings: TerminalSettings, recorder: FrameRecorder? = nil
  ) throws(TerminalError) -> EndReason<S.Result> {
    // Where the main actor has no thread of its own, as in a test process on Linux, it may have
    // moved since the loop was made. What was enqueued until now is looked at before any rest.
    thread.store(Self.currentThread, ordering: .relaxed)
    var turn = LoopTurn(loop: self, settings: settings, recorder: recorder)
    try RawMode.enter(input: settings.input, output: settings.output)
    defer { RawMode.leave() }
    let end = try turn.repeatUntilEnd(screen)
    if case .finished = end { RawMode.leave(patience: RawMode.longPatience) }
    return end
  }

  /// Runs everything that is due, including what that adds, up to a limit that lets keys and
  /// frames through when work never ends.
  public func runDueWork() {
    var budget = 10_000
    let turnStart = now
    while budget > 0 {
      // Taken out under the lock and run outside it.
      let batch = state.withLock { state -> [Work] in
        var batch = state.ready
        state.ready = []
        while let due = state.timers.popDue(now: turnStart) { batch.append(due) }
        return batch
      }
      if batch.isEmpty { return }
      for work in batch { work.run() }
      budget -= batch.count
    }
  }

  /// How long the loop may sleep, in milliseconds; -1 for as long as nothing happens.
  public func sleepLimit() -> Int32 {
    let (isBusy, deadline) = state.withLock { (!$0.ready.isEmpty, $0.timers.nextDeadline()) }
    if isBusy { return 0 }
    guard let deadline else { return -1 }
    let left = deadline.nanoseconds - now.nanoseconds
    // Rounded up: waking before the deadline would mean waking twice.
    return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
  }

  /// Whether a frame was asked for since the last call.
  public func takeNeedsFrame() -> Bool {
    state.withLock { state in
      defer { state.needsFrame = false }
      return state.needsFrame
    }
  }

  public var wakeDescriptor: Int32 { wake.read }

  /// Empties the wake pipe, and only then says so: whoever enqueues in between has seen the loop
  /// awake and writes no byte, and its work is looked at after this.
  public func acknowledgeWake() {
    var byte: UInt8 = 0
    while read(wake.read, &byte, 1) > 0 {}
    state.withLock { $0.isWoken = false }
  }

  /// Changes the state and, from another thread, wakes the loop unless it is awake already.
  @discardableResult
  private func notify<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
    let isOutside = Self.currentThread != thread.load(ordering: .relaxed)
    let (value, mustWake) = state.withLock { state in
      let value = change(&state)
      guard isOutside, !state.isWoken else { return (value, false) }
      state.isWoken = true
      return (value, true)
    }
    if mustWake {
      var byte: UInt8 = 0
      _ = write(wake.write, &byte, 1)
    }
    return value
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }
}
