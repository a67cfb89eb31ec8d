/// Writes fixes as tracks of KML 2.2, each with its time.
///
/// A track is a `gx:Track`; a new one begins where the source's next segment does. Times without a
/// date cannot be said in KML, and are left out. Heights are above mean sea level, or above the
/// ellipsoid where only that is known.
public struct KMLEncoder: TraceEncoder {
  private var time = TimeWriter()
  private var isInTrack = false

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
    if !isInTrack {
      isInTrack = true
      bytes.append("<Placemark><gx:Track>\n<altitudeMode>")
      bytes.append(height == nil ? "clampToGround" : "absolute")
      bytes.append("</altitudeMode>\n")
    }
    bytes.append("<when>")
    if let timestamp = epoch.timestamp { time.write(timestamp, to: &bytes) }
    bytes.append("</when><gx:coord>")
    bytes.append(trimmed: location.coordinate.longitude, decimals: 9)
    bytes.append(0x20)
    bytes.append(trimmed: location.coordinate.latitude, decimals: 9)
    if let height {
      bytes.append(0x20)
      bytes.append(trimmed: height, decimals: 3)
    }
    bytes.append("</gx:coord>\n")
  }

  /// Writes the document's end.
  public mutating func end(_ bytes: inout [UInt8]) {
    endTrack(&bytes)
    bytes.append("</Document>\n</kml>\n")
  }

  private mutating func endTrack(_ bytes: inout [UInt8]) {
    guard isInTrack else { return }
    isInTrack = false
    bytes.append("</gx:Track></Placemark>\n")
  }
}
