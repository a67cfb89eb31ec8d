import CommandLineKit
import Positioning
import TerminalKit

/// What the commands that show a track have in common on the command line.
struct TrackOptions: Equatable, Sendable {
  /// How the command shows itself.
  var display = DisplayOptions()
  /// What the map's line is drawn with, at first.
  var markers = DotCanvas.Markers.braille
  /// How a place is written, at first.
  var angles = AngleForm.degrees
  /// Seconds from one position to the next where there is no screen.
  var every = 5
  /// How the figures count: what breaks the track, and what is left out.
  var statistics = TrackStatistics()

  /// The empty track.
  var beginning: TrackSnapshot { TrackSnapshot(statistics: statistics) }

  static let markers = Option<DotCanvas.Markers>.choice(
    "--markers", "KIND", among: ["braille": .braille, "block": .block, "ascii": .ascii],
    usual: "braille",
    help: "what draws the map: braille (default), or block or ascii for fonts without braille; "
      + "m changes it, in a replay M")

  static let angles = Option<AngleForm>.choice(
    "--angles", "FORM",
    among: [
      "d": .degrees, "dm": .minutes, "dms": .seconds, "utm": .utm, "maidenhead": .maidenhead,
    ], usual: "d",
    help: "how a place is written: d (decimal degrees, default), dm or dms (minutes, and "
      + "seconds), or in the grid of utm or maidenhead; d changes it")

  private static let display = DisplayOptions.specs(
    insteadOfScreen: "tell changes and the position a line each")

  static let every = Option.number(
    "--every", "SECONDS", 1...86_400, of: "whole seconds",
    help: "from one position to the next in lines (default: \(TrackOptions().every))")

  /// All of them.
  static let specs: [OptionSpec] =
    [
      markers.spec, angles.spec, TrackFigureOptions.gap.spec, TrackFigureOptions.keepOutliers,
      display[0], every.spec,
    ] + display.dropFirst()

  /// What stands in a call with a screen.
  static let screenUsage: [CommandSpec.UsagePart] =
    ([markers.spec, angles.spec, TrackFigureOptions.gap.spec, TrackFigureOptions.keepOutliers]
    + display.dropFirst()).map { CommandSpec.UsagePart.optional($0) }

  /// What stands in a call without a screen.
  static let linesUsage: [CommandSpec.UsagePart] = [
    .required(display[0]), .optional(every.spec), .optional(angles.spec),
    .optional(TrackFigureOptions.gap.spec), .optional(TrackFigureOptions.keepOutliers),
  ]
}

extension TrackOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    display = try DisplayOptions(arguments)
    statistics = try TrackFigureOptions.statistics(arguments)
    if let every = try arguments[Self.every] { self.every = every }
    if let markers = try arguments[Self.markers] { self.markers = markers }
    if let angles = try arguments[Self.angles] { self.angles = angles }
  }
}
