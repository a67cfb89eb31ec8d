import Reactive
import ReactiveExtras

/// The clock of playing streams: it runs at any rate, step by step, or not at all.
///
/// Streams are subscribed to on ``time``, which gives each emission its exact instant at any rate.
/// The clock advances in beats: when work is due, though no more often than a screen can follow,
/// and otherwise only as often as the picture changes.
@MainActor final class StreamPlayer {
  /// The scheduler of the streams, until ``rewind()``.
  private(set) var time = VirtualTimeScheduler()
  /// True if the clock is paused.
  private(set) var isPaused = false
  /// The number of the streams' seconds in one real second.
  private(set) var rate = 1.0
  /// Nanoseconds of the streams' clock after which its picture changes.
  var grain = 250_000_000 { didSet { if grain != oldValue { schedule() } } }
  /// True if the clock also runs while streams have no work, because values may arrive.
  var isLive = false { didSet { if isLive != oldValue { schedule() } } }
  /// Called after the clock has advanced.
  var onBeat: () -> Void = {}
  /// Called before each piece of work.
  var beforeWork: () -> Void = {}
  /// True if the clock waits for streams to be started.
  private(set) var isHeld = false

  private let timer: OneShotTimer
  /// A scheduler's instant with the clock's position at that time.
  private var anchor: (instant: MonotonicInstant, position: Int)
  private var lastBeat: MonotonicInstant?

  /// The shortest time between two beats.
  private static let beat = Duration.milliseconds(40)
  /// The longest duration of one beat; work that is due beyond that must wait, and so must the
  /// clock.
  static let turnLimit = Duration.milliseconds(20)

  init(_ scheduler: some Scheduler<MonotonicInstant>) {
    timer = OneShotTimer(scheduler)
    anchor = (timer.now, 0)
  }

  /// The clock's position, in nanoseconds.
  var position: Int { time.now.nanoseconds }
  /// True if streams have any work left.
  var hasWork: Bool { time.hasWork || isLive }

  // MARK: Controls

  /// Pauses or resumes the clock.
  func setPaused(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    if isPaused { catchUp() }
    self.isPaused = isPaused
    resume()
  }

  /// Changes the rate from here on.
  func setRate(_ rate: Double) {
    catchUp()
    self.rate = rate
    resume()
  }

  /// Moves a paused clock to the next visible event.
  ///
  /// - Parameter hasHappened: Returns true if there has been one; timers without visible results
  ///   are skipped.
  func step(until hasHappened: () -> Bool) {
    guard !isHeld else { return }
    let start = timer.now
    while let next = time.nextDate {
      guard run(until: next, from: start) else { return }
      if hasHappened() { return }
    }
  }

  /// A position to which the clock advances immediately.
  enum Goal {
    /// A position in nanoseconds.
    case time(Int)
    /// The end of all work.
    case end
  }

  /// Advances the clock immediately, at any rate and even while it is held.
  ///
  /// - Returns: False if the time was too short to reach the goal; call it again.
  func run(upTo goal: Goal) -> Bool {
    switch goal {
    case .end: return run(until: MonotonicInstant(nanoseconds: .max), from: timer.now)
    case .time(let position):
      let instant = MonotonicInstant(nanoseconds: position)
      guard run(until: instant, from: timer.now) else { return false }
      if instant > time.now, hasWork { time.advance(to: instant) }
      return true
    }
  }

  /// Stops the clock at its position, until ``resume()``.
  func hold() {
    isHeld = true
    timer.cancel()
  }

  /// Returns true if work that began at an instant has reached the time limit.
  func isOverdue(since start: MonotonicInstant) -> Bool { timer.now > start + Self.turnLimit }

  /// The instant on the scheduler's clock.
  var now: MonotonicInstant { timer.now }

  /// Performs the work due by an instant, piece by piece; returns false if the time was too short
  /// for all of it.
  private func run(until instant: MonotonicInstant, from start: MonotonicInstant) -> Bool {
    while let next = time.nextDate, next <= instant {
      beforeWork()
      _ = time.runNext(dueBy: instant)
      if isOverdue(since: start) { return false }
    }
    return true
  }

  /// Starts again at zero, without any work.
  func rewind() {
    time = VirtualTimeScheduler()
    resume()
  }

  /// Moves the clock to its due position.
  func catchUp() { if !isPaused, !isHeld { advance() } }

  /// Continues from here: the work or the rate may have changed.
  func resume() {
    isHeld = false
    anchor = (timer.now, position)
    schedule()
  }

  // MARK: Beats

  private func schedule() {
    guard !isPaused, !isHeld, hasWork else { return timer.cancel() }
    let picture = (position / grain + 1) * grain
    let next = time.nextDate?.nanoseconds ?? picture
    let distance = Double(min(next, picture) - anchor.position) / rate
    let due = anchor.instant.advanced(by: .nanoseconds(Int(distance.rounded(.up))))
    let earliest = lastBeat.map { $0 + Self.beat } ?? due
    timer.set(at: max(due, earliest)) { [weak self] in
      // The scheduler's work runs on the main thread.
      MainActor.assumeIsolated { self?.onTimer() }
    }
  }

  private func onTimer() {
    lastBeat = timer.now
    advance()
    schedule()
    onBeat()
  }

  /// Moves the clock to its due position, or as far as the time allows.
  private func advance() {
    let start = timer.now
    let distance = Double(anchor.instant.distance(to: start).nanoseconds) * rate
    let target = MonotonicInstant(nanoseconds: anchor.position).advanced(
      by: .nanoseconds(Int(min(distance, 1e18))))
    guard run(until: target, from: start) else {
      anchor = (timer.now, position)
      return
    }
    // The clock stops when everything has ended.
    if hasWork { time.advance(to: target) }
  }
}
