extension Satellite {
  /// The system whose sentences name this satellite: those of SBAS are among GPS's.
  var nmeaSystem: SatelliteSystem { system == .sbas ? .gps : system }

  /// The number that stands for it in sentences of its system.
  var nmeaNumber: Int {
    switch system {
    case .sbas: number >= 120 ? number - 87 : number
    case .glonass: number + 64
    case .qzss: number <= 10 ? number + 192 : number
    case .gps, .galileo, .beidou, .navic, .unknown: number
    }
  }
}

extension SatelliteSystem {
  /// The talker that speaks of the system's satellites.
  var nmeaTalker: StaticString {
    switch self {
    case .gps, .sbas, .unknown: "GP"
    case .glonass: "GL"
    case .galileo: "GA"
    case .beidou: "GB"
    case .qzss: "GQ"
    case .navic: "GI"
    }
  }

  /// The system's number in GSA, from NMEA 0183 4.10 on.
  var nmeaNumber: Int {
    switch self {
    case .gps, .sbas, .unknown: 1
    case .glonass: 2
    case .galileo: 3
    case .beidou: 4
    case .qzss: 5
    case .navic: 6
    }
  }
}
