/// A page of a track's screen.
enum TrackPage: String {
  /// Metrics and map.
  case map = "Map"
  /// The latest fixes.
  case fixes = "Fixes"
  /// The satellites in view.
  case satellites = "Sky"
  /// Curves over time or distance.
  case profile = "Profile"
  /// Kilometres, miles or laps.
  case splits = "Splits"
  /// Tracks to choose from, routes and waypoints.
  case tracks = "Tracks"
  /// The kind of trace, and how it was read.
  case trace = "Trace"
}
