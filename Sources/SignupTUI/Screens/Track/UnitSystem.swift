import Positioning

/// The units that figures are shown in.
enum UnitSystem: CaseIterable, Equatable {
  case metric
  case imperial
  case nautical

  /// The next one round, for a key that changes them.
  var next: UnitSystem {
    switch self {
    case .metric: .imperial
    case .imperial: .nautical
    case .nautical: .metric
    }
  }

  /// A speed of metres per second.
  func speed(_ value: Double) -> String {
    fixed(value / speedUnit.size, 1) + " " + speedUnit.name
  }

  /// A round speed for the upper end of a scale, in metres per second and as text; at least one of
  /// the unit, below which there is nothing but noise.
  func roundSpeed(atLeast value: Double) -> (metresPerSecond: Double, text: String) {
    let number = UnitSystem.roundNumber(atLeast: max(1, value / speedUnit.size))
    let text = number == number.rounded() ? fixed(number, 0) : "\(number)"
    return (number * speedUnit.size, text + " " + speedUnit.name)
  }

  private var speedUnit: (size: Double, name: String) {
    switch self {
    case .metric: (1 / 3.6, "km/h")
    case .imperial: (1609.344 / 3600, "mph")
    case .nautical: (1852 / 3600.0, "kn")
    }
  }

  /// A distance of metres, in the larger unit from about one of it on.
  func distance(_ value: Double) -> String {
    switch self {
    case .metric: value < 1000 ? fixed(value, 0) + " m" : fixed(value / 1000, 2) + " km"
    case .imperial:
      value < 1609.344 ? fixed(value / 0.3048, 0) + " ft" : fixed(value / 1609.344, 2) + " mi"
    case .nautical: value < 1852 ? fixed(value, 0) + " m" : fixed(value / 1852, 2) + " nmi"
    }
  }

  /// A height of metres.
  func height(_ value: Double) -> String {
    switch self {
    case .metric, .nautical: fixed(value, 1) + " m"
    case .imperial: fixed(value / 0.3048, 0) + " ft"
    }
  }

  /// The height of a place above mean sea level, or else above the ellipsoid; nil where neither is
  /// known.
  func height(of place: Location) -> String? {
    (place.altitude ?? place.ellipsoidalAltitude).map(height)
  }

  /// A round length of at most a number of metres, for a scale bar: its metres and its text.
  func roundLength(upTo metres: Double) -> (metres: Double, text: String)? {
    let units: [(Double, String)] =
      switch self {
      case .metric: [(1000, "km"), (1, "m")]
      case .imperial: [(1609.344, "mi"), (0.3048, "ft")]
      case .nautical: [(1852, "nmi"), (1, "m")]
      }
    for (size, name) in units where metres >= size {
      let count = UnitSystem.roundNumber(upTo: metres / size)
      return (count * size, "\(Int(count)) \(name)")
    }
    return nil
  }

  /// The largest of 1, 2, 5, 10, 20, 50 … that is not above a number of at least 1.
  static func roundNumber(upTo limit: Double) -> Double {
    var step = 1.0
    while step * 10 <= limit, step < 1e9 { step *= 10 }
    for factor in [5.0, 2.0] where step * factor <= limit { return step * factor }
    return step
  }

  /// The least of 1, 1.5, 2, 3, 5, 7 times a power of ten that is not below a positive number.
  static func roundNumber(atLeast limit: Double) -> Double {
    var power = 0.001
    while power * 10 < limit, power < 1e6 { power *= 10 }
    for factor in [1, 1.5, 2, 3, 5, 7] where power * factor >= limit { return power * factor }
    return power * 10
  }

  private func fixed(_ value: Double, _ decimals: Int) -> String {
    String(fixedPoint: value, decimals: decimals)
  }
}

/// Times, directions and kinds of fixes as text.
enum FigureText {
  /// `12:34`, or `1:02:03` from an hour on.
  static func time(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, abs(seconds) % 60)
    let tail = two(rest)
    return hours > 0 ? "\(hours):\(two(abs(minutes))):\(tail)" : "\(minutes):\(tail)"
  }

  /// `12:00:31`.
  static func timeOfDay(_ timestamp: Timestamp) -> String {
    String(timestamp.description.dropFirst(11).prefix(8))
  }

  /// A factor without needless decimals: `0.25`, `64`.
  static func factor(_ value: Double) -> String {
    value == value.rounded() ? String(fixedPoint: value, decimals: 0) : "\(value)"
  }

  /// `1 line`, `2 lines`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) " + (number == 1 ? one : many ?? one + "s")
  }

  /// How long ago, in the largest unit that says it: `12 s`, `3 min`, `2 h`.
  static func age(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// `23:52:34 2005-09-25`.
  static func timeAndDate(_ timestamp: Timestamp) -> String {
    timeOfDay(timestamp) + " " + timestamp.description.prefix(10)
  }

  /// `2005-09-25 23:52:34`.
  static func dateAndTime(_ timestamp: Timestamp) -> String {
    timestamp.description.prefix(10) + " " + timeOfDay(timestamp)
  }

  /// A course in degrees and as one of sixteen points: `153° SSE`.
  static func course(_ degrees: Double) -> String {
    let names = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    let whole = Int(degrees.rounded()) % 360
    return "\(whole)° " + names[Int((degrees / 22.5).rounded()) % 16]
  }

  /// How a position was found; nil where that says nothing.
  static func quality(_ quality: FixQuality) -> String? {
    switch quality {
    case .unknown, .invalid: nil
    case .gps: "GPS"
    case .dgps: "DGPS"
    case .pps: "PPS"
    case .rtk: "RTK"
    case .floatRTK: "float RTK"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulated: "simulated"
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
