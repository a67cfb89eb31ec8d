/// Gives dates to epochs whose sentences say only the time of day.
///
/// A date, once known, is carried on and rolled at midnight. Epochs before the first date wait for
/// it, up to a bound, and take it backwards, over midnights too. The computer's clock is never
/// asked.
struct DayCarrier {
  /// Days since 1970-01-01 of the last dated epoch.
  private(set) var day: Int?
  private var lastTime: Int64?
  private var waiting: [TraceEpoch] = []
  private var lookAhead: Int
  private let fullLookAhead: Int

  /// A step back by more than this between epochs means that midnight has passed: shorter ones are
  /// clock corrections and sentences out of order.
  private static let midnightStep: Int64 = 3600 * 1_000_000_000
  private static let dayLength: Int64 = 86400 * 1_000_000_000

  init(options: TraceOptions) {
    day = options.date.map { Int(floorDivide($0.nanosecondsSince1970, DayCarrier.dayLength)) }
    lookAhead = options.dateLookAhead
    fullLookAhead = options.dateLookAhead
  }

  /// Whether epochs are waiting for a date.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Dates `epoch` and gives out what can be given out.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since midnight.
  ///   - ownDay: The date that the epoch's own sentences say.
  ///   - carries: Whether that date may serve other epochs; not so when the receiver had no fix,
  ///     since clocks start anywhere.
  mutating func pass(
    _ epoch: TraceEpoch, time: Int64?, ownDay: Int?, carries: Bool,
    _ emit: (TraceEpoch) -> Void
  ) {
    var epoch = epoch
    if let ownDay, !carries {
      if let time { epoch.setDate(day: ownDay, time: time) }
    } else if let ownDay {
      release(before: ownDay, time: time, emit)
      day = ownDay
      if let time { epoch.setDate(day: ownDay, time: time) }
    } else if let known = day, let time {
      let passedMidnight = lastTime.map { time < $0 - DayCarrier.midnightStep } ?? false
      day = passedMidnight ? known + 1 : known
      epoch.setDate(day: known + (passedMidnight ? 1 : 0), time: time)
    }
    if let time, day != nil, ownDay == nil || carries { lastTime = time }
    if day == nil, lookAhead > 0 {
      waiting.append(epoch)
      if waiting.count > lookAhead { giveUp(emit) }
    } else {
      emit(epoch)
    }
  }

  /// Gives out everything that waits, without a date, and waits no more.
  mutating func giveUp(_ emit: (TraceEpoch) -> Void) {
    lookAhead = 0
    for epoch in waiting { emit(epoch) }
    waiting = []
  }

  /// Forgets the date, and what waits: the source goes on elsewhere, maybe on another day.
  mutating func jump() {
    waiting = []
    lastTime = nil
    day = nil
    lookAhead = fullLookAhead
  }

  private mutating func release(before day: Int, time: Int64?, _ emit: (TraceEpoch) -> Void) {
    guard !waiting.isEmpty else { return }
    var day = day
    var next = time
    for index in waiting.indices.reversed() where waiting[index].timestamp == nil {
      guard let own = waiting[index].timeOfDay?.nanoseconds else { continue }
      if let next, own > next + DayCarrier.midnightStep { day -= 1 }
      waiting[index].setDate(day: day, time: own)
      next = own
    }
    for epoch in waiting { emit(epoch) }
    waiting = []
  }
}

extension TraceEpoch {
  fileprivate mutating func setDate(day: Int, time: Int64) {
    // Within the years that `Timestamp` reaches.
    guard (-106_000...106_000).contains(day) else { return }
    timestamp = Timestamp(nanosecondsSince1970: Int64(day) * 86_400_000_000_000 + time)
    location?.timestamp = timestamp
  }
}
