/// A page of a track's screen.
enum TrackPage: String {
  /// Figures and map.
  case map = "Map"
  /// The latest fixes.
  case fixes = "Fixes"
  /// The satellites in view.
  case satellites = "Satellites"
  /// Speed and height along the time.
  case profile = "Profile"
  /// The kind of trace, and how it was read.
  case trace = "Trace"
}
