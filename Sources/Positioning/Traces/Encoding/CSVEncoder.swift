import Formats

/// Writes fixes as a table that begins with the columns
/// `time,latitude,longitude,altitude,speed,course,satellites,hdop,fix`.
///
///     var encoder = CSVEncoder()
///     var bytes: [UInt8] = []
///     encoder.begin(&bytes)
///     encoder.write(epoch, to: &bytes)
///     // 2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.2014,153.100,10,0.80,…
///
/// Times are ISO 8601 in UTC, without a date if the source has none. Degrees have nine decimals
/// (0.1 mm), heights are in metres above mean sea level, speeds in metres per second, courses in
/// degrees from true north. Further columns are `sats`, the satellites in view by their RINEX names
/// with a star after those in use, and `segment`, the number of segments that have begun, whose
/// change begins one. The last four are ``Sensors``: `heart_rate`, `cadence`, `power`,
/// `temperature`; they are followed by the kinds and names, if there are any. Unknown values are
/// empty. Lines end with LF. ``CSVReader`` reads this format.
package struct CSVEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The number of segments that have begun.
  private var segment = 0
  private let saysKinds: Bool

  /// Makes an encoder that has written nothing yet.
  ///
  /// - Parameter saysKinds: Whether to add columns for the kind of each point, the number of its
  ///   track or route and their names; without them only points of tracks are written.
  package init(saysKinds: Bool = false) { self.saysKinds = saysKinds }

  /// Writes the header line.
  package mutating func begin(_ bytes: inout [UInt8]) {
    let names = saysKinds ? CSVDialect.ownNames.map(\.name) : []
    bytes += (CSVDialect.ownColumns + names).joined(separator: ",").utf8
    bytes.append(.lineFeed)
  }

  /// Writes an epoch's line, if it has a location.
  package mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard epoch.kind == .track || saysKinds else { return }
    let isWaypoint = epoch.kind == .waypoint
    if epoch.startsSegment, !isWaypoint { segment += 1 }
    guard let location = epoch.location else { return }
    time.write(timeOf: epoch, to: &bytes)
    bytes.append(.comma)
    bytes.append(fixedPoint: location.coordinate.latitude, decimals: 9)
    bytes.append(.comma)
    bytes.append(fixedPoint: location.coordinate.longitude, decimals: 9)
    field(location.altitude, 3, &bytes)
    field(location.speed, 4, &bytes)
    field(location.course, 3, &bytes)
    field(location.satellitesUsed, &bytes)
    field(location.hdop, 2, &bytes)
    bytes.append(.comma)
    if location.fix != .unknown { bytes += location.fix.rawValue.utf8 }
    field(location.ellipsoidalAltitude, 3, &bytes)
    field(location.pdop, 2, &bytes)
    field(location.vdop, 2, &bytes)
    field(location.horizontalAccuracy, 3, &bytes)
    field(location.verticalAccuracy, 3, &bytes)
    field(location.speedAccuracy, 3, &bytes)
    field(location.courseAccuracy, 3, &bytes)
    field(location.heading, 3, &bytes)
    field(location.magneticVariation, 3, &bytes)
    field(epoch.line, &bytes)
    bytes.append(.comma)
    for (index, satellite) in epoch.satellites.enumerated() {
      if index > 0 { bytes.append(0x20) }
      bytes.append(nameOf: satellite)
      if satellite.isUsed { bytes.append(UInt8(ascii: "*")) }
    }
    field(segment > 0 && !isWaypoint ? segment : nil, &bytes)
    if epoch.sensors.isEmpty {
      bytes.append(",,,,")
    } else {
      field(trimmed: epoch.sensors.heartRate, &bytes)
      field(trimmed: epoch.sensors.cadence, &bytes)
      field(trimmed: epoch.sensors.power, &bytes)
      field(trimmed: epoch.sensors.temperature, &bytes)
    }
    if saysKinds { writeNames(of: epoch, &bytes) }
    bytes.append(.lineFeed)
  }

  private func writeNames(of epoch: TraceEpoch, _ bytes: inout [UInt8]) {
    bytes.append(.comma)
    bytes += epoch.kind.name.utf8
    field(epoch.number > 0 ? Int(epoch.number) : nil, &bytes)
    let (label, line) = (epoch.label, epoch.label?.line)
    for text in [label?.name, label?.details, label?.symbol, line?.name, line?.details] {
      bytes.append(.comma)
      if let text { bytes.append(cell: text) }
    }
  }

  /// Writes nothing.
  package mutating func end(_ bytes: inout [UInt8]) {}

  private func field(_ value: Double?, _ decimals: Int, _ bytes: inout [UInt8]) {
    bytes.append(.comma)
    if let value { bytes.append(fixedPoint: value, decimals: decimals) }
  }

  private func field(trimmed value: Double?, _ bytes: inout [UInt8]) {
    bytes.append(.comma)
    if let value { bytes.append(trimmed: value, decimals: 3) }
  }

  private func field(_ value: Int?, _ bytes: inout [UInt8]) {
    bytes.append(.comma)
    if let value, value >= 0 { bytes.append(decimal: UInt64(value), width: 1) }
  }
}

extension [UInt8] {
  /// Appends text as a cell: in quotation marks if necessary, with line ends replaced by blanks.
  fileprivate mutating func append(cell text: String) {
    let needsQuotes = text.utf8.contains {
      $0 == .comma || $0 == .quote || $0 < 0x20 || $0 == UInt8(ascii: ";")
    }
    if needsQuotes { append(.quote) }
    for byte in text.utf8 {
      if byte == .quote { append(.quote) }
      append(byte < 0x20 ? 0x20 : byte)
    }
    if needsQuotes { append(.quote) }
  }

  /// Appends a satellite's RINEX name: `G07`.
  mutating func append(nameOf satellite: Satellite) {
    append(satellite.system.letter.asciiValue ?? UInt8(ascii: "?"))
    append(decimal: UInt64(Swift.max(0, satellite.number)), width: 2)
  }
}
