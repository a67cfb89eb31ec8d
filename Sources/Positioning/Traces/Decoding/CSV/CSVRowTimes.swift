/// The times in the rows of a table.
extension CSVRowReader {
  /// A cell for a date or a time does not contain one.
  struct Junk: Error {}

  /// The thousandths of a second in a separate cell, in nanoseconds.
  var fraction: Int64 {
    guard indices[CSVColumn.millisecond.rawValue] >= 0,
      let value = self[.millisecond]?.natural, value < 1000
    else { return 0 }
    return Int64(value) * 1_000_000
  }

  /// The row's time; nil if it has none.
  func readTime() throws(Junk) -> CivilTime? {
    let day = try readDay()
    var time: CivilTime?
    if dialect.timeForm == .serialDays {
      time = self[.time]?.serialDays(separator: separator).map { CivilTime(instant: $0) }
    } else if let cell = self[.time], !cell.isNoValue {
      time =
        day == nil && !dialect.isClockRunTogether
        ? cell.civilTime(order: dialect.dateOrder, nanosecondsPerCount: timeUnit)
        : cell.civilTimeOfDay(order: dialect.dateOrder, nanosecondsPerCount: timeUnit)
      if time == nil { throw Junk() }
    } else if indices[CSVColumn.hour.rawValue] >= 0 {
      time = try readSplitClock()
    }
    if dialect.timeForm == .dateOnly, time?.time == nil, let day = time?.day ?? day {
      return CivilTime(day: day, time: 0, zone: self[.utcOffset]?.zone)
    }
    if time?.day == nil { time?.day = day }
    if time?.zone == nil { time?.zone = self[.utcOffset]?.zone }
    return time
  }

  /// The date in one cell or in three; nil if the row has none.
  private func readDay() throws(Junk) -> Int? {
    let day: Int?
    if let cell = self[.date], !cell.isNoValue {
      day = cell.civilDate(order: dialect.dateOrder, isDayFirst: dialect.isDayFirstRunTogether)
    } else {
      guard let year = self[.year], let month = self[.month], let date = self[.day] else {
        return nil
      }
      guard let year = year.wholeNumber, let month = month.wholeNumber,
        let date = date.wholeNumber, (0...9999).contains(year)
      else { throw Junk() }
      day = Timestamp.day(year: year < 100 ? 2000 + year : year, month: month, day: date)
    }
    guard let day else { throw Junk() }
    return day
  }

  /// The time of day in two or three cells; nil if they are empty.
  private func readSplitClock() throws(Junk) -> CivilTime? {
    guard let hour = self[.hour], let minute = self[.minute] else { return nil }
    guard let hour = hour.wholeNumber, let minute = minute.wholeNumber, (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { throw Junk() }
    var fine: Int64 = 0
    if let second = self[.second] {
      guard let number = second.decimal(separator: separator), !number.isNegative,
        let nanoseconds = number.scaled(by: 9), nanoseconds < 61_000_000_000
      else { throw Junk() }
      fine = nanoseconds
    }
    return CivilTime(time: Int64((hour * 60 + minute) * 60) * 1_000_000_000 + fine)
  }
}

extension CSVRowReader.Row {
  /// Sets the time.
  ///
  /// - Parameters:
  ///   - zone: The time by which a clock without a zone is ahead of UTC, nanoseconds.
  ///   - more: Nanoseconds to add if the time is in whole seconds.
  mutating func set(_ time: CivilTime, zone: Int64, more: Int64) {
    var time = time
    if more > 0, time.instant.map({ $0 % 1_000_000_000 == 0 }) ?? true,
      time.time.map({ $0 % 1_000_000_000 == 0 }) ?? true
    {
      if let instant = time.instant, instant < .max - more { time.instant = instant + more }
      time.time = time.time.map { $0 + more }
    }
    epoch.hasLocalTime = time.isLocal
    if let timestamp = time.instant.map(Timestamp.init) ?? time.timestamp(zone: zone) {
      (day, self.time) = timestamp.dayAndTime
      epoch.timestamp = timestamp
      epoch.nanosecondsOfDay = self.time
    } else if let elapsed = time.elapsed {
      epoch.nanosecondsOfDay = elapsed
    } else if let clock = time.universal(zone: zone) {
      self.time = withoutDays(clock)
      epoch.nanosecondsOfDay = self.time
    }
  }
}

extension ByteText {
  /// The whole number that this text represents, even with zeros after a point: `7`, `7.0`.
  fileprivate var wholeNumber: Int? {
    guard let number = decimal(), let value = number.scaled(by: 0) else { return nil }
    return Int(value)
  }
}
