/// Advances the streams' time, takes the values of their inputs as they arrive, and delivers the
/// contents of a source after each change: all on one thread, one after another.
///
/// It waits for a slow reader of the results, so files and standard input wait, too.
final class StreamLoop {
  private let time: VirtualTimeScheduler
  private let inputs: StreamInputs?
  private var all: [StreamInputs.Bound] { inputs?.all ?? [] }
  private let lines: EmissionLines
  private let speed: StreamSpeed
  private let wake: LoopWake
  private let latest = Locked<StreamContents?>(nil)
  private var start = MonotonicInstant.now
  /// The times at which inputs had a value last, by their ids.
  private var arrivals: [String: MonotonicInstant] = [:]

  /// The maximum number of values to take in a row, before anything else is checked.
  private static let portion = 512
  /// How long others wait for an input that may have an earlier value, if nothing else is due.
  private static let patience = Duration.seconds(1)

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - time: The time of the streams.
  ///   - inputs: The inputs; nil if there are none.
  ///   - lines: Writes the results.
  ///   - speed: The rate of the streams' time.
  ///   - wake: Wakes it from other threads.
  init(
    _ time: VirtualTimeScheduler, _ inputs: StreamInputs?, _ lines: EmissionLines,
    at speed: StreamSpeed, _ wake: LoopWake
  ) {
    (self.time, self.inputs, self.lines, self.speed) = (time, inputs, lines, speed)
    self.wake = wake
  }

  /// Runs until writing fails, or there is nothing left to do.
  ///
  /// - Parameters:
  ///   - updates: The contents of the source, sent from any thread.
  ///   - adopt: Switches to new contents.
  ///   - isOver: Returns true if there is nothing left to do.
  func run(
    following updates: AnyPublisher<StreamContents, Never>? = nil,
    adopt: (StreamContents) -> Void = { _ in }, until isOver: () -> Bool
  ) {
    start = .now
    let subscription = updates?.sink { [latest, wake] contents in
      latest.withLock { $0 = contents }
      wake.wake()
    }
    while lines.failure == nil, !isOver() {
      if let contents = latest.withLock({ $0.take() }) {
        catchUp()
        adopt(contents)
        continue
      }
      let isBusy = takePortions()
      if runDue(isBusy: isBusy) { continue }
      if isBusy { fill(withinMilliseconds: 0) } else { wait() }
    }
    lines.flush()
    subscription?.cancel()
  }

  /// Advances the streams' time to the current instant, if they are linked.
  private func catchUp() {
    if let now = speed.instant(at: .now, startingAt: start) { time.advance(to: now) }
  }

  /// Takes some values of each input; returns true if there was a value or an end.
  private func takePortions() -> Bool {
    var isBusy = false
    for input in all where input.isOpen {
      if input.isPaced {
        if input.mayHaveNext {
          input.takeNext()
          if input.next != nil { (isBusy, arrivals[input.id]) = (true, .now) }
        }
      } else if input.feed.hasValues {
        catchUp()
        var left = Self.portion
        input.feed.read { value in
          input.values.send(value)
          left -= 1
          return left > 0
        }
        isBusy = true
      }
      if input.finishIfEnded() { isBusy = true }
    }
    return isBusy
  }

  /// Runs what is due first, if it is due by now; returns false if nothing is.
  private func runDue(isBusy: Bool) -> Bool {
    if waitForEarlier() { return true }
    if let inputs, !inputs.chooseNext(filling: { fill(withinMilliseconds: 0) }) { return true }
    guard let next = nextDate else { return false }
    if let date = speed.date(of: next, startingAt: start) {
      guard date <= .now else { return false }
    } else if isBusy || isReadable {
      // Without a clock, available values come before those that would come later.
      return false
    }
    time.advance(to: next)
    for input in all { if let value = input.passNext(at: next) { input.values.send(value) } }
    return true
  }

  /// Waits for inputs whose next value may be earlier than those of the others, because a program
  /// has just started to write; returns true if there were any. An input that is silent for longer
  /// is not waited for.
  private func waitForEarlier() -> Bool {
    guard case .max = speed, let inputs else { return false }
    let now = MonotonicInstant.now
    let left = inputs.awaited.map { id in
      now.distance(to: (arrivals[id] ?? start) + Self.patience).nanoseconds / 1_000_000
    }.max()
    guard let left, left > 0, inputs.hasNext else { return false }
    lines.flush()
    fill(withinMilliseconds: Int32(left))
    return true
  }

  /// The streams' time of the next event.
  private var nextDate: MonotonicInstant? {
    var next = time.nextDate
    for case let date? in all.lazy.map(\.nextDate) { next = min(next ?? date, date) }
    return next
  }

  /// True if an input that only waits for bytes has some.
  private var isReadable: Bool { inputs != nil && (hasCome || fill(withinMilliseconds: 0)) }

  /// True if an input has a value that has not been taken, or has ended.
  private var hasCome: Bool {
    all.contains { input in
      input.isOpen && input.next == nil && (input.feed.hasValues || input.feed.hasEnded)
    }
  }

  /// Writes all collected results, then waits until there is something to do.
  private func wait() {
    if hasCome || fill(withinMilliseconds: 0) { return }
    lines.flush()
    guard lines.failure == nil else { return }
    var limit: Int32 = -1
    if let next = nextDate, let date = speed.date(of: next, startingAt: start) {
      let left = MonotonicInstant.now.distance(to: date).nanoseconds
      // A longer wait may overflow a clock; the loop checks again.
      limit = Int32(min(max(0, (left + 999_999) / 1_000_000), 1_000_000))
    }
    fill(withinMilliseconds: limit)
  }

  /// Waits until an input has a value, and takes it; returns true if there was one.
  @discardableResult private func fill(withinMilliseconds limit: Int32) -> Bool {
    wake.fill(all.filter(\.isEmpty).map(\.feed), withinMilliseconds: limit)
  }
}
