import Formats

/// Writes instants as ISO 8601 in UTC, and formats each day's date only once.
///
/// With three decimals of the second, or six or nine if needed: nothing is rounded.
struct TimeWriter: Hashable, Sendable {
  /// The day that was last written: many times of a trace are on the same day.
  private var day = Int.min
  private var date: [UInt8] = []

  /// Appends an epoch's time: `2005-09-25T23:52:34.000Z`, or `T23:52:34.000Z` if the source has no
  /// date; nothing if it has no time.
  mutating func write(timeOf epoch: TraceEpoch, to bytes: inout [UInt8]) {
    if let timestamp = epoch.timestamp {
      write(timestamp, to: &bytes)
    } else if let time = epoch.timeOfDay {
      bytes.append(UInt8(ascii: "T"))
      TimeWriter.write(clock: TimeWriter.nanosecondsOfDay(time), separator: ":", to: &bytes)
      bytes.append(UInt8(ascii: "Z"))
    }
  }

  /// Appends an instant: `2005-09-25T23:52:34.000Z`.
  mutating func write(_ timestamp: Timestamp, to bytes: inout [UInt8]) {
    let (day, time) = timestamp.dayAndTime
    if day != self.day {
      self.day = day
      date = Array("\(CalendarDate(daysSince1970: day))T".utf8)
    }
    bytes += date
    TimeWriter.write(clock: UInt64(time), separator: ":", to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends a time of day as hours, minutes and seconds, separated by `separator`.
  static func write(clock: UInt64, separator: StaticString, to bytes: inout [UInt8]) {
    let seconds = clock / 1_000_000_000
    let part = UnsafeBufferPointer(start: separator.utf8Start, count: separator.utf8CodeUnitCount)
    bytes.append(decimal: seconds / 3600, width: 2)
    bytes.append(contentsOf: part)
    bytes.append(decimal: seconds / 60 % 60, width: 2)
    bytes.append(contentsOf: part)
    bytes.append(decimal: seconds % 60, width: 2)
    bytes.append(.dot)
    let fraction = clock % 1_000_000_000
    if fraction % 1_000_000 == 0 {
      bytes.append(decimal: fraction / 1_000_000, width: 3)
    } else if fraction % 1000 == 0 {
      bytes.append(decimal: fraction / 1000, width: 6)
    } else {
      bytes.append(decimal: fraction, width: 9)
    }
  }

  /// A time of day as nanoseconds since midnight, without whole days.
  static func nanosecondsOfDay(_ time: Duration) -> UInt64 { UInt64(withoutDays(time.nanoseconds)) }
}
