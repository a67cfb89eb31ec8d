/// Writes fixes as JSON, one object per line.
///
///     var encoder = JSONLinesEncoder()
///     var bytes: [UInt8] = []
///     encoder.write(epoch, to: &bytes)
///     // {"latitude":39.432836667,"longitude":-119.76559,"time":"2005-09-25T23:52:34.000Z",…}
///
/// Members have the names and units of ``CSVEncoder``'s columns; unknown ones are left out. `sats`
/// has an object for each satellite in view. A ``TraceReader`` reads this format.
package struct JSONLinesEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The number of segments that have begun.
  private var segment = 0
  /// The number of laps that have begun.
  private var lap = 0

  /// Makes an encoder that has written nothing yet.
  package init() {}

  /// Writes nothing.
  package mutating func begin(_ bytes: inout [UInt8]) {}

  /// Writes an epoch's line, if it has a location.
  package mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    if epoch.startsSegment, epoch.kind != .waypoint { segment += 1 }
    if epoch.startsLap { lap += 1 }
    guard let location = epoch.location else { return }
    bytes.append(UInt8(ascii: "{"))
    bytes.append("latitude", location.coordinate.latitude, decimals: 9)
    bytes.append("longitude", location.coordinate.longitude, decimals: 9)
    bytes.append(membersOf: epoch, time: &time)
    if segment > 0, epoch.kind != .waypoint { bytes.append("segment", segment) }
    if lap > 0, epoch.kind != .waypoint { bytes.append("lap", lap) }
    bytes.append("}\n")
  }

  /// Writes nothing.
  package mutating func end(_ bytes: inout [UInt8]) {}
}
