/// Which satellite an NMEA 0183 number means, by the talker that said it.
///
/// Ranges follow NMEA 0183 4.11 and the vendors' older habits: one receiver numbers GLONASS slots
/// 65…96, another 1…24 under its own talker; BeiDou has 1…63, 201…263 or 401…463.
struct SatelliteNumbering {
  /// The system whose satellites the talker speaks of; nil when it speaks of all (`GN`).
  private let system: SatelliteSystem?

  /// The numbering of a GSV or GSA sentence.
  ///
  /// - Parameters:
  ///   - talker: Who says the sentence.
  ///   - systemID: GSA's system number of NMEA 0183 4.10 and later, for the talker `GN`.
  init(talker: NMEA.Talker, systemID: UInt8? = nil) {
    if let system = SatelliteNumbering.system(of: talker) {
      self.system = system
    } else {
      switch systemID {
      case 1: system = .gps
      case 2: system = .glonass
      case 3: system = .galileo
      case 4: system = .beidou
      case 5: system = .qzss
      case 6: system = .navic
      default: system = nil
      }
    }
  }

  /// The system that a talker speaks of; nil for `GN`, which speaks of all.
  ///
  /// Qualcomm's receivers speak of BeiDou as `PQ`, with QZSS's system number, so talkers come
  /// first.
  static func system(of talker: NMEA.Talker) -> SatelliteSystem? {
    switch talker.letters {
    case letters("GP"): .gps
    case letters("GL"): .glonass
    case letters("GA"): .galileo
    case letters("GB"), letters("BD"), letters("PQ"): .beidou
    case letters("GQ"), letters("QZ"): .qzss
    case letters("GI"), letters("IR"): .navic
    default: nil
    }
  }

  /// The satellite's own system and its number therein.
  func satellite(_ number: Int) -> (system: SatelliteSystem, number: Int) {
    switch (system, number) {
    case (.glonass, 65...99): (.glonass, number - 64)
    case (.glonass, 1...32): (.glonass, number)
    case (.galileo, 301...336): (.galileo, number - 300)
    case (.beidou, 201...263): (.beidou, number - 200)
    case (.beidou, 401...463): (.beidou, number - 400)
    case (.qzss, 193...202): (.qzss, number - 192)
    case (.galileo, 1...99), (.beidou, 1...99), (.qzss, 1...99), (.navic, 1...99):
      (system!, number)
    case (_, 1...32): (.gps, number)
    case (_, 33...64): (.sbas, number + 87)
    case (_, 65...99): (.glonass, number - 64)
    case (_, 120...158): (.sbas, number)
    case (_, 193...202): (.qzss, number - 192)
    case (_, 201...263): (.beidou, number - 200)
    case (_, 301...336): (.galileo, number - 300)
    case (_, 401...463): (.beidou, number - 400)
    default: (system ?? .unknown, number)
    }
  }
}

/// Both letters of a talker as one number, the first in the high byte.
@inline(__always)
private func letters(_ letters: StaticString) -> UInt16 {
  UInt16(letters.utf8Start[0]) << 8 | UInt16(letters.utf8Start[1])
}
