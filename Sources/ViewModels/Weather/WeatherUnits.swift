import Positioning

/// The units in which weather is shown; the values themselves are always metric.
///
///     WeatherUnits.metric.temperature(11.6)  // "12°"
package enum WeatherUnits: Hashable, Sendable, CaseIterable {
  /// Degrees Celsius, metres per second, millimetres.
  case metric
  /// Degrees Fahrenheit, miles per hour, inches.
  case imperial

  /// The other units, for a key that changes them.
  package var next: WeatherUnits { self == .metric ? .imperial : .metric }

  /// The name: `metric` or `imperial`.
  package var name: String { self == .metric ? "metric" : "imperial" }

  // MARK: Numbers

  /// Returns degrees Celsius in the units' own degrees.
  package func degrees(_ celsius: Double) -> Double {
    self == .metric ? celsius : celsius * 9 / 5 + 32
  }

  /// Returns metres per second in the units' own velocity: `m/s`, `mph`.
  package func velocity(_ metresPerSecond: Double) -> Double {
    self == .metric ? metresPerSecond : metresPerSecond * 3600 / Self.mile
  }

  /// Returns millimetres of rain or snow in the units' own amount: millimetres, inches.
  package func amount(_ millimetres: Double) -> Double {
    self == .metric ? millimetres : millimetres / 25.4
  }

  /// Returns metres in the units' own length: metres, miles.
  package func length(_ metres: Double) -> Double { self == .metric ? metres : metres / Self.mile }

  /// The metres of a mile.
  private static let mile = 1609.344

  // MARK: Texts

  /// The letter of the temperature's scale: `C` or `F`.
  package var scale: String { self == .metric ? "C" : "F" }

  /// Returns the text of a temperature in degrees Celsius, without decimals: `12°`.
  package func temperature(_ celsius: Double) -> String {
    String(fixedPoint: degrees(celsius), decimals: 0) + "°"
  }

  /// Returns the text of a wind: `4.1 m/s SW`.
  package func wind(_ wind: WeatherConditions.Wind) -> String {
    let point = wind.direction.map { " " + $0.compassPoint } ?? ""
    return speed(wind.speed) + point
  }

  /// Returns the text of a speed in metres per second: `4.1 m/s`.
  package func speed(_ metresPerSecond: Double) -> String {
    String(fixedPoint: velocity(metresPerSecond), decimals: 1) + (self == .metric ? " m/s" : " mph")
  }

  /// Returns the text of rain or snow in millimetres: `0.3 mm`.
  package func precipitation(_ millimetres: Double) -> String {
    self == .metric
      ? String(fixedPoint: millimetres, decimals: 1) + " mm"
      : String(fixedPoint: amount(millimetres), decimals: 2) + " in"
  }

  /// Returns the text of a visibility in metres: `10 km`, `800 m`.
  package func visibility(_ metres: Double) -> String {
    switch self {
    case .metric where metres < 1000: String(fixedPoint: metres, decimals: 0) + " m"
    case .metric: String(fixedPoint: metres / 1000, decimals: 0) + " km"
    case .imperial: String(fixedPoint: length(metres), decimals: 1) + " mi"
    }
  }
}

extension WeatherConditions {
  /// The temperature in degrees Celsius, without decimals: `12°`.
  public var temperatureText: String { WeatherUnits.metric.temperature(temperature) }
}
