/// The formats of traces that are read.
public enum TraceFormat: String, Hashable, Sendable, CaseIterable {
  /// Sentences of NMEA 0183, as receivers write them.
  case nmea = "NMEA 0183"
  /// A table with a character between its cells.
  case csv = "CSV"
  /// Tracks, routes and waypoints in XML.
  case gpx = "GPX"
  /// Reports of gpsd, a JSON object a line.
  case gpsd = "gpsd JSON"
  /// Messages of watches and bicycle computers, in binary.
  case fit = "FIT"
  /// Activities and courses of training programs, in XML.
  case tcx = "TCX"
  /// Tracks, lines and waypoints of maps, in XML.
  case kml = "KML"
  /// Lines and points of maps, in JSON.
  case geojson = "GeoJSON"
  /// Our own format, a JSON object a line.
  case jsonLines = "JSON lines"
  /// Logs of gliders.
  case igc = "IGC"
  /// Messages of u-blox receivers, in binary.
  case ubx = "UBX"
}

extension TraceFormat {
  /// True for a format in XML, which says how it is encoded.
  var isXML: Bool { [.gpx, .tcx, .kml].contains(self) }
}
