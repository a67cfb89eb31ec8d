/// The options that select fixes of a trace.
enum TraceFilterOptions {
  static let after = bound("--after", "skip earlier fixes: 2024-05-01T12:00Z, or 12:00")
  static let before = bound("--before", "skip fixes at or after this time")
  static let box = Option<CoordinateBounds>.reading(
    "--box", "S,W,N,E",
    as: "degrees as south,west,north,east, such as 59.2,17.8,59.5,18.3",
    help: "skip fixes outside this box, in degrees"
  ) { text in
    let parts = text.parts(at: ",").map { Double($0) }
    guard parts.count == 4, let south = parts[0], let west = parts[1], let north = parts[2],
      let east = parts[3]
    else { return nil }
    return CoordinateBounds(south: south, west: west, north: north, east: east)
  }
  static let maximumHDOP = Option.decimal(
    "--max-hdop", "N", 0...10_000, of: "a number from 0 to 10000",
    help: "skip fixes with a greater HDOP")
  static let maximumAccuracy = Option.decimal(
    "--max-accuracy", "METRES", 0...1e9, of: "metres",
    help: "skip fixes that are less accurate")
  static let minimumSatellites = Option.number(
    "--min-satellites", "N", 0...999, of: "a number", help: "skip fixes with fewer satellites")
  static let maximumSpeed = Option.decimal(
    "--max-speed", "M/S", 0.001...1e6, of: "metres per second above 0",
    help: "skip fixes that imply a greater speed")
  static let minimumDistance = Option.decimal(
    "--min-distance", "METRES", 0...1e8, of: "metres",
    help: "skip fixes closer to the previous one")
  static let simplify = Option.decimal(
    "--simplify", "METRES", 0...1e8, of: "metres",
    help: "skip fixes within this distance of the simplified line")

  /// All options, in the order in which they are applied.
  static let specs = [
    after.spec, before.spec, box.spec, maximumHDOP.spec, minimumSatellites.spec,
    maximumAccuracy.spec, maximumSpeed.spec, minimumDistance.spec, simplify.spec,
  ]

  /// Returns the filter that the options make.
  static func filter(_ arguments: Arguments) throws(UsageError) -> TraceFilter {
    var filter = try part(arguments)
    filter.box = try arguments[box]
    filter.maximumHDOP = try arguments[maximumHDOP]
    filter.minimumSatellites = try arguments[minimumSatellites]
    filter.maximumAccuracy = try arguments[maximumAccuracy]
    if let speed = try arguments[maximumSpeed] { filter.outliers = .speedAlone(speed) }
    filter.minimumDistance = try arguments[minimumDistance]
    filter.simplification = try arguments[simplify]
    return filter
  }

  /// Returns the filter of the part between two times.
  static func part(_ arguments: Arguments) throws(UsageError) -> TraceFilter {
    var filter = TraceFilter()
    filter.start = try arguments[after]
    filter.end = try arguments[before]
    return filter
  }

  private static func bound(_ name: String, _ help: String) -> Option<TimeBound> {
    .reading(
      name, "TIME", as: "a time in UTC, such as 2024-05-01T12:00Z, or 12:00 for any day", help: help
    ) { TimeBound($0) }
  }
}
