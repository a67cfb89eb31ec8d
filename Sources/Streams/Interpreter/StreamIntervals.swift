import Expressions
import Reactive

extension StreamEnvironment {
  /// Sends a value at the end of each interval of some seconds, counted from the stream's
  /// beginning.
  ///
  /// Nothing is scheduled while no interval is open, and time can pass without work.
  ///
  /// - Parameter isAligned: True to count from the beginning of 1970 in UTC.
  func intervals(
    of upstream: StreamValues, _ seconds: Double, _ kind: WindowTotal.Kind, isAligned: Bool = false
  ) -> StreamValues {
    timed(upstream) { [step, now] tick in
      let run = IntervalRun(
        WindowTotal(kind, meter), clock(), seconds, since1970: isAligned ? now : nil, tick: tick)
      return { event in run.take(event) { step.fail($0.reason) }.flatMap { step.convert($0) } }
    }
  }

  /// Sends a value when no other has arrived for some seconds, or at the end.
  func debounce(_ upstream: StreamValues, _ seconds: Double) -> StreamValues {
    timed(keepingLatest(upstream)) { tick in
      PauseRun(clock(), Operator.nanoseconds(seconds), tick: tick).take
    }
  }

  /// Sends the results of a rule for a stream's values, its end, and ticks that the rule requests.
  ///
  /// - Parameter begin: Makes the rule for a subscription; its argument is a function that sends it
  ///   a tick.
  private func timed(
    _ upstream: StreamValues,
    _ begin: @escaping (_ tick: @escaping (Int) -> Void) -> (IntervalEvent) -> StreamValue?
  ) -> StreamValues {
    Deferred { () -> StreamValues in
      let ticks = PassthroughSubject<IntervalEvent, Never>()
      let take = begin { [weak ticks] in ticks?.send(.tick($0)) }
      return upstream.map { IntervalEvent.value($0) }.append(IntervalEvent.end).merge(with: ticks)
        .compactMap { [meter] event -> StreamValue? in
          if case .end = event { ticks.send(completion: .finished) }
          if case .tick = event, let meter, !meter.spend(1) { return nil }
          return take(event)
        }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// An event of a stream with a clock.
private enum IntervalEvent {
  case value(StreamValue)
  /// A tick, with its number.
  case tick(Int)
  case end
}

extension Operator {
  /// Some seconds in nanoseconds, within the range of every clock.
  static func nanoseconds(_ seconds: Double) -> Int {
    let range = secondsRange
    let clamped = seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound)
    return Int((clamped * 1e9).rounded())
  }
}

/// The value of one subscription that is waiting until a pause follows.
private final class PauseRun {
  private var pending: StreamValue?
  private var number = 0
  private var timer: (any Cancellable)?
  private let clock: StreamClock
  private let length: Int
  private let tick: (Int) -> Void

  init(_ clock: StreamClock, _ length: Int, tick: @escaping (Int) -> Void) {
    (self.clock, self.length, self.tick) = (clock, length, tick)
  }

  deinit { timer?.cancel() }

  func take(_ event: IntervalEvent) -> StreamValue? {
    switch event {
    case .value(let value):
      pending = value
      number += 1
      timer?.cancel()
      timer = clock.wait(length) { [tick, number] in tick(number) }
      return nil
    case .tick(let number) where number != self.number: return nil
    case .tick, .end:
      timer?.cancel()
      (timer, number) = (nil, number + 1)
      return pending.take()
    }
  }
}

/// The intervals of one subscription. Events arrive one at a time.
private final class IntervalRun {
  private var interval: WindowTotal
  /// The number of the open interval, or of the last one; before 1970 it is negative.
  private var number = Int.min
  private var timer: (any Cancellable)?
  private let clock: StreamClock
  /// Returns the time by which intervals are counted; nil for the stream's own.
  private let now: (() -> Int)?
  /// The difference between that time and the stream's own.
  private var offset = 0
  private let length: Int
  private let tick: (Int) -> Void

  init(
    _ interval: WindowTotal, _ clock: StreamClock, _ seconds: Double, since1970 now: (() -> Int)?,
    tick: @escaping (Int) -> Void
  ) {
    (self.interval, self.clock, self.now, self.tick) = (interval, clock, now, tick)
    length = max(1, Operator.nanoseconds(seconds))
  }

  deinit { timer?.cancel() }

  /// Handles an event, and returns the value to send.
  func take(_ event: IntervalEvent, fail: (ExpressionFault) -> Void) -> StreamValue? {
    switch event {
    case .value(let value):
      // The system's clock may have been set between two intervals.
      if let now = self.now, !interval.isOpen { offset = now() - clock.elapsed() }
      let now = position.number
      var result: StreamValue?
      // The scheduler may be late, or may not have run yet.
      if now > number, interval.isOpen { result = interval.close(from: start) }
      if now > number { stop() }
      number = max(number, now)
      do throws(ExpressionFault) { try interval.add(value) } catch { fail(error) }
      wait()
      return result
    case .tick(let ended):
      guard ended == number, interval.isOpen else { return nil }
      stop()
      let result = interval.close(from: start)
      number += 1
      wait()
      return result
    case .end:
      stop()
      return interval.isOpen ? interval.close(from: start) : nil
    }
  }

  /// The number of the interval at this time, and the nanoseconds since its beginning.
  private var position: (number: Int, passed: Int) {
    let (number, rest) = (clock.elapsed() + offset).quotientAndRemainder(dividingBy: length)
    return rest < 0 ? (number - 1, rest + length) : (number, rest)
  }

  /// The beginning of the interval: the seconds since the stream's, or a time in ISO 8601.
  private var start: StreamValue {
    now == nil
      ? .decimal(Double(number * length) / 1e9) : StreamValue.time(nanoseconds: number * length)
  }

  private func stop() {
    timer?.cancel()
    timer = nil
  }

  private func wait() {
    guard timer == nil, interval.isOpen else { return }
    let (now, number) = (position, number)
    // Until the end of the interval, which may be the next one.
    let rest = length - now.passed + (number > now.number ? length : 0)
    timer = clock.wait(rest) { [tick] in tick(number) }
  }
}
