/// A sentence with a time of day.
///
/// Contains the values that determine its epoch. Its other values are read from its fields by
/// ``update(_:)`` when it is added to that epoch.
struct TimedSentence {
  let kind: NMEA.TimedKind
  let fields: NMEAFields
  /// The sender, as in ``NMEAFields/talker``.
  let talker: UInt16
  /// Nanoseconds since midnight, UTC; nil while the receiver knows no time.
  private(set) var time: Int64?
  /// The position on the receiver's datum, if the sentence has one.
  private(set) var coordinate: Coordinate?
  /// The quality of the fix; unknown if it is missing.
  private(set) var fix = FixQuality.unknown
  /// True unless the receiver reports that it has no fix.
  private(set) var isValid = true

  /// The position, if the sentence has one and the receiver vouches for it.
  var validCoordinate: Coordinate? { isValid ? coordinate : nil }

  /// Reads the fields that can cause the sentence to be refused.
  @inline(__always) init(_ kind: NMEA.TimedKind, _ fields: NMEAFields) throws(NMEA.Refusal) {
    (self.kind, self.fields, talker) = (kind, fields, fields.talker)
    switch kind {
    case .rmc:
      time = try fields.time(1)
      coordinate = try fields.coordinate(3)
      try setStatus(2, mode: 12)
    case .gga:
      time = try fields.time(1)
      coordinate = try fields.coordinate(2)
      fix = FixQuality(digit: try fields.decisive(6, in: 0...9) ?? 0)
      isValid = fix != .invalid
    case .gll:
      coordinate = try fields.coordinate(1)
      time = try fields.time(5)
      try setStatus(6, mode: 7)
    case .gns:
      time = try fields.time(1)
      coordinate = try fields.coordinate(2)
      fix = try fields.bestMode(6)
      isValid = fix != .invalid
    case .pmgntrk:
      coordinate = try fields.coordinate(1)
      time = try fields.time(7)
      isValid = try fields.status(8) != false
    case .pubx00:
      time = try fields.time(2)
      coordinate = try fields.coordinate(3)
      fix = fields[8].lookUp(TimedSentence.ubloxStatuses) ?? .unknown
      isValid = fix != .invalid
    case .zda, .gst, .gbs: time = try fields.time(1)
    }
  }

  /// A position that is simulated or entered by hand is valid, although its status is `V`.
  private mutating func setStatus(_ index: Int, mode: Int) throws(NMEA.Refusal) {
    let status = try fields.status(index)
    fix = fields.mode(mode)
    isValid = fix.isByHand || status != false && fix != .invalid
  }

  private static let ubloxStatuses: [(StaticString, FixQuality)] = [
    ("NF", .invalid), ("TT", .invalid), ("G2", .gps), ("G3", .gps), ("RK", .gps), ("D2", .dgps),
    ("D3", .dgps), ("DR", .estimated),
  ]
}

extension NMEAFields {
  /// The best of the mode letters of several systems.
  fileprivate func bestMode(_ index: Int) throws(NMEA.Refusal) -> FixQuality {
    let modes = self[index]
    var best = FixQuality.unknown
    for index in 0..<modes.count {
      guard modes[index].isLetter else { throw NMEA.Refusal() }
      let quality = FixQuality(modeLetter: modes[index])
      if quality.rank < best.rank { best = quality }
    }
    return best
  }
}

extension FixQuality {
  /// The rank of the mode, from best to worst; unknown comes last.
  fileprivate var rank: Int {
    switch self {
    case .rtk: 0
    case .floatRTK: 1
    case .pps: 2
    case .dgps: 3
    case .gps: 4
    case .estimated: 5
    case .manual: 6
    case .simulated: 7
    case .invalid: 8
    case .unknown: 9
    }
  }
}
