/// Writes fixes as tracks of KML 2.2, each with its time.
///
/// A route is a `LineString` and a waypoint a `Point`, each in a `Placemark` with its name and
/// description; symbols are left out.
///
/// A track is a `gx:Track`; a new one begins where the source's next segment does. Times without a
/// date cannot be said in KML, and are left out. Heights are above mean sea level, or above the
/// ellipsoid where only that is known.
public struct KMLEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The track or route that is under way.
  private var open: (kind: TraceKind, number: UInt32)?

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
    if epoch.kind == .waypoint { return writeWaypoint(epoch, location, height, &bytes) }
    let isNext = open.map { $0 == (epoch.kind, epoch.number) } ?? false
    if epoch.startsSegment || !isNext { endLine(&bytes) }
    if open == nil {
      open = (epoch.kind, epoch.number)
      bytes.append("<Placemark>")
      write(epoch.label?.line, &bytes)
      bytes.append(
        epoch.kind == .track ? "<gx:Track>\n<altitudeMode>" : "<LineString><altitudeMode>")
      bytes.append(height == nil ? "clampToGround" : "absolute")
      bytes.append("</altitudeMode>\n")
      if epoch.kind == .route { bytes.append("<coordinates>\n") }
    }
    guard epoch.kind == .track else {
      writePlace(location, height, separator: .comma, &bytes)
      return bytes.append(.lineFeed)
    }
    bytes.append("<when>")
    if let timestamp = epoch.timestamp { time.write(timestamp, to: &bytes) }
    bytes.append("</when><gx:coord>")
    writePlace(location, height, separator: 0x20, &bytes)
    bytes.append("</gx:coord>\n")
  }

  /// Writes the document's end.
  public mutating func end(_ bytes: inout [UInt8]) {
    endLine(&bytes)
    bytes.append("</Document>\n</kml>\n")
  }

  private mutating func endLine(_ bytes: inout [UInt8]) {
    guard let (kind, _) = open.take() else { return }
    bytes.append(
      kind == .track
        ? "</gx:Track></Placemark>\n" : "</coordinates>\n</LineString></Placemark>\n")
  }

  private mutating func writeWaypoint(
    _ epoch: TraceEpoch, _ location: Location, _ height: Double?, _ bytes: inout [UInt8]
  ) {
    endLine(&bytes)
    bytes.append("<Placemark>")
    write(epoch.label, &bytes)
    if let timestamp = epoch.timestamp {
      bytes.append("<TimeStamp><when>")
      time.write(timestamp, to: &bytes)
      bytes.append("</when></TimeStamp>")
    }
    bytes.append("<Point><coordinates>")
    writePlace(location, height, separator: .comma, &bytes)
    bytes.append("</coordinates></Point></Placemark>\n")
  }

  private func write(_ label: TraceLabel?, _ bytes: inout [UInt8]) {
    if let name = label?.name {
      bytes.append("<name>")
      bytes.append(xmlText: name)
      bytes.append("</name>")
    }
    if let details = label?.details {
      bytes.append("<description>")
      bytes.append(xmlText: details)
      bytes.append("</description>")
    }
  }

  private func writePlace(
    _ location: Location, _ height: Double?, separator: UInt8, _ bytes: inout [UInt8]
  ) {
    bytes.append(trimmed: location.coordinate.longitude, decimals: 9)
    bytes.append(separator)
    bytes.append(trimmed: location.coordinate.latitude, decimals: 9)
    guard let height else { return }
    bytes.append(separator)
    bytes.append(trimmed: height, decimals: 3)
  }
}
