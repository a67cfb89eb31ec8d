/// Writes locations as a table:
/// `time,latitude,longitude,altitude,speed,course,satellites,hdop,fix`.
///
///     var export = TraceCSVExport()
///     var buffer: [UInt8] = []
///     export.writeHeader(to: &buffer)
///     export.write(location, to: &buffer)
///     // 2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.201,153.100,10,0.80,gps
///
/// Times are ISO 8601 in UTC with milliseconds; degrees have nine decimals (0.1 mm), heights are in
/// metres above mean sea level, speeds in metres per second, courses in degrees from true north.
/// What a location does not know is left empty. Lines end with LF. ``CSVReader`` reads back what is
/// written.
public struct TraceCSVExport: Sendable {
  static let headerNames = [
    "time", "latitude", "longitude", "altitude", "speed", "course", "satellites", "hdop", "fix",
  ]

  /// The calendar of the last day that was written: a trace has many times of one day.
  private var day: Int64 = .min
  private var date: [UInt8] = []

  /// Makes an export.
  public init() {}

  /// Appends the header line.
  public func writeHeader(to buffer: inout [UInt8]) {
    buffer += TraceCSVExport.headerNames.joined(separator: ",").utf8
    buffer.append(.lineFeed)
  }

  /// Appends a location's line.
  public mutating func write(_ location: Location, to buffer: inout [UInt8]) {
    if let timestamp = location.timestamp { write(timestamp, to: &buffer) }
    buffer.append(.comma)
    buffer.append(fixedPoint: location.coordinate.latitude, decimals: 9)
    buffer.append(.comma)
    buffer.append(fixedPoint: location.coordinate.longitude, decimals: 9)
    field(location.altitude, 3, to: &buffer)
    field(location.speed, 3, to: &buffer)
    field(location.course, 3, to: &buffer)
    buffer.append(.comma)
    if let count = location.satellitesUsed, count >= 0 {
      buffer.append(decimal: UInt64(count), width: 1)
    }
    field(location.hdop, 2, to: &buffer)
    buffer.append(.comma)
    if location.fix != .unknown { buffer += location.fix.rawValue.utf8 }
    buffer.append(.lineFeed)
  }

  private func field(_ value: Double?, _ decimals: Int, to buffer: inout [UInt8]) {
    buffer.append(.comma)
    if let value { buffer.append(fixedPoint: value, decimals: decimals) }
  }

  private mutating func write(_ timestamp: Timestamp, to buffer: inout [UInt8]) {
    let nanosecondsPerDay: Int64 = 86_400_000_000_000
    let count = timestamp.nanosecondsSince1970
    let day = floorDivide(count, nanosecondsPerDay)
    if day != self.day {
      self.day = day
      let parts = timestamp.components
      date.removeAll(keepingCapacity: true)
      date.append(decimal: UInt64(parts.year), width: 4)
      date.append(.minus)
      date.append(decimal: UInt64(parts.month), width: 2)
      date.append(.minus)
      date.append(decimal: UInt64(parts.day), width: 2)
      date.append(UInt8(ascii: "T"))
    }
    buffer += date
    let milliseconds = UInt64(count - day * nanosecondsPerDay) / 1_000_000
    let seconds = milliseconds / 1000
    buffer.append(decimal: seconds / 3600, width: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: seconds / 60 % 60, width: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: seconds % 60, width: 2)
    buffer.append(.dot)
    buffer.append(decimal: milliseconds % 1000, width: 3)
    buffer.append(UInt8(ascii: "Z"))
  }
}
