extension NMEA {
  /// GSV, some of the satellites in view; the others follow in further sentences, for each signal
  /// again.
  public struct GSV: Sentence {
    public static let type = "GSV"
    public let talker: Talker
    /// How many sentences go together (field 1).
    public let sentenceCount: Int?
    /// The place of this one among them, from 1 (field 2).
    public let sentenceNumber: Int?
    /// How many satellites are in view (field 3).
    public let satelliteCount: Int?
    /// The satellites of this sentence (four fields each, from field 4 on), without those that some
    /// receivers fill the last sentence up with.
    public private(set) var satellites: Satellites
    /// The number of the signal (the last field, from NMEA 0183 4.10 on); 0 where that is not said.
    public let signalID: UInt8
  }
}

extension NMEA.GSV: UntimedSentence {
  static var part: UntimedGroup.Parts { .gsv }

  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(4)
    talker = fields.talker
    sentenceCount = try fields.natural(1, in: 1...99)
    sentenceNumber = try fields.natural(2, in: 1...99)
    satelliteCount = try fields.natural(3, in: 0...999)
    let rest = fields.count - 4
    signalID = rest % 4 == 1 ? fields[fields.count - 1].first?.hexDigit ?? 0 : 0
    satellites = NMEA.Satellites(
      numbering: SatelliteNumbering(talker: talker), areUsed: false)
    let earlier = ((sentenceNumber ?? 1) - 1) * 4
    for index in 0..<rest / 4 {
      guard let entry = try fields.satellite(4 + index * 4) else { continue }
      // Some receivers fill the last sentence up with satellites of the one before.
      if let satelliteCount, satelliteCount > 0, earlier + index >= satelliteCount { continue }
      satellites.append(entry)
    }
  }

  var key: UInt32 { UInt32(talker.letters) << 8 | UInt32(signalID) }
  var isFirst: Bool { sentenceNumber ?? 1 == 1 }

  func update(_ group: inout UntimedGroup) {
    if isFirst, !group.gsvKeys.contains(key) { group.gsvKeys.append(key) }
    satellites.forEach { group.insert($0) }
  }
}

extension NMEAFields {
  /// A satellite's number, elevation, azimuth and carrier-to-noise density; nil without a number.
  fileprivate func satellite(_ index: Int) throws(NMEA.Refusal) -> NMEA.Satellites.Entry? {
    let number = try satelliteNumber(index)
    let elevation = try self.number(index + 1, in: -90...90)
    let azimuth = try satelliteNumber(index + 2)
    let carrierToNoise = try satelliteNumber(index + 3)
    guard let number, number > 0 else { return nil }
    return NMEA.Satellites.Entry(
      number: UInt16(number), azimuth: azimuth.map { Int16($0 % 360) } ?? -1,
      carrierToNoise: carrierToNoise.map { Int16($0) } ?? -1, elevation: elevation ?? .nan)
  }

  /// A natural number up to 999; nil where decimals follow it, which is no reason to refuse it.
  private func satelliteNumber(_ index: Int) throws(NMEA.Refusal) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    if let value = text.natural, value <= 999 { return value }
    guard let number = text.decimal(), !number.isNegative, number.magnitude <= 999 else {
      throw .malformedField(index)
    }
    return nil
  }
}
