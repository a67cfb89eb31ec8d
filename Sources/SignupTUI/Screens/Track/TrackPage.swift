/// What a track's screen shows.
enum TrackPage: String {
  /// Figures and map.
  case map = "Map"
  /// The latest fixes.
  case fixes = "Fixes"
  /// The satellites in view.
  case satellites = "Satellites"
  /// Speed and height along the time.
  case profile = "Profile"
  /// What kind of trace it is, and how it was read.
  case trace = "Trace"
}
