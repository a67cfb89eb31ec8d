/// Writes fixes as tracks of KML 2.2, each with its time.
///
/// A segment is a `gx:Track`, or a `LineString` where its first fix says no date: times of day
/// cannot be said in KML, and are left out. Heights are above mean sea level, or above the
/// ellipsoid where only that is known.
public struct KMLEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The shape that is under way.
  private var shape = Shape.none

  private enum Shape: Sendable {
    case none, track, line
  }

  /// Makes an encoder that has written nothing yet.
  public init() {}

  /// Writes the document's beginning.
  public mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>

      """)
  }

  /// Writes an epoch's point, if it has a location.
  public mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let location = epoch.location else { return }
    let height = location.altitude ?? location.ellipsoidalAltitude
    if epoch.startsSegment { endTrack(&bytes) }
    if shape == .none { begin(epoch.timestamp == nil ? .line : .track, height != nil, &bytes) }
    if shape == .track {
      bytes.append("<when>")
      if let timestamp = epoch.timestamp { time.write(timestamp, to: &bytes) }
      bytes.append("</when><gx:coord>")
    }
    let separator: UInt8 = shape == .track ? 0x20 : .comma
    bytes.append(trimmed: location.coordinate.longitude, decimals: 9)
    bytes.append(separator)
    bytes.append(trimmed: location.coordinate.latitude, decimals: 9)
    if let height {
      bytes.append(separator)
      bytes.append(trimmed: height, decimals: 3)
    }
    bytes.append(shape == .track ? "</gx:coord>\n" : "\n")
  }

  /// Writes the document's end.
  public mutating func end(_ bytes: inout [UInt8]) {
    endTrack(&bytes)
    bytes.append("</Document>\n</kml>\n")
  }

  private mutating func begin(_ shape: Shape, _ hasHeights: Bool, _ bytes: inout [UInt8]) {
    self.shape = shape
    bytes.append(shape == .track ? "<Placemark><gx:Track>\n" : "<Placemark><LineString>\n")
    bytes.append("<altitudeMode>")
    bytes.append(hasHeights ? "absolute" : "clampToGround")
    bytes.append("</altitudeMode>\n")
    if shape == .line { bytes.append("<coordinates>\n") }
  }

  private mutating func endTrack(_ bytes: inout [UInt8]) {
    switch shape {
    case .none: break
    case .track: bytes.append("</gx:Track></Placemark>\n")
    case .line: bytes.append("</coordinates>\n</LineString></Placemark>\n")
    }
    shape = .none
  }
}
