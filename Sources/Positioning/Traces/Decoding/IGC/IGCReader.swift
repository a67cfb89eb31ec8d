/// Reads IGC, the logs of gliders, as it arrives, in pieces of any size, and emits an epoch for
/// each fix.
///
/// The receiver's height is the altitude, or the height above the ellipsoid if the log declares it;
/// pressure heights are ignored. A clock that goes back by over half a day means the next day.
/// Records of other kinds are counted by their letters. A later date begins another track.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct IGCReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts records.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var extensions = IGCExtensions()
  private var isEllipsoidal = false
  /// The day of the last fix, since 1970-01-01; nil if it is unknown.
  private var day: Int?
  private var firstDay: Int?
  private var lastTime: Int64?
  private var number: UInt32 = 1
  private var hasFixes = false
  private var startsSegment = true

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) { day = options.date.map { $0.dayAndTime.day } }

  mutating func readLine(
    _ text: ByteText, number line: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    let letter = text[0]
    guard letter.isLetter, letter & 0x20 == 0 else { return statistics.skip(.text) }
    switch letter {
    case UInt8(ascii: "B"): return readFix(text, line, endOffset, isLast: isLast, emit)
    case UInt8(ascii: "H"): readHeader(text)
    case UInt8(ascii: "I"): extensions = IGCExtensions(text)
    default: break
    }
    statistics.count(address: UInt64(letter))
  }

  private mutating func readHeader(_ text: ByteText) {
    let name = text.dropping(2)
    if name.hasPrefix("ALG") {
      let word = name.dropping(3)
      if word.length(showing: "ELL") != nil { isEllipsoidal = true }
      if word.length(showing: "GEO") != nil { isEllipsoidal = false }
    }
    guard name.hasPrefix("DTE") else { return }
    var digits = name.dropping(3)
    while let byte = digits.first, !byte.isDigit { digits.drop(1) }
    guard let date = digits.prefix(2).natural, let month = digits.dropping(2).prefix(2).natural,
      let year = digits.dropping(4).prefix(2).natural,
      let day = Timestamp.day(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: date)
    else { return statistics.skip(.malformedField) }
    // Ignore the same date, and that of a day which has already passed midnight.
    guard day != firstDay || !hasFixes else { return }
    if hasFixes, day != self.day {
      number &+= 1
      startsSegment = true
    }
    (self.day, firstDay) = (day, day)
    lastTime = nil
  }

  private mutating func readFix(
    _ text: ByteText, _ line: Int, _ endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    let fix: IGCFix
    do throws(IGCFix.Problem) {
      fix = try IGCFix(text, extensions, isEllipsoidal: isEllipsoidal)
    } catch {
      if isLast { statistics.isCutOff = true }
      return statistics.skip(error == .truncated ? .truncated : .malformedField)
    }
    statistics.count(address: UInt64(UInt8(ascii: "B")))
    let halfDay: Int64 = 43_200_000_000_000
    if let lastTime, lastTime - fix.time > halfDay { day = day.map { $0 + 1 } }
    if let lastTime, fix.time - lastTime > halfDay, let day, let firstDay, day > firstDay {
      self.day = day - 1
    }
    lastTime = fix.time
    let timestamp = day.flatMap { IGCReader.timestamp(day: $0, time: fix.time) }
    var location = fix.location
    location?.timestamp = timestamp
    let epoch = TraceEpoch(
      location: location, timestamp: timestamp, nanosecondsOfDay: withoutDays(fix.time),
      endOffset: endOffset, line: line, startsSegment: startsSegment, number: number)
    if location != nil { startsSegment = false }
    hasFixes = true
    statistics.count(epoch)
    emit(epoch)
  }

  /// Returns a time of a day; nil if it is out of range for a timestamp.
  private static func timestamp(day: Int, time: Int64) -> Timestamp? {
    let start = Int64(day).multipliedReportingOverflow(by: Timestamp.nanosecondsPerDay)
    let sum = start.partialValue.addingReportingOverflow(time)
    guard !start.overflow, !sum.overflow else { return nil }
    return Timestamp(nanosecondsSince1970: sum.partialValue)
  }
}
