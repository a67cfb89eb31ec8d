/// The sentences of one epoch while they come in.
struct EpochDraft: Equatable {
  /// Nanoseconds since midnight; nil while the receiver knows no time.
  var time: Int64?
  /// The types of sentences that came, each with the talker that said it last.
  private var said: [SaidType] = []
  var coordinate: Coordinate?
  /// Days since 1970-01-01.
  var day: Int?
  /// True if a sentence says the year with four digits.
  private var hasWholeYear = false
  /// Metres above mean sea level.
  @OptionalNumber var altitude: Double?
  /// Metres from the ellipsoid up to the geoid.
  @OptionalNumber var geoidSeparation: Double?
  /// Metres above the ellipsoid, where a sentence says just that.
  @OptionalNumber var ellipsoidalAltitude: Double?
  /// Metres per second.
  @OptionalNumber var speed: Double?
  /// Degrees from true north in 0..<360.
  @OptionalNumber var course: Double?
  /// Degrees by which magnetic north is east of true north.
  @OptionalNumber var magneticVariation: Double?
  @OptionalNumber var hdop: Double?
  @OptionalNumber var vdop: Double?
  var satellitesUsed: Int?
  /// True if the count is GGA's 12, which may stand for more.
  var countIsCapped = false
  @OptionalNumber private var horizontalAccuracy: Double?
  @OptionalNumber private var verticalAccuracy: Double?
  private var accuracyRank = -1
  private var quality = FixQuality.unknown
  private var qualityRank = 0
  private var positionRank = 0
  /// True if RMC says that the receiver warns of its own position.
  var isVoid = false
  var hasInvalidGGA = false
  var hasValidGGA = false
  var endOffset = 0
  /// The line of the first sentence; 0 where that is not known.
  private(set) var line = 0
  /// How many sentences came that were there already.
  private(set) var duplicates = 0

  /// The untimed sentences that were found to be of this epoch.
  var untimed = UntimedGroup()
  /// The untimed sentences between the epoch before and this one, while it is open whose they are:
  /// one run or none.
  var before: [UntimedRun] = []

  /// True if there are such sentences.
  @inline(__always)
  var hasRunBefore: Bool { !before.isEmpty }

  /// Returns true if a sentence cannot be of this epoch: it says another time, or, where the clock
  /// has not moved on, the same type of sentence comes again with another position.
  ///
  /// Changes nothing; it is mutating so that the element of an array is not copied first.
  @inline(__always)
  mutating func excludes(_ sentence: some TimedSentence) -> Bool {
    let isRepeated = said.contains(SaidType(sentence))
    let newCoordinate = sentence.validCoordinate
    switch (time, sentence.nanosecondsOfDay) {
    case (let old?, let new?):
      if old != new, !EpochDraft.isRounded(old, new) { return true }
      guard isRepeated, let newCoordinate, let coordinate else { return false }
      return newCoordinate != coordinate
    case (nil, nil): return isRepeated
    default: return isRepeated || coordinate != nil || newCoordinate != nil
    }
  }

  /// Returns true if one of two times of day is the other one to hundredths: some receivers say a
  /// time with two decimals in one sentence and with three in the next. No receiver has its fixes
  /// as near to each other.
  private static func isRounded(_ one: Int64, _ other: Int64) -> Bool {
    let hundredth: Int64 = 10_000_000
    return abs(one - other) < hundredth
      && (one % hundredth == 0) != (other % hundredth == 0)
  }

  /// Takes in a sentence of this epoch.
  @inline(__always)
  mutating func add(_ sentence: some TimedSentence, at source: SentenceSource) {
    if let new = sentence.nanosecondsOfDay, new != time {
      // The finer one of two.
      if time.map({ $0 % 10_000_000 == 0 }) ?? true { time = new }
    }
    note(SaidType(sentence))
    endOffset = source.endOffset
    if line == 0 { line = source.line }
    sentence.update(&self)
  }

  /// Notes who says a type of sentence, and whether that was said before.
  @inline(__always)
  private mutating func note(_ new: SaidType) {
    for index in said.indices where said[index].type == new.type {
      if said[index] == new { duplicates += 1 }
      return said[index] = new
    }
    said.append(new)
  }

  /// Takes a date over: RMC says it better than ZDA, but for the century, which its two digits
  /// leave open.
  mutating func setDay(_ new: Int?, hasWholeYear isWhole: Bool) {
    guard let new else { return }
    // A century has 36,524 or 36,525 days.
    let apart = day.map { abs(new - $0) % 36_525 }
    let isSame = apart.map { $0 <= 1 || $0 >= 36_523 } ?? true
    guard isWhole ? isSame : !isSame || !hasWholeYear else { return }
    (day, hasWholeYear) = (new, isWhole)
  }

  /// Takes a position over from a sentence of equal or higher rank than the last.
  mutating func setPosition(_ new: Coordinate?, rank: Int) {
    guard let new, rank >= positionRank else { return }
    coordinate = new
    positionRank = rank
  }

  /// Takes a quality over: GGA says it better than GNS, GNS better than the mode letters.
  mutating func setQuality(_ new: FixQuality, rank: Int) {
    guard new != .unknown, rank >= qualityRank else { return }
    quality = new
    qualityRank = rank
  }

  /// Takes error estimates over: GST says them better than GBS, GBS better than makers' own
  /// sentences.
  mutating func setAccuracy(horizontal: Double?, vertical: Double?, rank: Int) {
    guard horizontal != nil || vertical != nil else { return }
    let isBetter = rank >= accuracyRank
    horizontalAccuracy =
      isBetter ? horizontal ?? horizontalAccuracy : horizontalAccuracy ?? horizontal
    verticalAccuracy = isBetter ? vertical ?? verticalAccuracy : verticalAccuracy ?? vertical
    accuracyRank = max(rank, accuracyRank)
  }

  /// Begins an epoch in the place of another, of which only the memory is kept.
  mutating func begin(time: Int64?) {
    said.removeAll(keepingCapacity: true)
    (coordinate, day, line, duplicates, endOffset) = (nil, nil, 0, 0, 0)
    (altitude, geoidSeparation, ellipsoidalAltitude) = (nil, nil, nil)
    (speed, course, magneticVariation, hdop, vdop) = (nil, nil, nil, nil, nil)
    (satellitesUsed, countIsCapped) = (nil, false)
    (horizontalAccuracy, verticalAccuracy, accuracyRank) = (nil, nil, -1)
    (quality, qualityRank, positionRank) = (.unknown, 0, 0)
    (isVoid, hasInvalidGGA, hasValidGGA, hasWholeYear) = (false, false, false, false)
    untimed.removeAll()
    if hasRunBefore { before = [] }
    self.time = nil
    assert(self == EpochDraft(), "something of the epoch before is left")
    self.time = time
  }

  /// Makes the numbers of lines greater.
  mutating func move(byLines lines: Int) {
    if line != 0 { line += lines }
    untimed.move(byLines: lines)
    for index in before.indices { before[index].move(byLines: lines) }
  }

  /// The fix, if the receiver had one.
  var location: Location? {
    guard let coordinate, !isVoid, hasValidGGA || !hasInvalidGGA else { return nil }
    var location = Location(coordinate: coordinate)
    location.altitude = altitude ?? untimed.altitude
    if let altitude, let geoidSeparation {
      location.ellipsoidalAltitude = altitude + geoidSeparation
    } else {
      location.ellipsoidalAltitude = ellipsoidalAltitude
    }
    location.speed = speed ?? untimed.speed
    location.course = course ?? untimed.course
    location.heading = untimed.heading
    location.magneticVariation = magneticVariation
    location.horizontalAccuracy = horizontalAccuracy ?? untimed.horizontalAccuracy
    location.verticalAccuracy = verticalAccuracy ?? untimed.verticalAccuracy
    location.hdop = hdop ?? untimed.hdop
    location.vdop = vdop ?? untimed.vdop
    location.pdop = untimed.pdop
    location.satellitesUsed = satellitesUsed
    if untimed.usedCount > 0, satellitesUsed == nil || countIsCapped {
      location.satellitesUsed = max(satellitesUsed ?? 0, untimed.usedCount)
    }
    location.fix = quality == .unknown ? untimed.quality : quality
    return location
  }

  /// A type of sentence and its talker.
  private struct SaidType: Equatable {
    let type: ObjectIdentifier
    let talker: UInt16

    @inline(__always)
    init<Sentence: TimedSentence>(_ sentence: Sentence) {
      (type, talker) = (ObjectIdentifier(Sentence.self), sentence.talker.letters)
    }
  }

  /// True if the receiver warns of its position.
  var isWarned: Bool { isVoid || hasInvalidGGA }

  /// Returns the complete epoch, without the date that it may take from others.
  ///
  /// Changes nothing; it is mutating so that the element of an array is not copied first.
  mutating func complete() -> TraceEpoch {
    var first = line
    if untimed.line != 0, untimed.line < first || first == 0 { first = untimed.line }
    return TraceEpoch(
      location: location, nanosecondsOfDay: time,
      satellites: untimed.satellites, endOffset: endOffset, line: first == 0 ? nil : first)
  }
}
