/// One of the signals that a satellite sends, as a receiver heard it.
public struct SatelliteSignal: Hashable, Sendable {
  /// The constellation that the satellite belongs to.
  public let system: SatelliteSystem
  /// The number of the signal within its system, by NMEA 0183 4.11: 1 is GPS's L1 C/A, 8 its L5.
  public let id: UInt8
  /// Carrier-to-noise density, dB-Hz.
  public let carrierToNoise: Double

  /// The band the signal is in, such as `L1`, `L5`, `E5a` or `B1I`; nil for numbers without a
  /// meaning.
  public var band: String? {
    switch (system, id) {
    case (.gps, 1...3), (.sbas, 1...3), (.qzss, 1...4): "L1"
    case (.gps, 4...6), (.sbas, 4...6), (.qzss, 5...6): "L2"
    case (.gps, 7...8), (.sbas, 7...8), (.qzss, 7...8): "L5"
    case (.qzss, 9...10): "L6"
    case (.glonass, 1...2): "G1"
    case (.glonass, 3...4): "G2"
    case (.galileo, 1): "E5a"
    case (.galileo, 2): "E5b"
    case (.galileo, 3): "E5"
    case (.galileo, 4...5): "E6"
    case (.galileo, 6...7): "E1"
    case (.beidou, 1...2): "B1I"
    case (.beidou, 3...4): "B1C"
    case (.beidou, 5): "B2a"
    case (.beidou, 6), (.beidou, 11...12): "B2b"
    case (.beidou, 7): "B2"
    case (.beidou, 8...10): "B3"
    case (.navic, 1), (.navic, 3): "L5"
    case (.navic, 2), (.navic, 4): "S"
    case (.navic, 5): "L1"
    default: nil
    }
  }
}

/// The levels of up to four signals of one satellite, without memory of their own.
struct SignalLevels: Hashable, Sendable {
  /// Hundredths of dB-Hz; 0 where there is none.
  private var levels = SIMD4<UInt16>()
  private var ids = SIMD4<UInt8>()

  /// Takes in a level of a signal, in hundredths of dB-Hz; a fifth signal is left out.
  @inline(__always)
  mutating func set(_ id: UInt8, _ level: UInt16) {
    guard id != 0, level != 0 else { return }
    for index in 0..<4 where levels[index] == 0 || ids[index] == id {
      levels[index] = max(level, levels[index])
      ids[index] = id
      return
    }
  }

  /// Takes over what another part of the epoch says.
  mutating func merge(_ other: SignalLevels) {
    for index in 0..<4 { set(other.ids[index], other.levels[index]) }
  }

  func signals(of system: SatelliteSystem) -> [SatelliteSignal] {
    (0..<4).filter { levels[$0] != 0 }.map {
      SatelliteSignal(
        system: system, id: ids[$0], carrierToNoise: Double(levels[$0]) / 100)
    }
  }
}
