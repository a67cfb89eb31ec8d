extension SatelliteNumbering {
  /// The numbering of a GSV or GSA sentence.
  ///
  /// - Parameters:
  ///   - talker: The talker of the sentence.
  ///   - systemID: GSA's system number in NMEA 0183 4.10 and later, for the talker `GN`.
  init(talker: UInt16, systemID: UInt8? = nil) {
    let systems = SatelliteSystem.nmeaOrder
    let index = Int(systemID ?? 0) - 1
    self.init(
      system: SatelliteNumbering.system(of: talker)
        ?? (systems.indices.contains(index) ? systems[index] : nil))
  }

  /// The system of a talker; nil for `GN`, which is used for all.
  ///
  /// Qualcomm's receivers use `PQ` for BeiDou with QZSS's system number, so talkers come first.
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
  /// The systems by their numbers in GSA, from 1, since NMEA 0183 4.10.
  static let nmeaOrder: [SatelliteSystem] = [.gps, .glonass, .galileo, .beidou, .qzss, .navic]
}

/// Both letters of a talker as one number, the first in the high byte.
@inline(__always) private func letters(_ letters: StaticString) -> UInt16 {
  UInt16(letters.utf8Start[0]) << 8 | UInt16(letters.utf8Start[1])
}
