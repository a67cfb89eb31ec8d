/// Writes fixes as GeoJSON (RFC 7946): a point with properties for each, and the line through them
/// with their times.
///
/// Positions are longitude, latitude and, if known, the height above the ellipsoid, as the RFC
/// requires; the height above mean sea level is the property `altitude`. Properties have the names
/// and units of ``CSVEncoder``'s columns. The points of a segment are followed by a `LineString`
/// through them, with `coordTimes`, `heartRates` and the like; its `"of":"points"` keeps a reader
/// from adding the fixes twice. A long segment has a line for every 4,096 points, the last of which
/// begins the next one. Waypoints are points outside any line.
package struct GeoJSONEncoder: TraceEncoder {
  private var time = TimeWriter()
  private var isFirst = true
  private var segment = 0
  private var lap = 0
  private var line: [LinePoint] = []

  /// A point of a line that has not been written yet.
  private struct LinePoint: Sendable {
    var coordinate: Coordinate
    var height: OptionalNumber
    var timestamp: Timestamp?
    var sensors: Sensors
  }

  /// The maximum number of points of one line.
  private static let longestLine = 4096

  /// Makes an encoder that has written nothing yet.
  package init() {}

  /// Writes the collection's beginning.
  package mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(#"{"type":"FeatureCollection","features":["#)
  }

  /// Writes an epoch's point, if it has a location.
  package mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    let isWaypoint = epoch.kind == .waypoint
    if epoch.startsSegment, !isWaypoint {
      endLine(&bytes)
      line.removeAll(keepingCapacity: true)
      segment += 1
    }
    if epoch.startsLap { lap += 1 }
    guard let location = epoch.location else { return }
    if line.count == GeoJSONEncoder.longestLine, !isWaypoint {
      endLine(&bytes)
      line.removeFirst(line.count - 1)
    }
    beginFeature("Point", &bytes)
    let height = OptionalNumber(location.ellipsoidalAltitude)
    append(location.coordinate, height, &bytes)
    bytes.append(#"},"properties":{"#)
    bytes.append(membersOf: epoch, time: &time)
    if segment > 0, !isWaypoint { bytes.append("segment", segment) }
    if lap > 0, !isWaypoint { bytes.append("lap", lap) }
    bytes.append("}}")
    guard !isWaypoint else { return }
    line.append(
      LinePoint(
        coordinate: location.coordinate, height: height, timestamp: epoch.timestamp,
        sensors: epoch.sensors))
  }

  /// Writes the collection's end.
  package mutating func end(_ bytes: inout [UInt8]) {
    endLine(&bytes)
    bytes.append("\n]}\n")
  }

  private mutating func beginFeature(_ type: StaticString, _ bytes: inout [UInt8]) {
    bytes.append(isFirst ? "\n" : ",\n")
    isFirst = false
    bytes.append(#"{"type":"Feature","geometry":{"type":""#)
    bytes.append(type)
    bytes.append(#"","coordinates":"#)
  }

  private func append(_ coordinate: Coordinate, _ height: OptionalNumber, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    bytes.append(trimmed: coordinate.longitude, decimals: 9)
    bytes.append(.comma)
    bytes.append(trimmed: coordinate.latitude, decimals: 9)
    if let height = height.value, height.magnitude < 0x1p63 {
      bytes.append(.comma)
      bytes.append(trimmed: height, decimals: 3)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes the line through the points since the last one, if there are at least two.
  private mutating func endLine(_ bytes: inout [UInt8]) {
    guard line.count > 1 else { return }
    beginFeature("LineString", &bytes)
    list(&bytes) { append($0.coordinate, $0.height, &$1) }
    bytes.append(#"},"properties":{"#)
    bytes.append(key: GeoJSONLine.ownKey)
    bytes.append(#""points""#)
    if line.contains(where: { $0.timestamp != nil }) {
      bytes.append(key: "coordTimes")
      var time = time
      list(&bytes) { point, bytes in
        guard let timestamp = point.timestamp else { return bytes.append("null") }
        bytes.append(.quote)
        time.write(timestamp, to: &bytes)
        bytes.append(.quote)
      }
      self.time = time
    }
    values("heartRates", \.heartRate, &bytes)
    values("cadences", \.cadence, &bytes)
    values("powers", \.power, &bytes)
    values("atemps", \.temperature, &bytes)
    bytes.append("}}")
  }

  private func values(
    _ name: StaticString, _ value: KeyPath<Sensors, Double?>, _ bytes: inout [UInt8]
  ) {
    guard line.contains(where: { $0.sensors[keyPath: value] != nil }) else { return }
    bytes.append(key: name)
    list(&bytes) { point, bytes in
      guard let number = point.sensors[keyPath: value] else { return bytes.append("null") }
      bytes.append(trimmed: number, decimals: 3)
    }
  }

  private func list(_ bytes: inout [UInt8], _ element: (LinePoint, inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, point) in line.enumerated() {
      if index > 0 { bytes.append(.comma) }
      element(point, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
