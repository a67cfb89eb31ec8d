/// A number that a source may report with a fix, under any name.
enum FixField: Int, Hashable, Sendable, CaseIterable {
  // Those that some formats have in separate lists come first.
  case speed, altitude, heartRate, cadence, power, temperature
  case ellipsoidalAltitude, course, heading, variation, satellites, hdop, vdop, pdop
  case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy

  /// The number of fields that may come in a separate list.
  static let listCount = 6

  /// True for a measurement besides the position.
  var isOfSensor: Bool {
    switch self {
    case .heartRate, .cadence, .power, .temperature: true
    default: false
    }
  }

  /// Sets the field; ignores an impossible value.
  func set(_ value: Double, in location: inout Location, _ sensors: inout Sensors) {
    switch self {
    case .altitude: location.altitude = value
    case .ellipsoidalAltitude: location.ellipsoidalAltitude = value
    case .speed: if value >= 0 { location.speed = value }
    case .course: if (0...360).contains(value) { location.course = value == 360 ? 0 : value }
    case .heading: if (0...360).contains(value) { location.heading = value == 360 ? 0 : value }
    case .variation: if (-180...180).contains(value) { location.magneticVariation = value }
    case .satellites: if (0..<1000).contains(value) { location.satellitesUsed = Int(value) }
    case .hdop: if value > 0 { location.hdop = value }
    case .vdop: if value > 0 { location.vdop = value }
    case .pdop: if value > 0 { location.pdop = value }
    case .horizontalAccuracy: if value >= 0 { location.horizontalAccuracy = value }
    case .verticalAccuracy: if value > 0 { location.verticalAccuracy = value }
    case .speedAccuracy: if value >= 0 { location.speedAccuracy = value }
    case .courseAccuracy: if value >= 0 { location.courseAccuracy = value }
    case .heartRate: sensors.heartRate = value
    case .cadence: if value >= 0 { sensors.cadence = value }
    case .power: if value >= 0 { sensors.power = value }
    case .temperature: sensors.temperature = value
    }
  }
}

extension ByteText {
  /// Returns the value for this word, without regard to the case of ASCII letters.
  func lookUp<Value>(_ words: [(StaticString, Value)]) -> Value? {
    guard let first = first?.lowercased else { return nil }
    // Readers of XML look up every tag: most words differ in their lengths or beginnings.
    for (word, value) in words
    where word.utf8CodeUnitCount == count && word.utf8Start[0].lowercased == first && equals(word) {
      return value
    }
    return nil
  }
}
