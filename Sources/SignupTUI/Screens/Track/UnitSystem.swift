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

  /// A height of metres, to so many decimals of a metre or what corresponds to them.
  func height(_ value: Double, decimals: Int) -> String {
    switch self {
    case .metric, .nautical: fixed(value, decimals) + " m"
    case .imperial: fixed(value / 0.3048, max(0, decimals - 1)) + " ft"
    }
  }

  /// The height of a place above mean sea level, or else above the ellipsoid, as exact as the fix;
  /// nil where neither is known.
  func height(of place: Location) -> String? {
    (place.altitude ?? place.ellipsoidalAltitude).map {
      height($0, decimals: FigureText.heightDecimals(of: place))
    }
  }

  /// How far off a figure may be: `±2.1 m`.
  func accuracy(_ metres: Double) -> String {
    "±" + height(metres, decimals: metres < 0.1 ? 3 : metres < 1 ? 2 : metres < 10 ? 1 : 0)
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

  /// `12:00:31`, with up to three decimals where they are wanted.
  static func timeOfDay(_ timestamp: Timestamp, decimals: Int = 0) -> String {
    String(timestamp.description.dropFirst(11).prefix(decimals > 0 ? 9 + min(3, decimals) : 8))
  }

  /// A factor without needless decimals: `0.25`, `64`.
  static func factor(_ value: Double) -> String {
    value == value.rounded() ? String(fixedPoint: value, decimals: 0) : "\(value)"
  }

  /// A rate of a replay: `0.25×`, `64×`, or `max` for as fast as it goes.
  static func rate(_ value: Double) -> String { value.isFinite ? factor(value) + "×" : "max" }

  /// How many decimals of a degree a fix is good for: seven are a centimetre, five a metre.
  static func placeDecimals(of fix: Location) -> Int {
    let byAccuracy = fix.horizontalAccuracy.map {
      $0 < 0.1 ? 7 : $0 < 1 ? 6 : $0 < 20 ? 5 : $0 < 200 ? 4 : 3
    }
    switch fix.fix {
    case .rtk: return 7
    case .floatRTK: return max(6, byAccuracy ?? 6)
    case .dgps, .pps, .gps, .unknown, .invalid, .estimated, .manual, .simulated:
      return byAccuracy ?? 5
    }
  }

  /// How many decimals of a metre a fix's height is good for.
  static func heightDecimals(of fix: Location) -> Int {
    if fix.fix == .rtk { return 2 }
    guard let accuracy = fix.verticalAccuracy else { return fix.fix == .floatRTK ? 1 : 0 }
    return accuracy < 0.1 ? 2 : accuracy < 2 ? 1 : 0
  }

  /// How many decimals of a second tell a source's fixes apart: none at one a second, one at ten.
  static func timeDecimals(of fixes: some Sequence<Location>) -> Int {
    var decimals = 0
    for time in fixes.compactMap(\.timestamp?.nanosecondsSince1970) {
      let milliseconds = (time % 1_000_000_000 + 1_000_000_000) % 1_000_000_000 / 1_000_000
      if milliseconds % 100 != 0 { decimals = max(decimals, milliseconds % 10 == 0 ? 2 : 3) }
      if milliseconds != 0 { decimals = max(decimals, 1) }
    }
    return decimals
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

  /// `23:52:34 2005-09-25`, with decimals of a second where they are wanted.
  static func timeAndDate(_ timestamp: Timestamp, decimals: Int = 0) -> String {
    timeOfDay(timestamp, decimals: decimals) + " " + timestamp.description.prefix(10)
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
