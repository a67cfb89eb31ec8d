/// Writes fixes as points of a GeoJSON collection (RFC 7946), what is known of each as its
/// properties.
///
/// Positions are longitude, latitude and, where it is known, the height above the ellipsoid, as the
/// RFC has it; the height above mean sea level is the property `altitude`. Properties have the
/// names and units of ``CSVEncoder``'s columns.
public struct GeoJSONEncoder: TraceEncoder {
  private var time = TimeWriter()
  private var isFirst = true

  /// Makes an encoder that has written nothing yet.
  public init() {}

  /// Writes the collection's beginning.
  public mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(#"{"type":"FeatureCollection","features":["#)
  }

  /// Writes an epoch's point, if it has a location.
  public mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let location = epoch.location else { return }
    bytes.append(isFirst ? "\n" : ",\n")
    isFirst = false
    bytes.append(#"{"type":"Feature","geometry":{"type":"Point","coordinates":["#)
    bytes.append(trimmed: location.coordinate.longitude, decimals: 9)
    bytes.append(.comma)
    bytes.append(trimmed: location.coordinate.latitude, decimals: 9)
    if let height = location.ellipsoidalAltitude, height.magnitude < 0x1p63 {
      bytes.append(.comma)
      bytes.append(trimmed: height, decimals: 3)
    }
    bytes.append(#"]},"properties":{"#)
    bytes.append(membersOf: epoch, time: &time)
    bytes.append("}}")
  }

  /// Writes the collection's end.
  public mutating func end(_ bytes: inout [UInt8]) { bytes.append("\n]}\n") }
}
