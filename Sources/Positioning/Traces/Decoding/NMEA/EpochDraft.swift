/// The sentences of one epoch as they arrive.
struct EpochDraft {
  /// Nanoseconds since midnight; nil while the receiver knows no time.
  var time: Int64?
  /// The time of its first sentence.
  private var firstTime: Int64?
  /// The types of sentences so far, each with its latest talker and time.
  private var said: [SaidType] = []
  /// The positions by talker: if several receivers write to one log, each vouches for its own.
  private var receivers: [Receiver] = []
  /// Days since 1970-01-01.
  var day: Int?
  /// True if a sentence has the year with four digits.
  private var hasWholeYear = false
  /// True if the date comes from a receiver that vouches for its position.
  private var isDayVouched = false
  /// Metres above mean sea level.
  @OptionalNumber var altitude: Double?
  /// Metres from the ellipsoid up to the geoid.
  @OptionalNumber var geoidSeparation: Double?
  /// Metres above the ellipsoid, if a sentence contains exactly that.
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
  var endOffset = 0
  /// The line of the first sentence; 0 until there is one.
  private(set) var line = 0
  /// The number of repeated sentences.
  private(set) var duplicates = 0

  /// The untimed sentences that belong to this epoch.
  var untimed = UntimedGroup()
  /// The untimed sentences between the previous epoch and this one, while their epoch is undecided:
  /// one run or none.
  var before: [UntimedRun] = []

  /// True if there are such sentences.
  @inline(__always) var hasRunBefore: Bool { !before.isEmpty }

  /// Returns true if a sentence cannot belong to this epoch: it has another time, or it repeats a
  /// type from the same talker with another time or position.
  ///
  /// Changes nothing; mutating only to avoid copying the element of an array.
  @inline(__always) mutating func excludes(_ sentence: TimedSentence) -> Bool {
    let type = SaidType(sentence)
    let newCoordinate = sentence.validCoordinate
    switch (firstTime, type.time) {
    case (let first?, let new?):
      if new != first, !EpochDraft.areNear(new, first) { return true }
      guard let old = said.first(where: { $0.isAlike(type) }) else { return false }
      if old.time != new { return true }
      guard let newCoordinate, let coordinate = position(of: sentence.talker) else { return false }
      return newCoordinate != coordinate
    case (nil, nil): return said.contains { $0.isAlike(type) }
    // A sentence with neither a time nor a position does not end an epoch.
    case (_?, nil): return newCoordinate != nil || said.contains { $0.isAlike(type) }
    case (nil, _?): return newCoordinate != nil || hasPosition || said.contains { $0.isAlike(type) }
    }
  }

  /// Returns true if two times may belong to one epoch: receivers that compute a fix at odd times
  /// round its time differently in each type of sentence. No fixes are this close.
  static func areNear(_ one: Int64, _ other: Int64) -> Bool { abs(one - other) < 10_000_000 }

  /// Returns true if a sentence without a fix comes from another receiver: one that has reported
  /// nothing in this epoch, which has a position.
  mutating func isOfAnother(_ sentence: TimedSentence) -> Bool {
    let talker = sentence.talker
    return hasFix && !said.contains { $0.talker == talker }
  }

  /// Adds a sentence of this epoch.
  @inline(__always) mutating func add(_ sentence: TimedSentence, at source: SentenceSource) {
    if let new = sentence.time, new != time {
      // Prefer the finer time.
      if time.map({ $0 % 10_000_000 == 0 }) ?? true { time = new }
      firstTime = firstTime ?? new
    }
    note(SaidType(sentence))
    endOffset = source.endOffset
    if line == 0 { line = source.line }
    // A denial without a time does not apply to an epoch that has one.
    if sentence.time == nil, firstTime != nil, !sentence.isValid { return }
    sentence.update(&self)
  }

  /// Records the talker of a type of sentence, and whether the sentence is repeated.
  @inline(__always) private mutating func note(_ new: SaidType) {
    for index in said.indices where said[index].isAlike(new) {
      duplicates += 1
      return said[index] = new
    }
    said.append(new)
  }

  /// Sets the date. RMC is preferred to ZDA, except for the century, which RMC's two digits leave
  /// open; a receiver with a fix is preferred to one without.
  mutating func setDay(_ new: Int?, hasWholeYear isWhole: Bool, isVouched: Bool = false) {
    guard let new, isVouched || !isDayVouched || isWhole else { return }
    // A century has 36,524 or 36,525 days.
    let apart = day.map { abs(new - $0) % 36_525 }
    let isSame = apart.map { $0 <= 1 || $0 >= 36_523 } ?? true
    guard isWhole ? isSame : !isSame || !hasWholeYear else { return }
    (day, hasWholeYear) = (new, isWhole)
    isDayVouched = isDayVouched || isVouched
  }

  /// Sets a position from a sentence of equal or higher rank than the talker's last.
  mutating func setPosition(_ new: Coordinate?, rank: Int, of talker: UInt16) {
    guard let new, !new.isNullIsland else { return }
    let index = receiver(talker)
    guard rank >= receivers[index].positionRank else { return }
    receivers[index].coordinate = new
    receivers[index].positionRank = rank
  }

  /// Records whether a receiver vouches for its position in one of the types of sentences that
  /// contain this.
  mutating func judge(_ source: Verdicts, isValid: Bool, of talker: UInt16) {
    let index = receiver(talker)
    if isValid {
      receivers[index].valid.insert(source)
    } else {
      receivers[index].denied.insert(source)
    }
  }

  /// The index of a talker's receiver, which is added if it has reported nothing so far.
  private mutating func receiver(_ talker: UInt16) -> Int {
    for index in receivers.indices where receivers[index].talker == talker { return index }
    receivers.append(Receiver(talker: talker))
    return receivers.count - 1
  }

  /// The position from a talker, whether it counts or not.
  private func position(of talker: UInt16) -> Coordinate? {
    for receiver in receivers where receiver.talker == talker { return receiver.coordinate }
    return nil
  }

  /// True if any receiver has a position, whether it counts or not.
  private var hasPosition: Bool { receivers.contains { $0.coordinate != nil } }

  /// The last position of the best rank from a receiver that does not deny it.
  private var coordinate: Coordinate? {
    var best: Receiver?
    for receiver in receivers where receiver.coordinate != nil && !isVoid(receiver) {
      if receiver.positionRank >= best?.positionRank ?? 0 { best = receiver }
    }
    return best?.coordinate
  }

  /// Returns true if a receiver denies its position. A maker's own sentences come from the receiver
  /// that also writes the others.
  private func isVoid(_ receiver: Receiver) -> Bool {
    guard receiver.isProprietary else { return receiver.isVoid }
    return receiver.isVoid || receivers.contains { $0.isVoid }
  }

  /// True if a receiver has a fix so far.
  private var hasFix: Bool { coordinate != nil }

  /// Sets a quality. GGA is preferred to GNS, and GNS to the mode letters.
  mutating func setQuality(_ new: FixQuality, rank: Int) {
    guard new != .unknown, rank >= qualityRank else { return }
    quality = new
    qualityRank = rank
  }

  /// Sets error estimates. GST is preferred to GBS, and GBS to makers' own sentences.
  mutating func setAccuracy(horizontal: Double?, vertical: Double?, rank: Int) {
    guard horizontal != nil || vertical != nil else { return }
    let isBetter = rank >= accuracyRank
    horizontalAccuracy =
      isBetter ? horizontal ?? horizontalAccuracy : horizontalAccuracy ?? horizontal
    verticalAccuracy = isBetter ? vertical ?? verticalAccuracy : verticalAccuracy ?? vertical
    accuracyRank = max(rank, accuracyRank)
  }

  /// Begins an epoch that reuses the memory of another one.
  mutating func begin(time: Int64?) {
    var fresh = EpochDraft()
    swap(&fresh.said, &said)
    fresh.said.removeAll(keepingCapacity: true)
    swap(&fresh.receivers, &receivers)
    fresh.receivers.removeAll(keepingCapacity: true)
    swap(&fresh.untimed, &untimed)
    fresh.untimed.removeAll()
    (fresh.time, fresh.firstTime) = (time, time)
    self = fresh
  }

  /// The fix, if the receiver had one.
  var location: Location? {
    guard let coordinate else { return nil }
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

  /// A type of sentence, its talker, and the time that it reported.
  private struct SaidType {
    let kind: NMEA.TimedKind
    let talker: UInt16
    let time: Int64?

    @inline(__always) init(_ sentence: TimedSentence) {
      (kind, talker, time) = (sentence.kind, sentence.talker, sentence.time)
    }

    /// Returns true if another is of the same type and talker.
    @inline(__always)
    func isAlike(_ other: SaidType) -> Bool { kind == other.kind && talker == other.talker }
  }

  /// The types of sentences in which a receiver may deny its position.
  struct Verdicts: OptionSet {
    let rawValue: UInt8
    static let rmc = Verdicts(rawValue: 1)
    static let gga = Verdicts(rawValue: 2)
  }

  /// The position of one talker.
  private struct Receiver {
    let talker: UInt16
    var coordinate: Coordinate?
    var positionRank = 0
    /// The types that vouch for the position, and those that deny it.
    var valid: Verdicts = []
    var denied: Verdicts = []

    /// True if a type denies it without also vouching for it.
    var isVoid: Bool { !denied.subtracting(valid).isEmpty }

    /// True for a maker's own sentences; `PQ`, however, is Qualcomm's talker for BeiDou.
    var isProprietary: Bool {
      UInt8(talker >> 8) == UInt8(ascii: "P") && UInt8(talker & 0xFF) != UInt8(ascii: "Q")
    }
  }

  /// True if a receiver warns of its position.
  var isWarned: Bool { receivers.contains { $0.isVoid } }

  /// Returns the complete epoch, without a date that comes from other epochs.
  ///
  /// Changes nothing; mutating only to avoid copying the element of an array.
  mutating func complete() -> TraceEpoch {
    var first = line
    if untimed.line != 0, untimed.line < first || first == 0 { first = untimed.line }
    return TraceEpoch(
      location: location, nanosecondsOfDay: time,
      satellites: untimed.satellites, endOffset: endOffset, line: first == 0 ? nil : first)
  }
}
