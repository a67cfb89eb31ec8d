/// Gives dates to epochs whose sentences say only the time of day.
///
/// A date, once known, is carried on and rolled at midnight. Epochs before the first date wait for
/// it, up to a bound, and take it backwards, over midnights too. The computer's clock is never
/// asked. A date that the user gives is taken where the source turns out to say none.
struct DayCarrier: Hashable {
  /// Days since 1970-01-01 of the last dated epoch.
  private(set) var day: Int?
  /// The user's date, until a date is known.
  private var userDay: Int?
  private var lastTime: Int64?
  /// Epochs that wait for a date.
  private var waiting: [Waiting] = []
  private var lookAhead: Int

  /// An epoch that waits, with the time of day that gets a date: a table's count from its start is
  /// none, and neither gets a date nor carries one on.
  private struct Waiting: Hashable {
    var epoch: TraceEpoch
    var time: Int64?
    /// True if its time may serve other epochs.
    var carries: Bool
  }

  /// A step back by more than this between epochs means that midnight has passed: shorter ones are
  /// clock corrections and sentences out of order.
  private static let midnightStep: Int64 = 3600 * 1_000_000_000

  init(options: TraceOptions) {
    userDay = options.date?.dayAndTime.day
    if options.dateLookAhead <= 0 { day = userDay.take() }
    lookAhead = options.dateLookAhead
  }

  /// True if epochs are waiting for a date.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Dates `epoch` and gives out what can be given out.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since midnight; nil if the epoch says no time of day.
  ///   - ownDay: The date that the epoch's own sentences say.
  ///   - carries: Whether its date and time may serve other epochs; not so when the receiver had no
  ///     fix, since clocks start anywhere.
  mutating func pass(
    _ epoch: consuming TraceEpoch, time: Int64?, ownDay: Int?, carries: Bool,
    _ emit: (TraceEpoch) -> Void
  ) {
    if let ownDay, !carries {
      if let time { epoch.setDate(day: ownDay, time: time) }
    } else if let ownDay {
      release(before: ownDay, time: time, emit)
      (day, userDay) = (ownDay, nil)
      if let time { epoch.setDate(day: ownDay, time: time) }
    } else {
      carry(to: &epoch, time: time, rolls: carries)
    }
    if let time, day != nil, carries { lastTime = time }
    if day == nil, lookAhead > 0 {
      waiting.append(Waiting(epoch: epoch, time: time, carries: carries))
      if waiting.count > lookAhead { giveUp(emit) }
    } else {
      emit(epoch)
    }
  }

  /// Gives out everything that waits, with the user's date or none, and waits no more.
  mutating func giveUp(_ emit: (TraceEpoch) -> Void) {
    lookAhead = 0
    if day == nil { day = userDay.take() }
    for entry in waiting {
      var epoch = entry.epoch
      if epoch.timestamp == nil, let time = entry.time {
        carry(to: &epoch, time: time, rolls: entry.carries)
        if day != nil, entry.carries { lastTime = time }
      }
      emit(epoch)
    }
    waiting = []
  }

  /// Dates an epoch by the day of the one before, or the day after.
  ///
  /// - Parameter rolls: Whether the epochs after it are of that day, too.
  private mutating func carry(to epoch: inout TraceEpoch, time: Int64?, rolls: Bool) {
    guard let known = day, let time else { return }
    let passedMidnight = lastTime.map { time < $0 - DayCarrier.midnightStep } ?? false
    let today = passedMidnight ? known + 1 : known
    if rolls { day = today }
    epoch.setDate(day: today, time: time)
  }

  private mutating func release(before day: Int, time: Int64?, _ emit: (TraceEpoch) -> Void) {
    guard !waiting.isEmpty else { return }
    var day = day
    var next = time
    for index in waiting.indices.reversed() where waiting[index].epoch.timestamp == nil {
      guard let own = waiting[index].time else { continue }
      let isBefore = next.map { own > $0 + DayCarrier.midnightStep } ?? false
      let ownDay = isBefore ? day - 1 : day
      waiting[index].epoch.setDate(day: ownDay, time: own)
      if waiting[index].carries { (day, next) = (ownDay, own) }
    }
    for entry in waiting { emit(entry.epoch) }
    waiting = []
  }
}

extension TraceEpoch {
  fileprivate mutating func setDate(day: Int, time: Int64) {
    // Within the years that `Timestamp` reaches.
    guard (-106_000...106_000).contains(day) else { return }
    date(Timestamp(nanosecondsSince1970: Int64(day) * Timestamp.nanosecondsPerDay + time))
  }
}
