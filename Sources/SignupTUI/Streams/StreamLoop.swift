/// Lets the time of streams pass, takes the values of their inputs as they come, and hands over the
/// contents of a source after each change: all on one thread, one thing after another.
///
/// A slow reader of the results is waited for, and so files and standard input wait, too.
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

  /// The number of values that are taken in a row, before anything else is looked at.
  private static let portion = 512
  /// The time that others wait for an input that may have an earlier value, if nothing else is
  /// waited for.
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

  /// Runs until nothing can be written any more, or there is nothing left to do.
  ///
  /// - Parameters:
  ///   - updates: The contents of the source, from any thread.
  ///   - adopt: Switches to contents.
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

  /// Moves the streams' time on to the present, unless it is not bound to it.
  private func catchUp() {
    if let now = speed.instant(at: .now, startingAt: start) { time.advance(to: now) }
  }

  /// Takes some values of each input; returns true if there were some, or an end.
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

  /// Does what is due first, if it is due by now; returns false if there is nothing.
  private func runDue(isBusy: Bool) -> Bool {
    if waitForEarlier() { return true }
    if let inputs, !inputs.chooseNext(filling: { fill(withinMilliseconds: 0) }) { return true }
    guard let next = nextDate else { return false }
    if let date = speed.date(of: next, startingAt: start) {
      guard date <= .now else { return false }
    } else if isBusy || isReadable {
      // Without a clock what has come goes before what would come later.
      return false
    }
    time.advance(to: next)
    for input in all { if let value = input.passNext(at: next) { input.values.send(value) } }
    return true
  }

  /// Waits for inputs whose next value may be earlier than those of the others, because a program
  /// has just begun to write; returns true if there were such. An input that is silent for longer
  /// is waited for no more.
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

  /// The time of the streams at which something is due.
  private var nextDate: MonotonicInstant? {
    var next = time.nextDate
    for case let date? in all.lazy.map(\.nextDate) { next = min(next ?? date, date) }
    return next
  }

  /// True if an input that waits for nothing but bytes has some.
  private var isReadable: Bool { inputs != nil && (hasCome || fill(withinMilliseconds: 0)) }

  /// True if an input has something that has not been taken, or its end.
  private var hasCome: Bool {
    all.contains { input in
      input.isOpen && input.next == nil && (input.feed.hasValues || input.feed.hasEnded)
    }
  }

  /// Waits until there is something to do; all that has been gathered is written before.
  private func wait() {
    if hasCome || fill(withinMilliseconds: 0) { return }
    lines.flush()
    guard lines.failure == nil else { return }
    var limit: Int32 = -1
    if let next = nextDate, let date = speed.date(of: next, startingAt: start) {
      let left = MonotonicInstant.now.distance(to: date).nanoseconds
      // A longer wait may not fit into a clock; the loop looks again.
      limit = Int32(min(max(0, (left + 999_999) / 1_000_000), 1_000_000))
    }
    fill(withinMilliseconds: limit)
  }

  /// Waits until an input has something, and takes it; returns true if one had.
  @discardableResult private func fill(withinMilliseconds limit: Int32) -> Bool {
    wake.fill(all.filter(\.isEmpty).map(\.feed), withinMilliseconds: limit)
  }
}
