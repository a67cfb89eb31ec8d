import Platform
import Reactive
import ReactiveExtras
import Synchronization

/// The one thread that owns the terminal. It waits for keys, signals, deadlines and work from other
/// threads, performs each, and then draws at most one frame.
///
///     let loop = try EventLoop()
///     loop.schedule(after: .seconds(60)) { [loop] in loop.setNeedsFrame() }
///     let end = try loop.run(screen, settings: settings)
///
/// It sleeps in `poll(2)`; with no deadline set there are no wake-ups at all. `enqueue`,
/// `schedule`, `cancel` and `setNeedsFrame` may be called from any thread. The work passed to them
/// runs on the main thread: inside `run`, or while a ``LineDialogue`` waits.
public final class EventLoop: Sendable {
  /// Work on its way to the loop's thread.
  ///
  /// Unchecked, because the closure is handed over: made on one thread, run and released on the
  /// loop's, and never used by both.
  private struct Work: @unchecked Sendable { let run: () -> Void }

  private struct State {
    var ready: [Work] = []
    var timers = DeadlineHeap<Work>()
    var needsFrame = true
    /// The text for the terminal's clipboard, until it is sent.
    var copied: String?
    /// True if the terminal's bell must be rung.
    var rings = false
    /// True if the wake pipe contains a byte already: one is enough.
    var isWoken = false
  }

  private let state = Locked(State())
  private let wake: (read: Int32, write: Int32)
  /// The thread that needs no waking: the one inside `run`, and before that the loop's maker.
  private let thread: Atomic<UInt>

  /// Makes a loop, which `run` starts.
  ///
  /// - Throws: `TerminalError` if the pipe for wake-ups could not be opened.
  public init() throws(TerminalError) {
    wake = try Descriptor.pipe()
    thread = Atomic(Self.currentThread)
  }

  deinit {
    close(wake.read)
    close(wake.write)
  }

  /// The current instant on the clock of its deadlines.
  public var now: MonotonicInstant { .now }

  /// Runs `work` on the loop's thread: in this turn if called there, otherwise as soon as the loop
  /// has woken. Work runs in the order in which it was enqueued.
  public func enqueue(_ work: @escaping () -> Void) {
    let work = Work(run: work)
    notify { $0.ready.append(work) }
  }

  /// Runs `work` on the loop's thread at `deadline`, and then at every `interval` after it, if
  /// given, until cancelled. Missed intervals are skipped. O(log *n*).
  @discardableResult public func schedule(
    at deadline: MonotonicInstant, repeatingEvery interval: Duration? = nil,
    _ work: @escaping () -> Void
  ) -> TimerToken {
    let work = Work(run: work)
    let stride = interval.map { MonotonicInstant.Stride($0) }
    return notify { TimerToken(name: $0.timers.insert(work, at: deadline, repeatingEvery: stride)) }
  }

  /// Runs `work` on the loop's thread after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> TimerToken {
    schedule(at: now + delay, work)
  }

  /// Cancels scheduled work; does nothing if it has run already. O(log *n*).
  public func cancel(_ token: TimerToken) {
    // Returned, so that it is released outside the lock: the closure's captures may call back.
    _ = state.withLock { $0.timers.remove(token.name) }
  }

  /// Asks for a frame at the end of this turn.
  public func setNeedsFrame() { notify { $0.needsFrame = true } }

  /// Copies text to the terminal's clipboard (OSC 52) at the end of this turn.
  ///
  /// Many terminals accept it, some only if configured to, and none reports whether it did; a
  /// multiplexer may keep it, too. Never use it for secrets: other programs can read the clipboard.
  public func copy(_ text: String) {
    notify { state in
      state.copied = text
      state.needsFrame = true
    }
  }

  /// Rings the terminal's bell at the end of this turn; many terminals flash instead, or do
  /// nothing.
  public func ring() {
    notify { state in
      state.rings = true
      state.needsFrame = true
    }
  }

  /// Returns, once, the text for the clipboard and whether to ring the bell.
  func takeSignals() -> (copied: String?, rings: Bool) {
    state.withLock { state in
      defer { (state.copied, state.rings) = (nil, false) }
      return (state.copied, state.rings)
    }
  }

  /// Shows `screen` full-screen until it has a result, a signal requests the end, or the terminal
  /// is lost. The terminal is always restored before this returns. With a `recorder`, every frame
  /// is recorded as well.
  ///
  /// - Throws: `TerminalError` if the terminal cannot be taken over.
  @MainActor public func run<S: Screen>(
    _ screen: S, settings: TerminalSettings, recorder: FrameRecorder? = nil
  ) throws(TerminalError) -> EndReason<S.Result> {
    // If the main actor has no thread of its own, as in a test process on Linux, it may have moved
    // since the loop was made. Work enqueued before this runs before any sleep.
    thread.store(Self.currentThread, ordering: .relaxed)
    var run = ScreenRun(loop: self, settings: settings, recorder: recorder)
    try RawMode.enter(
      input: settings.input, output: settings.output, takesMouse: settings.takesMouse)
    defer { RawMode.leave() }
    screen.willAppear(on: self)
    let end = try run.repeatUntilEnd(screen)
    if case .terminalLost = end { return end }
    run.awaitReplies()
    run.silenceMouse()
    if case .finished = end { RawMode.leave(timeout: RawMode.longTimeout) }
    return end
  }

  /// Runs all work that is due, including the work that it adds, up to a limit, so that endless
  /// work does not keep keys and frames waiting.
  func runDueWork() {
    var budget = 10_000
    let turnStart = now
    while budget > 0 {
      // Taken out under the lock and run outside it.
      let batch = state.withLock { state -> [Work] in
        var batch = state.ready
        state.ready = []
        while let due = state.timers.popDue(by: turnStart) { batch.append(due) }
        return batch
      }
      if batch.isEmpty { return }
      for work in batch { work.run() }
      budget -= batch.count
    }
  }

  /// Returns true if a frame was requested since the last call.
  func takeNeedsFrame() -> Bool {
    state.withLock { state in
      defer { state.needsFrame = false }
      return state.needsFrame
    }
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

/// Identifies one scheduled piece of work, so that it can be cancelled.
public struct TimerToken: Hashable, Sendable { fileprivate let name: DeadlineToken }

// MARK: The sleep between two turns

/// The reasons why a sleep of the event loop ended.
struct Wakeup {
  /// The signals that have arrived, each once, in order of arrival.
  var signals: [Int32] = []
  /// True if there is something to read.
  var hasInput = false
  /// True if the output accepts bytes.
  var hasRoom = false
  /// True if the terminal is gone, and with it all unread input.
  var isHungUp = false

  /// The signal that requests the program's end.
  var ending: Int32? { signals.first(where: SignalPipe.ending.contains) }
}

extension EventLoop {
  /// Sleeps until there is something to read or write, a signal or work from another thread
  /// arrives, or a deadline is reached: the loop's next one or the one given.
  ///
  /// The only wait of the program, for screens and for line dialogues.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read; nil for none.
  ///   - output: The descriptor to write; nil for none.
  func rest(input: Int32?, output: Int32? = nil, until deadline: MonotonicInstant? = nil) -> Wakeup
  {
    // A negative descriptor is not waited for.
    var entries = [
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: SignalPipe.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
    ]
    if poll(&entries, nfds_t(entries.count), sleepLimit(until: deadline)) < 0 {
      // Interrupted: the handler has written to the signals' pipe before poll returned.
      return Wakeup(signals: SignalPipe.drain())
    }
    if entries[3].revents != 0 { acknowledgeWake() }
    let ready = entries[0].revents
    let hasInput = ready & Int16(POLLIN) != 0
    return Wakeup(
      signals: entries[2].revents != 0 ? SignalPipe.drain() : [], hasInput: hasInput,
      hasRoom: entries[1].revents & Int16(POLLOUT) != 0,
      isHungUp: !hasInput && ready & Int16(POLLHUP | POLLERR | POLLNVAL) != 0)
  }

  /// Returns the longest time that the loop may sleep, in milliseconds; -1 for no limit.
  private func sleepLimit(until deadline: MonotonicInstant?) -> Int32 {
    let (isBusy, timer) = state.withLock { (!$0.ready.isEmpty, $0.timers.nextDeadline) }
    if isBusy { return 0 }
    guard let next = [deadline, timer].compactMap({ $0 }).min() else { return -1 }
    let left = now.distance(to: next).nanoseconds
    // Rounded up: waking before the deadline would mean waking twice.
    return Int32(clamping: max(0, left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0)))
  }

  /// Empties the wake pipe, and only then clears the flag: a thread that enqueues in between sees
  /// the loop awake and writes no byte, and its work is looked for after this.
  private func acknowledgeWake() {
    var byte: UInt8 = 0
    while read(wake.read, &byte, 1) > 0 {}
    state.withLock { $0.isWoken = false }
  }
}
