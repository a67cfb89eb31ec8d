/// The formats of traces that can be read.
public enum TraceFormat: String, Hashable, Sendable, CaseIterable {
  /// Sentences of NMEA 0183, as receivers write them.
  case nmea = "NMEA 0183"
  /// A table with a delimiter between its cells.
  case csv = "CSV"
  /// Tracks, routes and waypoints in XML.
  case gpx = "GPX"
  /// Reports of gpsd, one JSON object per line.
  case gpsd = "gpsd JSON"
  /// Messages of watches and bicycle computers, in binary.
  case fit = "FIT"
  /// Activities and courses of training programs, in XML.
  case tcx = "TCX"
  /// Tracks, lines and waypoints of maps, in XML.
  case kml = "KML"
  /// Lines and points of maps, in JSON.
  case geojson = "GeoJSON"
  /// Our own format, one JSON object per line.
  case jsonLines = "JSON lines"
  /// Logs of gliders.
  case igc = "IGC"
  /// Messages of u-blox receivers, in binary.
  case ubx = "UBX"
  /// Google's Timeline and location history, in JSON.
  case timeline = "Google Timeline"
  /// Subtitles that drones write for their films.
  case subtitles = "SRT subtitles"
  /// Messages of FIT as Garmin's FitCSVTool writes them, one per row.
  case fitTable = "FIT as CSV"
  /// canboat's messages of NMEA 2000, one JSON object per line.
  case canboat = "canboat JSON"
  /// Deltas of Signal K, one JSON object per line.
  case signalK = "Signal K"
}

extension TraceFormat {
  /// True for a format in XML, which declares its encoding.
  var isXML: Bool { [.gpx, .tcx, .kml].contains(self) }

  /// True for a format whose decoder applies the user's date to times of day.
  var findsDates: Bool { [.nmea, .csv, .igc, .fit, .ubx].contains(self) }

  /// True for a format with speeds in metres per second that programs of all kinds write.
  var mayMistakeSpeeds: Bool { [.gpx, .kml, .geojson, .jsonLines, .csv].contains(self) }
}
