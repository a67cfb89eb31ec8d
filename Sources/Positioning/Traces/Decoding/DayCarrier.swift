/// Adds dates to epochs whose sentences contain only the time of day.
///
/// Once a date is known, it carries over to later epochs and advances at midnight. Epochs before
/// the first date wait for it, up to a limit, and get it backwards, over midnights too. The
/// computer's clock is never used. The user's date applies if the source has none.
struct DayCarrier: Hashable {
  /// Days since 1970-01-01 of the last dated epoch.
  private(set) var day: Int?
  /// The user's date, until a date is known.
  private var userDay: Int?
  private var lastTime: Int64?
  /// Epochs that wait for a date.
  private var waiting: [Waiting] = []
  private var lookAhead: Int

  /// A waiting epoch, with the time of day that gets a date. A table's count from its start is not
  /// a time of day: it neither gets a date nor carries one over.
  private struct Waiting: Hashable {
    var epoch: TraceEpoch
    var time: Int64?
    /// True if its time may serve other epochs.
    var carries: Bool
  }

  /// A larger step back between epochs means that midnight has passed; smaller ones are clock
  /// corrections and sentences out of order.
  private static let midnightStep: Int64 = 3600 * 1_000_000_000

  init(options: TraceOptions) {
    userDay = options.date?.dayAndTime.day
    if options.dateLookAhead <= 0 { day = userDay.take() }
    lookAhead = options.dateLookAhead
  }

  /// True if epochs are waiting for a date.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Dates `epoch` and emits the epochs that need not wait.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since midnight; nil if the epoch has no time of day.
  ///   - ownDay: The date from the epoch's own sentences.
  ///   - carries: Whether its date and time may serve other epochs; false if the receiver had no
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

  /// Emits all waiting epochs, with the user's date or none, and stops waiting.
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

  /// Dates an epoch by the day of the previous one, or the next day.
  ///
  /// - Parameter rolls: Whether later epochs are on that day, too.
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
    // The years within the range of `Timestamp`.
    guard (-106_000...106_000).contains(day) else { return }
    date(Timestamp(nanosecondsSince1970: Int64(day) * Timestamp.nanosecondsPerDay + time))
  }
}
