/// What a track's screen shows.
enum TrackPage: String {
  /// Figures and map.
  case map = "Map"
  case fixes = "Fixes"
  case satellites = "Satellites"
  /// What kind of trace it is, and how it was read.
  case trace = "Trace"
}
