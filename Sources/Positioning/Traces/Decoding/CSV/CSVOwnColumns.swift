extension CSVDialect {
  /// The columns of tables that ``CSVEncoder`` writes.
  static let ownColumns = [
    "time", "latitude", "longitude", "altitude", "speed", "course", "satellites", "hdop", "fix",
    "ellipsoidal_altitude", "pdop", "vdop", "horizontal_accuracy", "vertical_accuracy",
    "speed_accuracy", "course_accuracy", "heading", "magnetic_variation", "line", "sats",
    "segment", "heart_rate", "cadence", "power", "temperature",
  ]

  /// The further columns of tables with tracks, routes and waypoints, with their contents.
  static let ownNames: [(name: String, column: CSVColumn)] = [
    ("kind", .kind), ("number", .lineNumber), ("name", .name), ("description", .details),
    ("symbol", .symbol), ("line_name", .lineName), ("line_description", .lineDetails),
  ]

  /// True if the table has the kind of each row.
  package var saysKinds: Bool {
    columns[.kind] != nil && rowKind == nil || logger == .oziExplorerWaypoints
  }

  /// Returns true if columns are those of a table that ``CSVEncoder`` writes, or wrote when it had
  /// nine columns.
  ///
  /// `names` consist of letters and digits in lower case.
  static func areOwn(_ names: [String]) -> Bool { names.starts(with: ownColumns.prefix(9)) }
}
