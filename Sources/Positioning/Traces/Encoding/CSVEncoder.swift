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
/// Times are ISO 8601 in UTC, without a date where the source says none; degrees have nine decimals
/// (0.1 mm), heights are in metres above mean sea level, speeds in metres per second, courses in
/// degrees from true north. Further columns hold what else is known, `sats` the satellites in view
/// by their RINEX names, a star behind those in use, `segment` how many segments have begun: a
/// change of it begins one. The last four are ``Sensors``: `heart_rate`, `cadence`, `power`,
/// `temperature`. What is not known is left empty. Lines end with LF. ``CSVReader`` reads
/// back what is written.
public struct CSVEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// How many segments have begun.
  private var segment = 0

  /// Makes an encoder that has written nothing yet.
  public init() {}

  /// Writes the header line.
  public mutating func begin(_ bytes: inout [UInt8]) {
    bytes += CSVDialect.ownColumns.joined(separator: ",").utf8
    bytes.append(.lineFeed)
  }

  /// Writes an epoch's line, if it has a location.
  public mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    if epoch.startsSegment { segment += 1 }
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
    field(segment > 0 ? segment : nil, &bytes)
    if epoch.sensors.isEmpty {
      bytes.append(",,,,")
    } else {
      field(trimmed: epoch.sensors.heartRate, &bytes)
      field(trimmed: epoch.sensors.cadence, &bytes)
      field(trimmed: epoch.sensors.power, &bytes)
      field(trimmed: epoch.sensors.temperature, &bytes)
    }
    bytes.append(.lineFeed)
  }

  /// Writes nothing.
  public mutating func end(_ bytes: inout [UInt8]) {}

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
  /// Appends a satellite's RINEX name: `G07`.
  mutating func append(nameOf satellite: Satellite) {
    append(satellite.system.letter.asciiValue ?? UInt8(ascii: "?"))
    append(decimal: UInt64(Swift.max(0, satellite.number)), width: 2)
  }
}
