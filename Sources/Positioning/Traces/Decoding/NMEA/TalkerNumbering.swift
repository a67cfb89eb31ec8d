extension SatelliteNumbering {
  /// The numbering of a GSV or GSA sentence.
  ///
  /// - Parameters:
  ///   - talker: Who says the sentence.
  ///   - systemID: GSA's system number of NMEA 0183 4.10 and later, for the talker `GN`.
  init(talker: UInt16, systemID: UInt8? = nil) {
    let systems = SatelliteSystem.nmeaOrder
    let index = Int(systemID ?? 0) - 1
    self.init(
      system: SatelliteNumbering.system(of: talker)
        ?? (systems.indices.contains(index) ? systems[index] : nil))
  }

  /// The system that a talker speaks of; nil for `GN`, which speaks of all.
  ///
  /// Qualcomm's receivers speak of BeiDou as `PQ`, with QZSS's system number, so talkers come
  /// first.
  static func system(of talker: UInt16) -> SatelliteSystem? {
    switch talker {
    case letters("GP"): .gps
    case letters("GL"): .glonass
    case letters("GA"): .galileo
    case letters("GB"), letters("BD"), letters("PQ"): .beidou
    case letters("GQ"), letters("QZ"): .qzss
    case letters("GI"), letters("IR"): .navic
    default: nil
    }
  }
}

extension SatelliteSystem {
  /// The systems by their numbers in GSA, from 1, from NMEA 0183 4.10 on.
  static let nmeaOrder: [SatelliteSystem] = [.gps, .glonass, .galileo, .beidou, .qzss, .navic]
}

/// Both letters of a talker as one number, the first in the high byte.
@inline(__always) private func letters(_ letters: StaticString) -> UInt16 {
  UInt16(letters.utf8Start[0]) << 8 | UInt16(letters.utf8Start[1])
}
