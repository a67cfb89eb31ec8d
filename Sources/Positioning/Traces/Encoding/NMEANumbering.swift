extension Satellite {
  /// The system whose sentences include this satellite: SBAS is part of GPS.
  var nmeaSystem: SatelliteSystem { system == .sbas ? .gps : system }

  /// Its number in sentences of its system.
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
  /// The system's number in GSA.
  var nmeaNumber: Int { (SatelliteSystem.nmeaOrder.firstIndex(of: self) ?? 0) + 1 }

  /// The talker for the system's satellites.
  var nmeaTalker: StaticString {
    (["GP", "GL", "GA", "GB", "GQ", "GI"] as [StaticString])[nmeaNumber - 1]
  }
}
