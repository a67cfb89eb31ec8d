import Formats

/// The form of a table of positions, as far as it was found from the beginning of the table.
///
/// A view should show the description, to make a wrong guess visible and not only its effect.
public struct CSVDialect: Hashable, Sendable {
  /// The surface from which the heights of a table are measured.
  package enum HeightReference: String, Hashable, Sendable {
    /// The table does not declare it; mean sea level is assumed.
    case unknown = "reference not given, taken as above mean sea level"
    case meanSeaLevel = "above mean sea level"
    case ellipsoid = "above the WGS-84 ellipsoid"
  }

  /// The character between cells.
  package var delimiter: Character { Character(Unicode.Scalar(delimiterByte)) }
  let delimiterByte: UInt8
  /// True if numbers have a decimal comma.
  package var hasDecimalComma = false
  /// The header's cells as they are written; nil if the table has no header.
  package var header: [String]?
  /// The line of the header, from 1; 0 if there is none.
  package var headerLine = 0
  /// True if the user has specified the contents of the columns.
  package var areColumnsSaid = false
  /// The program or device that wrote the table, if its header reveals it.
  package var logger: Logger?
  /// The index from 0 of each column that is read.
  package var columns: [CSVColumn: Int] = [:]
  /// The form of a position written as a single number.
  package var angleForm = AngleForm.degrees
  /// The meaning of an O in a longitude; nil if it is unknown.
  var sideOfO: SideOfO?
  /// True if a longitude at the beginning of the table has an O.
  var hasO = false
  /// True if longitudes increase to the west.
  var isWestPositive = false
  /// The unit of speeds without a unit of their own.
  package var speedUnit = SpeedUnit.metresPerSecond
  /// The unit of heights without a unit of their own.
  package var heightUnit = LengthUnit.metres
  /// True if the header, a line of units or the logger determines the unit of speeds; otherwise it
  /// is guessed.
  package var isSpeedUnitSaid = false
  /// True if the header, a line of units or the logger determines the unit of heights.
  package var isHeightUnitSaid = false
  /// The scales of columns with a unit of their own, except for the altitude and the speed.
  var scales: [CSVColumn: UnitScale] = [:]
  /// The unknown units in the header, each with its column.
  var unknownUnits: [String] = []
  /// True if the speeds had no unit, and the positions showed which it is, or that none fits.
  var isSpeedCompared = false
  /// True if the table is not in UTF-8, and was read as Windows-1252.
  var isWindows1252 = false
  /// The text before the first cell of each row, as in the responses of a modem: `+CGPSINFO:`.
  var rowPrefix = ""
  /// True if dates without separators begin with the day: `ddmmyy`.
  var isDayFirstRunTogether = false
  /// The unit of times that are counts, if the header names it; otherwise their size determines it.
  var countUnit: TimeCountUnit?
  /// Further columns that may contain times, the most likely first, until the data has decided.
  var otherTimes: [Int] = []
  /// True if times of day are `hhmmss` even without a date next to them.
  var isClockRunTogether = false
  /// The surface from which heights are measured.
  package var heightReference = HeightReference.unknown
  /// The order of day and month if a date is ambiguous.
  package var dateOrder = DateOrder.monthFirst
  /// True if a date with slashes did not show which of its numbers is the day.
  package var isDateOrderGuessed = false
  /// The kind of rows with positions, if there are several kinds.
  package var rowKind: String?
  /// The form of the table's times.
  package var timeForm = TimeForm.none

  /// True if the user has given the zone of times without one.
  var isZoneGiven = false

  /// A meaning of the letter O in a longitude.
  enum SideOfO: Hashable, Sendable {
    /// The German Ost.
    case east
    /// The Spanish oeste, the French ouest, the Italian ovest.
    case west
  }

  /// A form of the times of a table.
  package enum TimeForm: String, Hashable, Sendable {
    case none = "no times"
    case zoned = "times with a time zone"
    case unzoned = "times without a time zone, taken as UTC"
    case dateOnly = "dates without time, taken as midnight UTC"
    case timeOfDay = "times of day without date"
    case countSince1970 = "counts since 1970"
    case countFromZero = "seconds from zero"
    case serialDays = "days since 1899-12-30, as spreadsheets count them"
    case splitClock = "times in several columns, taken as UTC"
  }

  init(delimiter: UInt8) { delimiterByte = delimiter }

  /// The decimal sign.
  var separator: UInt8 { hasDecimalComma ? .comma : .dot }
}

extension CSVDialect: CustomStringConvertible {
  /// One line with the findings and guesses:
  /// `semicolons, decimal comma, header in line 1, lat and lon in degrees, speed in m/s, …`.
  public var description: String {
    var parts: [String] = []
    if isWindows1252 { parts.append("not UTF-8, read as Windows-1252") }
    if let logger { parts.append(logger.rawValue) }
    let names: [Unicode.Scalar: String] = [
      ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars", " ": "spaces",
    ]
    parts.append(names[Unicode.Scalar(delimiterByte)] ?? "“\(delimiter)”")
    if hasDecimalComma { parts.append("decimal comma") }
    if areColumnsSaid {
      parts.append("columns as specified")
    } else if !rowPrefix.isEmpty {
      parts.append("rows that begin with \(rowPrefix)")
    } else if headerLine > 0 {
      parts.append("header in line \(headerLine)")
    } else {
      parts.append(logger == nil ? "no header, columns guessed" : "no header")
    }
    let form =
      switch angleForm {
      case .degrees: "degrees"
      case .degreesMinutes: "degrees and minutes"
      case .tenMillionths: "ten-millionths of a degree"
      case .semicircles: "semicircles"
      case .minutes: "minutes"
      }
    if columns[.easting] != nil {
      parts.append("\(name(.easting)) and \(name(.northing)) in metres of UTM")
    } else if columns[.position] != nil {
      parts.append("\(name(.position)) in \(form)")
    } else {
      parts.append("\(name(.latitude)) and \(name(.longitude)) in \(form)")
    }
    if hasO {
      switch sideOfO {
      case .east: parts.append("O taken as east")
      case .west: parts.append("O taken as west")
      case nil: parts.append("longitudes with O left out, which may be east or west")
      }
    }
    if columns[.altitude] != nil {
      let unit = isHeightUnitSaid ? "in" : "taken as"
      parts.append(
        "\(name(.altitude)) \(unit) \(heightUnit.rawValue) (\(heightReference.rawValue))")
    }
    if columns[.ellipsoidalAltitude] != nil {
      let reference = HeightReference.ellipsoid.rawValue
      parts.append("\(name(.ellipsoidalAltitude)) in \(heightUnit.rawValue) (\(reference))")
    }
    if columns[.speed] != nil {
      let unit = isSpeedUnitSaid ? "in" : "taken as"
      let reason = isSpeedCompared ? ", which fits the positions" : ""
      parts.append("\(name(.speed)) \(unit) \(speedUnit.rawValue)\(reason)")
    } else if isSpeedCompared {
      parts.append("speeds ignored: no unit fits the positions")
    }
    if !unknownUnits.isEmpty {
      parts.append("units not known: \(unknownUnits.joined(separator: ", "))")
    }
    if isDateOrderGuessed {
      parts.append(dateOrder == .dayFirst ? "dates taken as day/month" : "dates taken as month/day")
    }
    let times =
      isZoneGiven
      ? timeForm.rawValue.rest(before: "UTC").map { "\($0)those of the given zone" } : nil
    let words = times ?? timeForm.rawValue
    parts.append(columns[.time].map { _ in "\(words) in \(name(.time))" } ?? words)
    return parts.joined(separator: ", ")
  }

  /// A column's name in the header, or its number from 1.
  func name(_ column: CSVColumn) -> String {
    guard let index = columns[column] else { return "?" }
    if let header, index < header.count, !header[index].isEmpty { return header[index] }
    return "column \(index + 1)"
  }
}

extension CSVDialect {
  /// The guesses that may be wrong, each as a sentence without its full stop, for users who see
  /// only the result.
  package var warnings: [String] {
    var warnings: [String] = []
    if isWindows1252 { warnings.append("not UTF-8, so it was read as Windows-1252") }
    if areColumnsGuessed {
      let guesses = columns.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
        .map { "\($0.key.words) in column \($0.value + 1)" }
      warnings.append(
        "without a header, so its columns were guessed: \(guesses.joined(separator: ", ")) "
          + "(--columns sets them)")
    }
    if hasO, sideOfO == nil {
      warnings.append(
        "an O beside its longitudes may mean east or west, so these rows were left out")
    }
    if isSpeedCompared {
      warnings.append(
        columns[.speed] == nil
          ? "its speeds have no unit, and no unit fits its positions, so they were left out"
          : "its speeds have no unit, so they were taken as \(speedUnit.rawValue), which fits its "
            + "positions")
    }
    if !unknownUnits.isEmpty {
      warnings.append(
        "the unit \(unknownUnits.joined(separator: " and ")) is not known, so its values were "
          + "taken as they are (--columns sets units, as in ele(ft) and speed(km/h))")
    }
    return warnings
  }

  /// True if the contents of the columns are guessed.
  private var areColumnsGuessed: Bool {
    header == nil && logger == nil && rowPrefix.isEmpty && !areColumnsSaid
  }
}

extension CSVColumn {
  /// The column's name for users: `latitude`, `UTC offset`.
  fileprivate var words: String {
    var words = ""
    for scalar in "\(self)".unicodeScalars {
      if scalar.properties.isUppercase { words += " " }
      words += scalar.properties.lowercaseMapping
    }
    return words
  }
}
