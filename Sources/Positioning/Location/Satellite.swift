/// A satellite as a receiver saw it in one epoch.
public struct Satellite: Hashable, Sendable {
  /// The constellation that the satellite belongs to.
  public var system: SatelliteSystem
  /// True if it was used for the fix.
  public var isUsed: Bool
  /// The number within its system: a GPS PRN, a GLONASS slot, an SBAS PRN (120…158), and so on.
  public var number: Int
  /// Height above the horizon, degrees in -90…90.
  @OptionalNumber public var elevation: Double?
  /// Direction, degrees from true north in 0..<360.
  @OptionalNumber public var azimuth: Double?
  /// Carrier-to-noise density of the strongest signal, dB-Hz; nil if it is not tracked.
  @OptionalNumber public var carrierToNoise: Double?

  /// Makes a satellite from its system, its number and any other known values.
  public init(
    system: SatelliteSystem, number: Int, elevation: Double? = nil, azimuth: Double? = nil,
    carrierToNoise: Double? = nil, isUsed: Bool = false
  ) {
    (self.system, self.number, self.isUsed) = (system, number, isUsed)
    (self.elevation, self.azimuth, self.carrierToNoise) = (elevation, azimuth, carrierToNoise)
  }

  /// Makes a satellite from numbers; not a number means unknown.
  @inline(__always) init(
    system: SatelliteSystem, number: Int, orNone elevation: Double, _ azimuth: Double,
    _ carrierToNoise: Double, isUsed: Bool
  ) {
    (self.system, self.number, self.isUsed) = (system, number, isUsed)
    _elevation = OptionalNumber(orNone: elevation)
    _azimuth = OptionalNumber(orNone: azimuth)
    _carrierToNoise = OptionalNumber(orNone: carrierToNoise)
  }
}

extension Satellite: CustomStringConvertible {
  /// The RINEX name: the system's letter and at least two digits, such as `G07` or `S122`.
  public var description: String {
    (number < 10 ? "\(system.letter)0" : "\(system.letter)") + "\(number)"
  }
}

/// A satellite navigation system.
public enum SatelliteSystem: UInt8, Hashable, Sendable, CaseIterable {
  /// GPS, United States.
  case gps
  /// Satellite-based augmentation: WAAS, EGNOS, MSAS, GAGAN and others.
  case sbas
  /// GLONASS, Russia.
  case glonass
  /// Galileo, European Union.
  case galileo
  /// BeiDou, China.
  case beidou
  /// QZSS, Japan.
  case qzss
  /// NavIC, India.
  case navic
  /// The source does not report the system.
  case unknown

  /// The letters of RINEX, in the systems' order.
  private static let letters: StaticString = "GSRECJI?"

  /// The system of a letter in RINEX; `unknown` for any other letter.
  init(letter: UInt8) {
    let letters = UnsafeBufferPointer(
      start: SatelliteSystem.letters.utf8Start, count: SatelliteSystem.letters.utf8CodeUnitCount)
    let index = letters.firstIndex(of: letter)
    self = index.flatMap { SatelliteSystem(rawValue: UInt8($0)) } ?? .unknown
  }

  /// The system's letter in RINEX; `?` if it is unknown.
  public var letter: Character {
    Character(Unicode.Scalar(SatelliteSystem.letters.utf8Start[Int(rawValue)]))
  }
}
