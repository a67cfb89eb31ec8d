/// Writes fixes as tracks of KML 2.2, each with its time.
///
/// A route is a `LineString`, whose data declares it a route, and a waypoint a `Point`, each in a
/// `Placemark` with its name and description; symbols are left out. A waypoint within a track or
/// route is kept, and written after it.
///
/// A track is a `gx:MultiTrack` with a `gx:Track` for each segment, or with a `LineString` for each
/// if its first fix has no date: KML has no times of day, so these are left out. Heights are above
/// mean sea level, or above the ellipsoid if only that is known.
package struct KMLEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The current track or route.
  private var open: Shape?
  /// The waypoints that came within it, encoded, to be written after it.
  private var heldWaypoints: [UInt8] = []

  private struct Shape: Sendable {
    var kind: TraceKind
    var number: UInt32
    /// True for points with times, false for a line.
    var hasTimes: Bool
  }

  /// Makes an encoder that has written nothing yet.
  package init() {}

  /// Writes the document's beginning.
  package mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>

      """)
  }

  /// Writes an epoch's point, if it has a location.
  package mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let location = epoch.location else { return }
    let height = location.altitude ?? location.ellipsoidalAltitude
    if epoch.kind == .waypoint {
      guard open != nil else { return writeWaypoint(epoch, location, height, &bytes) }
      var held: [UInt8] = []
      swap(&held, &heldWaypoints)
      writeWaypoint(epoch, location, height, &held)
      return swap(&held, &heldWaypoints)
    }
    let isNext = open.map { $0.kind == epoch.kind && $0.number == epoch.number } ?? false
    if let shape = open, isNext, shape.hasTimes, epoch.startsSegment, epoch.timestamp != nil {
      bytes.append("</gx:Track>\n")
      beginTrack(hasHeights: height != nil, &bytes)
    } else if epoch.startsSegment || !isNext {
      endLine(&bytes)
    }
    let shape =
      open
      ?? Shape(
        kind: epoch.kind, number: epoch.number,
        hasTimes: epoch.kind == .track && epoch.timestamp != nil)
    if open == nil { begin(shape, epoch.label?.line, hasHeights: height != nil, &bytes) }
    guard shape.hasTimes else {
      writePosition(location, height, separator: .comma, &bytes)
      return bytes.append(.lineFeed)
    }
    bytes.append("<when>")
    if let timestamp = epoch.timestamp { time.write(timestamp, to: &bytes) }
    bytes.append("</when><gx:coord>")
    writePosition(location, height, separator: 0x20, &bytes)
    bytes.append("</gx:coord>\n")
  }

  /// Writes the document's end.
  package mutating func end(_ bytes: inout [UInt8]) {
    endLine(&bytes)
    bytes.append("</Document>\n</kml>\n")
  }

  private mutating func begin(
    _ shape: Shape, _ label: TraceLabel?, hasHeights: Bool, _ bytes: inout [UInt8]
  ) {
    open = shape
    bytes.append("<Placemark>")
    write(label, &bytes)
    if shape.kind == .route {
      bytes.append("<ExtendedData><Data name=\"kind\"><value>route</value></Data></ExtendedData>")
    }
    guard !shape.hasTimes else {
      bytes.append("<gx:MultiTrack>\n")
      return beginTrack(hasHeights: hasHeights, &bytes)
    }
    bytes.append("<LineString>\n")
    writeMode(hasHeights: hasHeights, &bytes)
    bytes.append("<coordinates>\n")
  }

  private func beginTrack(hasHeights: Bool, _ bytes: inout [UInt8]) {
    bytes.append("<gx:Track>\n")
    writeMode(hasHeights: hasHeights, &bytes)
  }

  private func writeMode(hasHeights: Bool, _ bytes: inout [UInt8]) {
    bytes.append(element: "altitudeMode", hasHeights ? "absolute" : "clampToGround")
    bytes.append(.lineFeed)
  }

  private mutating func endLine(_ bytes: inout [UInt8]) {
    guard let shape = open.take() else { return }
    bytes.append(
      shape.hasTimes
        ? "</gx:Track>\n</gx:MultiTrack></Placemark>\n"
        : "</coordinates>\n</LineString></Placemark>\n")
    bytes += heldWaypoints
    heldWaypoints = []
  }

  private mutating func writeWaypoint(
    _ epoch: TraceEpoch, _ location: Location, _ height: Double?, _ bytes: inout [UInt8]
  ) {
    bytes.append("<Placemark>")
    write(epoch.label, &bytes)
    if let timestamp = epoch.timestamp {
      bytes.append(element: "TimeStamp") {
        $0.append(element: "when") { time.write(timestamp, to: &$0) }
      }
    }
    bytes.append("<Point><coordinates>")
    writePosition(location, height, separator: .comma, &bytes)
    bytes.append("</coordinates></Point></Placemark>\n")
  }

  private func write(_ label: TraceLabel?, _ bytes: inout [UInt8]) {
    bytes.append(element: "name", label?.name)
    bytes.append(element: "description", label?.details)
  }

  private func writePosition(
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
