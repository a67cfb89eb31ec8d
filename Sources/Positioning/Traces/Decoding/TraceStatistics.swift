/// The statistics of a reader: lines, sentences by type, and the number skipped by reason.
public struct TraceStatistics: Hashable, Sendable {
  /// Lines or table rows that are not blank.
  public internal(set) var lines = 0
  /// Sentences or table rows that were understood or deliberately skipped.
  public internal(set) var sentences = 0
  /// Epochs delivered, with or without a fix.
  public internal(set) var epochs = 0
  /// Epochs delivered with a fix.
  public internal(set) var fixes = 0
  /// True if the source ended in the middle of a sentence, report or row, or before the end of its
  /// document; false until its end was read.
  public internal(set) var isCutOff = false

  private var skips = [Int](repeating: 0, count: SkipReason.allCases.count)
  private var types: [TypeCount] = []
  /// The index of the type that was counted last.
  private var lastType = 0
  private var irregularities = [Int](repeating: 0, count: Irregularity.allCases.count)
  /// The time of the last epoch that had one.
  private var lastTimestamp: Timestamp?
  /// Nanoseconds.
  private var lastTimeOfDay: Int64?
  private var lastDay: Int?

  private struct TypeCount: Hashable, Sendable {
    let address: UInt64
    var count: Int
  }

  /// Makes empty statistics.
  public init() {}

  /// Why a line, sentence or row was left out.
  public enum SkipReason: Int, Hashable, Sendable, CaseIterable {
    /// The checksum does not fit the sentence.
    case badChecksum
    /// No checksum, in a source that writes checksums.
    case missingChecksum
    /// A field that is not a valid number, time, position or the like, or is out of its range.
    case malformedField
    /// The line ends, or another sentence begins, before this one is complete.
    case truncated
    /// More bytes than a sentence or row may have.
    case overlong
    /// A line that is not a sentence, or a table line that is not a row.
    case text
    /// A table row of another kind than positions.
    case otherKind
  }

  /// The irregularities of well-formed epochs and sentences, and their treatment.
  ///
  /// Such epochs are counted and delivered: a track, a replay or a filter decides what to leave
  /// out. Such sentences are counted and left out.
  public enum Irregularity: Int, Hashable, Sendable, CaseIterable {
    /// An epoch whose time is before that of the previous one; without dates, by at most an hour,
    /// since more means midnight.
    case backwards
    /// An epoch with the same time as the one before it, at any position.
    case repeatedTime
    /// An epoch without any time.
    case untimed
    /// A date that is a multiple of 1,024 weeks away from that of the previous epoch: GPS counts
    /// weeks with ten bits, and the receiver did not know the number of rollovers.
    case weekRollover
    /// A sentence that the epoch already had from the same talker: it was logged twice.
    case duplicateSentence
    /// A sentence that came too late: its epoch had already been delivered.
    case lateSentence
    /// A sentence without a time whose epoch is unknown, since timed ones around it were lost.
    case homelessSentence
    /// A satellite, or a group of them, beyond the maximum for one epoch.
    case surplusSatellite
    /// A time or a measurement that was not kept because it is too far from its position: more than
    /// some 200,000 positions are between them.
    case lateValue
    /// A number such as `1,234`, whose comma may be a decimal sign or separate thousands; it was
    /// left out.
    case ambiguousNumber
    /// A value followed by an unknown unit; it was left out.
    case unknownUnit
    /// An epoch whose time has no zone; it was read as UTC, unless a zone was given.
    case localTime
  }

  /// Returns the number of epochs or sentences with an irregularity.
  public func count(of irregularity: Irregularity) -> Int { irregularities[irregularity.rawValue] }

  mutating func note(_ irregularity: Irregularity, count: Int = 1) {
    if count > 0 { irregularities[irregularity.rawValue] += count }
  }

  /// The number of sentences of each type, by address: `["GPRMC": 1307, "PGRME": 12]`.
  ///
  /// Contains well-formed sentences, including those of types that are otherwise ignored. At most
  /// 256 types are counted individually; the rest are under `other`.
  public var sentencesByType: [String: Int] {
    var result: [String: Int] = [:]
    for type in types {
      var name = ""
      for shift in stride(from: 56, through: 0, by: -8) {
        let byte = UInt8(truncatingIfNeeded: type.address >> UInt64(shift))
        if byte != 0 { name.unicodeScalars.append(Unicode.Scalar(byte)) }
      }
      result[name, default: 0] += type.count
    }
    return result
  }

  /// The number of lines, sentences or rows left out for a reason.
  public func skipped(_ reason: SkipReason) -> Int { skips[reason.rawValue] }

  /// The number of lines, sentences or rows left out for any reason.
  public var skipped: Int { skips.reduce(0, +) }

  /// Removes an irregularity that the user has corrected.
  mutating func forget(_ irregularity: Irregularity) { irregularities[irregularity.rawValue] = 0 }

  mutating func skip(_ reason: SkipReason) { skips[reason.rawValue] += 1 }

  /// Counts a sentence by the (up to eight) ASCII bytes of its address, the last one lowest.
  mutating func count(address: UInt64) {
    sentences += 1
    // Types come round in the same order, so the one after the last is checked first.
    let next = lastType + 1 < types.count ? lastType + 1 : 0
    if next < types.count, types[next].address == address {
      types[next].count += 1
      lastType = next
      return
    }
    for index in types.indices where types[index].address == address {
      types[index].count += 1
      lastType = index
      return
    }
    let other: UInt64 = 0x6F_74_68_65_72  // "other"
    if types.count < 256 || address == other {
      types.append(TypeCount(address: address, count: 1))
    } else {
      sentences -= 1
      count(address: other)
    }
  }

  /// Counts an epoch that is emitted, and the irregularities of its time.
  ///
  /// - Parameters:
  ///   - epoch: The epoch, with a date only if the source has one for each epoch.
  ///   - day: The date from its own sentences, days since 1970-01-01.
  mutating func count(_ epoch: TraceEpoch, day: Int? = nil) {
    epochs += 1
    if epoch.hasFix { fixes += 1 }
    if epoch.hasLocalTime { note(.localTime) }
    // Routes and waypoints have no order in time.
    guard epoch.kind == .track else { return }
    if let day {
      if let lastDay, isRollover(from: lastDay, to: day) { note(.weekRollover) }
      lastDay = day
    }
    guard epoch.timestamp != nil || epoch.nanosecondsOfDay != nil else { return note(.untimed) }
    if let timestamp = epoch.timestamp, let last = lastTimestamp {
      if timestamp < last { note(.backwards) }
      if timestamp == last { note(.repeatedTime) }
    } else if let time = epoch.nanosecondsOfDay, let last = lastTimeOfDay {
      if time < last, last.subtractingSaturated(time) <= 3_600_000_000_000 { note(.backwards) }
      if time == last { note(.repeatedTime) }
    }
    lastTimestamp = epoch.timestamp
    lastTimeOfDay = epoch.nanosecondsOfDay
  }

  /// Returns true if two dates are a multiple of 1,024 weeks apart, give or take a day.
  private func isRollover(from old: Int, to new: Int) -> Bool {
    let days = abs(new - old)
    return days > 7000 && (days + 1) % 7168 <= 2
  }
}
