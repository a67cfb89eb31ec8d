import TerminalKit

/// What the commands that show a track have in common on the command line.
struct TrackOptions: Equatable, Sendable {
  /// How the command shows itself.
  var display = DisplayOptions()
  /// What the map's line is drawn with, at first.
  var markers = DotCanvas.Markers.braille
  /// Seconds from one position to the next where there is no screen.
  var every = 5

  static let markers = Option<DotCanvas.Markers>.choice(
    "--markers", "KIND", among: ["braille": .braille, "block": .block, "ascii": .ascii],
    usual: "braille",
    help: "what draws the map: braille (default), or block or ascii for fonts without braille; "
      + "m changes it")

  static let accessible = DisplayOptions.accessible(
    doing: "tell changes and the position a line each")

  static let every = Option.number(
    "--every", "SECONDS", 1...86_400, of: "whole seconds",
    help: "from one position to the next in lines (default: \(TrackOptions().every))")

  /// All of them.
  static let specs = [
    markers.spec, accessible, every.spec, DisplayOptions.theme.spec, DisplayOptions.record.spec,
  ]

  /// What stands in a call with a screen.
  static let screenUsage: [CommandSpec.UsagePart] = [
    .optional(markers.spec), .optional(DisplayOptions.theme.spec),
    .optional(DisplayOptions.record.spec),
  ]

  /// What stands in a call without a screen.
  static let linesUsage: [CommandSpec.UsagePart] = [
    .required(accessible), .optional(every.spec),
  ]
}

extension TrackOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    display = try DisplayOptions(arguments)
    if let every = try arguments[Self.every] { self.every = every }
    if let markers = try arguments[Self.markers] { self.markers = markers }
  }
}
