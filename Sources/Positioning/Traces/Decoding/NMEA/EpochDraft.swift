/// The sentences of one epoch while they come in.
struct EpochDraft {
  /// The sentence types that carry a time, by their place in `talkers`.
  enum Kind: Int { case rmc, gga, gns, gll, zda, gst }

  /// Nanoseconds since midnight; nil while the receiver knows no time.
  var time: Int64?
  /// The talker that said each kind last; 0 where none did.
  var talkers = SIMD8<UInt16>()
  var coordinate: Coordinate?
  var day: Int?
  var altitude, geoidSeparation, speed, course: Double?
  var hdop: Double?
  var satellitesUsed: Int?
  /// Whether the count is GGA's 12, which may stand for more.
  var countIsCapped = false
  var horizontalAccuracy, verticalAccuracy: Double?
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
  /// What tells whose they were, once this epoch is complete.
  var evidence: CycleOrder.Evidence?

  /// Whether a sentence cannot be of this epoch: it tells another time, or, where the clock has not
  /// moved on, the same kind of sentence comes again with another position.
  func isNewEpoch(
    time newTime: Int64?, kind: Kind, talker: UInt16, coordinate newCoordinate: Coordinate?
  ) -> Bool {
    let isRepeated = talkers[kind.rawValue] == talker
    switch (time, newTime) {
    case (let old?, let new?):
      if old != new { return true }
      guard isRepeated, let newCoordinate, let coordinate else { return false }
      return newCoordinate != coordinate
    case (nil, nil): return isRepeated
    default: return isRepeated || coordinate != nil || newCoordinate != nil
    }
  }

  /// Takes a position over from a sentence of equal or higher rank than the last.
  mutating func setPosition(_ new: Coordinate?, rank: Int) {
    guard let new, rank >= positionRank else { return }
    coordinate = new
    positionRank = rank
  }

  /// Takes a quality over: GGA tells it better than GNS, GNS better than the mode letters.
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
