/// How a table of positions is written, as far as a reader could settle it from the table's head.
///
/// A view shows the description, so that a wrong guess is seen and not only its effect.
public struct CSVDialect: Hashable, Sendable {
  /// A program or device whose tables need to be known to be read rightly.
  public enum Logger: String, Hashable, Sendable, CaseIterable {
    case gpsLogger = "GPSLogger for Android"
    case basicAirData = "BasicAirData GPS Logger"
    case openTracks = "OpenTracks"
    case gnssLogger = "Google GnssLogger"
    case sensorLogger = "Sensor Logger"
    case sensorLog = "SensorLog"
    case torque = "Torque"
    case flightradar24 = "Flightradar24"
    case columbus = "Columbus"
    case mtk = "MTK logger"
    case garminG1000 = "Garmin G1000"
    case unicsv = "GPSBabel unicsv"
    case googleLocationHistory = "Google location history"
    case viewModelKit = "ViewModelKit"
  }

  /// What the heights of a table are measured from.
  public enum HeightReference: String, Hashable, Sendable {
    /// The table does not say; taken as mean sea level.
    case unknown = "reference not said, taken as above mean sea level"
    case meanSeaLevel = "above mean sea level"
    case ellipsoid = "above the WGS-84 ellipsoid"
  }

  /// The character between cells.
  public internal(set) var delimiter: Character
  /// Whether numbers have a decimal comma.
  public internal(set) var hasDecimalComma = false
  /// The header's cells as they are written; nil when the table has none.
  public internal(set) var header: [String]?
  /// The line that the header is in, from 1; 0 when there is none.
  public internal(set) var headerLine = 0
  /// The program or device that wrote the table, if it is known by its header.
  public internal(set) var logger: Logger?
  /// Where each column that is read stands, from 0.
  public internal(set) var columns: [CSVColumn: Int] = [:]
  /// What a position of one number means.
  public internal(set) var angleForm = AngleForm.degrees
  /// The unit of speeds that do not name their own.
  public internal(set) var speedUnit = SpeedUnit.metresPerSecond
  /// The unit of heights that do not name their own.
  public internal(set) var heightUnit = LengthUnit.metres
  /// What heights are measured from.
  public internal(set) var heightReference = HeightReference.unknown
  /// The order of day and month where a date leaves it open.
  public internal(set) var dateOrder = DateOrder.monthFirst
  /// The kind of row that holds positions, where rows are of several kinds.
  public internal(set) var rowKind: String?
  /// What the table's times are.
  public internal(set) var timeForm = TimeForm.none

  /// What the times of a table are.
  public enum TimeForm: String, Hashable, Sendable {
    case none = "no times"
    case zoned = "times with zone"
    case unzoned = "times without zone, taken as UTC"
    case timeOfDay = "times of day without date"
    case countSince1970 = "counts since 1970"
    case countFromZero = "seconds from zero"
  }

  init(delimiter: Character) { self.delimiter = delimiter }
}

extension CSVDialect: CustomStringConvertible {
  /// One line that says what was found and what was guessed:
  /// `semicolons, decimal comma, header in line 1, lat and lon in degrees, speed in m/s, …`.
  public var description: String {
    var parts: [String] = []
    if let logger { parts.append(logger.rawValue) }
    let names: [Character: String] = [
      ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars",
    ]
    parts.append(names[delimiter] ?? "“\(delimiter)”")
    if hasDecimalComma { parts.append("decimal comma") }
    parts.append(headerLine > 0 ? "header in line \(headerLine)" : "no header, columns guessed")
    let form =
      switch angleForm {
      case .degrees: "degrees"
      case .degreesMinutes: "degrees and minutes"
      case .tenMillionths: "ten-millionths of a degree"
      }
    if columns[.position] != nil {
      parts.append("\(name(.position)) in \(form)")
    } else {
      parts.append("\(name(.latitude)) and \(name(.longitude)) in \(form)")
    }
    if columns[.altitude] != nil {
      parts.append("\(name(.altitude)) in \(heightUnit.rawValue) (\(heightReference.rawValue))")
    }
    if columns[.speed] != nil { parts.append("\(name(.speed)) in \(speedUnit.rawValue)") }
    parts.append(
      columns[.time].map { _ in "\(timeForm.rawValue) in \(name(.time))" } ?? timeForm.rawValue)
    return parts.joined(separator: ", ")
  }

  private func name(_ column: CSVColumn) -> String {
    guard let index = columns[column] else { return "?" }
    if let header, index < header.count, !header[index].isEmpty { return header[index] }
    return "column \(index + 1)"
  }
}
