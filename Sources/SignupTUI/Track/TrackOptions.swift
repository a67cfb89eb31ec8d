/// The options of all commands that show a track.
struct TrackOptions: Equatable, Sendable {
  /// The options of the display.
  var display = DisplayOptions()
  /// The look of the screen at first.
  var look = TrackLook()
  /// The seconds between positions if there is no screen.
  var every = 5
  /// The definitions of the metrics: breaks of the track, and omitted fixes.
  var statistics = TrackStatistics()

  /// An empty track, one of several that run side by side: together their lines have as many points
  /// as a single one.
  ///
  /// - Parameter trackCount: The number of tracks.
  func beginning(trackCount: Int = 1) -> TrackSnapshot {
    TrackSnapshot(statistics: statistics, path: TrackPath(capacity: 4096 / max(1, trackCount)))
  }

  static let markers = Option<DotCanvas.Markers>.choice(
    "--markers", "KIND", among: ["braille": .braille, "block": .block, "ascii": .ascii],
    usual: "braille",
    help: "draw the map with braille (default), block or ascii")

  static let angles = Option<AngleForm>.choice(
    "--angles", "FORM",
    among: [
      "d": .degrees, "dm": .minutes, "dms": .seconds, "utm": .utm, "maidenhead": .maidenhead,
    ], usual: "d",
    help: "show angles as d (default), dm, dms, utm, maidenhead")

  static let pace = OptionSpec(
    "--pace", help: "show speeds as pace")

  static let zone = Option<ClockZone>.reading(
    "--zone", "ZONE",
    as: "UTC, local, an offset such as +02:00, or a zone such as Europe/Stockholm",
    help: "show times in this zone, or local (default: UTC)"
  ) { ClockZone(named: $0) }

  private static let display = DisplayOptions.shared

  static let every = Option.number(
    "--every", "SECONDS", 1...86_400, of: "whole seconds",
    help: "print lines of text this often (default: \(TrackOptions().every))")

  private static let looks = [
    markers.spec, angles.spec, pace, zone.spec, TrackFigureOptions.gap.spec,
    TrackFigureOptions.keepOutliers, TrackFigureOptions.climbThreshold.spec,
  ]

  /// All options.
  static let specs = looks + [display[0], every.spec] + display.dropFirst()

  /// The parts of a call with a screen.
  static let screenUsage = (looks + display.dropFirst()).optional

  /// The parts of a call without a screen.
  static let linesUsage: [CommandSpec.UsagePart] =
    [.required(display[0]), .optional(every.spec)] + looks.dropFirst().optional
}

extension TrackOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    display = try DisplayOptions(arguments)
    statistics = try TrackFigureOptions.statistics(arguments)
    if let every = try arguments[Self.every] { self.every = every }
    if let markers = try arguments[Self.markers] { look.markers = markers }
    if let angles = try arguments[Self.angles] { look.angles = angles }
    look.units.showsPace = arguments.has(Self.pace)
    if let zone = try arguments[Self.zone] { look.zone = zone }
  }
}
