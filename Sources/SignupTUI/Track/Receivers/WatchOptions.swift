/// The alarms of a receiver's track, as given on the command line.
struct WatchOptions: Equatable, Sendable {
  /// The position to go to.
  var mark: Coordinate?
  /// The radius of the ring around the first fix, metres.
  var anchor: Double?
  /// True if the position is carried on by dead reckoning.
  var isReckoned = false
  /// True if alarms ring the bell.
  var rings = true

  /// The alarms that follow.
  var alarms: TrackAlarms { TrackAlarms(anchor: anchor, mark: mark) }

  static let mark = Option<Coordinate>.reading(
    "--to", "LAT,LON", as: "two numbers of degrees, such as 59.3289,18.0649",
    help: "show the distance and bearing to this place"
  ) { text in
    let parts = text.parts(at: ",").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }.ofCommandLineOnly

  static let anchor = Option<Double>.reading(
    "--anchor", "RADIUS", as: "a length from 1 m to 100 km, such as 50m",
    help: "raise an alarm outside this radius of the first fix, such as 50m"
  ) { text in LengthText.metres(text).flatMap { (1...100_000).contains($0) ? $0 : nil } }

  static let reckoned = OptionSpec(
    "--dead-reckoning",
    help: "estimate the position for two minutes without fixes")

  static let noBell = OptionSpec("--no-bell", help: "do not ring the bell for alarms")

  /// All options.
  static let specs = [mark.spec, anchor.spec, reckoned, noBell]
}

extension WatchOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    mark = try arguments[Self.mark]
    anchor = try arguments[Self.anchor]
    isReckoned = arguments.has(Self.reckoned)
    rings = !arguments.has(Self.noBell)
  }
}

/// Lengths as users type them.
enum LengthText {
  private static let units: [(name: String, metres: Double)] = [
    ("nmi", 1852), ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
  ]

  /// The metres of `50m`, `1km`, `1 mi`, `0.5nmi`, `150ft`; the default unit is metres.
  static func metres(_ text: String) -> Double? {
    let text = text.lowercased().filter { $0 != " " }
    let unit = units.first { text.hasSuffix($0.name) }
    let number = Double(text.dropLast(unit?.name.count ?? 0))
    guard let number, number.isFinite, number > 0 else { return nil }
    return number * (unit?.metres ?? 1)
  }
}
