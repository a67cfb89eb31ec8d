/// The sentences of one epoch while they come in.
struct EpochDraft {
  /// Nanoseconds since midnight; nil while the receiver knows no time.
  var time: Int64?
  /// The talker that said each type of sentence last, by its place in ``NMEA/types``; 0 where none
  /// did.
  private var talkers = SIMD16<UInt16>()
  var coordinate: Coordinate?
  /// Days since 1970-01-01.
  var day: Int?
  /// Metres above mean sea level.
  var altitude: Double?
  /// Metres from the ellipsoid up to the geoid.
  var geoidSeparation: Double?
  /// Metres per second.
  var speed: Double?
  /// Degrees from true north in 0..<360.
  var course: Double?
  var hdop: Double?
  var satellitesUsed: Int?
  /// Whether the count is GGA's 12, which may stand for more.
  var countIsCapped = false
  /// Metres.
  var horizontalAccuracy: Double?
  /// Metres.
  var verticalAccuracy: Double?
  private var quality = FixQuality.unknown
  private var qualityRank = 0
  private var positionRank = 0
  /// Whether RMC says that the receiver warns of its own position.
  var isVoid = false
  var hasInvalidGGA = false
  var hasValidGGA = false
  var endOffset = 0

  /// The untimed sentences that were found to be of this epoch.
  var untimed = UntimedGroup()
  /// The untimed sentences between the epoch before and this one, while it is open whose they are.
  var before: UntimedRun?
  /// What shows whose they were, once this epoch is complete.
  var evidence: CycleOrder.Evidence?

  /// Whether a sentence cannot be of this epoch: it says another time, or, where the clock has not
  /// moved on, the same type of sentence comes again with another position.
  func excludes(_ sentence: some TimedSentence, place: Int) -> Bool {
    let isRepeated = talkers[place] == sentence.talker.letters
    let newCoordinate = sentence.validCoordinate
    switch (time, sentence.nanosecondsOfDay) {
    case (let old?, let new?):
      if old != new { return true }
      guard isRepeated, let newCoordinate, let coordinate else { return false }
      return newCoordinate != coordinate
    case (nil, nil): return isRepeated
    default: return isRepeated || coordinate != nil || newCoordinate != nil
    }
  }

  /// Takes in a sentence of this epoch.
  mutating func add(_ sentence: some TimedSentence, place: Int, endOffset: Int) {
    if time == nil { time = sentence.nanosecondsOfDay }
    talkers[place] = sentence.talker.letters
    self.endOffset = endOffset
    sentence.update(&self)
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

  /// Speed below which a course is noise: a tenth of a metre in a second.
  private static let standingSpeed = 0.1

  /// The fix, if the receiver had one.
  var location: Location? {
    guard let coordinate, !isVoid, hasValidGGA || !hasInvalidGGA else { return nil }
    var location = Location(coordinate: coordinate)
    location.altitude = altitude
    if let altitude, let geoidSeparation {
      location.ellipsoidalAltitude = altitude + geoidSeparation
    }
    location.speed = speed ?? untimed.speed
    if let speed = location.speed, speed >= EpochDraft.standingSpeed {
      location.course = course ?? untimed.course
    } else if location.speed == nil {
      location.course = course ?? untimed.course
    }
    location.horizontalAccuracy = horizontalAccuracy
    location.verticalAccuracy = verticalAccuracy
    location.hdop = hdop ?? untimed.hdop
    location.vdop = untimed.vdop
    location.pdop = untimed.pdop
    location.satellitesUsed = satellitesUsed
    if !untimed.used.isEmpty, satellitesUsed == nil || countIsCapped {
      location.satellitesUsed = max(satellitesUsed ?? 0, untimed.used.count)
    }
    location.fix = quality == .unknown ? untimed.quality : quality
    return location
  }
}
