extension CSVColumn {
  /// A column of numbers of a fix, with its field.
  typealias ValueColumn = (column: CSVColumn, field: FixField)

  /// The columns of numbers.
  static let values: [ValueColumn] = [
    (.altitude, .altitude), (.ellipsoidalAltitude, .ellipsoidalAltitude), (.speed, .speed),
    (.course, .course), (.heading, .heading), (.magneticVariation, .variation),
    (.horizontalAccuracy, .horizontalAccuracy), (.verticalAccuracy, .verticalAccuracy),
    (.speedAccuracy, .speedAccuracy), (.courseAccuracy, .courseAccuracy), (.hdop, .hdop),
    (.vdop, .vdop), (.pdop, .pdop), (.satellites, .satellites), (.heartRate, .heartRate),
    (.cadence, .cadence), (.power, .power), (.temperature, .temperature),
  ]

  /// The measured quantity; nil if the column has no unit, or only one.
  var quantity: UnitScale.Quantity? {
    switch self {
    case .altitude, .ellipsoidalAltitude, .horizontalAccuracy, .verticalAccuracy: .length
    case .speed, .speedAccuracy, .northSpeed, .eastSpeed: .speed
    case .temperature: .temperature
    default: nil
    }
  }
}

extension CSVDialect {
  /// Applies the units that a header's cells name.
  ///
  /// - Parameters:
  ///   - units: The words that may name a unit, by column, the most likely first.
  ///   - names: The header's cells.
  mutating func applyUnits(_ units: [CSVColumn: [String]], _ names: [CSVHeaderName]) {
    for (column, words) in units {
      guard let quantity = column.quantity else { continue }
      if !apply(words, to: column, quantity), let index = columns[column],
        let word = names[index].unknownUnit
      {
        note(word, of: column)
      }
    }
    let counts = units[.time]?.lazy.filter { $0 != "unixtime" }.compactMap(
      TimeCountUnit.init(word:))
    if let unit = counts?.first { countUnit = unit }
    if units[.latitude]?.contains("e7") == true
      || header?.contains(where: { $0.utf8.suffix(2).elementsEqual("E7".utf8) }) == true
    {
      angleForm = .tenMillionths
    }
  }

  /// Applies the units of a line above or below the names.
  mutating func applyUnitsLine(_ row: [ByteText]) {
    for (column, index) in columns where index < row.count {
      let cell = row[index].trimmed
      if let quantity = column.quantity {
        let name = CSVHeaderName("x (\(cell.prefix(64).string))")
        let isSaid = apply(name.unitWords, to: column, quantity)
        if !isSaid, let word = name.unknownUnit { note(word, of: column) }
      } else if column == .time, let unit = TimeCountUnit(word: cell.compactWord) {
        countUnit = unit
      }
    }
  }

  /// Applies a unit to a column; false if none of the words names one.
  private mutating func apply(
    _ words: [String], to column: CSVColumn, _ quantity: UnitScale.Quantity
  ) -> Bool {
    guard let word = words.first(where: { UnitScale(quantity, word: $0) != nil }) else {
      return false
    }
    switch column {
    case .speed: if let unit = SpeedUnit(word: word) { (speedUnit, isSpeedUnitSaid) = (unit, true) }
    case .altitude:
      if let unit = LengthUnit(word: word) { (heightUnit, isHeightUnitSaid) = (unit, true) }
    default:
      scales[column] = UnitScale(quantity, word: word)
      // Both heights are in one unit, unless each has its own.
      if column == .ellipsoidalAltitude, !isHeightUnitSaid, let unit = LengthUnit(word: word) {
        (heightUnit, isHeightUnitSaid) = (unit, true)
      }
    }
    return true
  }

  private mutating func note(_ word: String, of column: CSVColumn) {
    let unit = "“\(word)” of \(name(column))"
    if !unknownUnits.contains(unit) { unknownUnits.append(unit) }
  }

  /// The scale of a column from its unit to ours.
  func scale(of column: CSVColumn) -> UnitScale {
    if let scale = scales[column] { return scale }
    return switch column {
    case .altitude, .ellipsoidalAltitude: UnitScale(factor: heightUnit.metres)
    case .speed: UnitScale(factor: speedUnit.metresPerSecond)
    default: UnitScale()
    }
  }
}

extension CSVDialect {
  /// Returns true if a row below the names contains units or sources: it has words, or nothing, in
  /// place of numbers, and no time.
  func isUnitsLine(_ row: [ByteText]) -> Bool {
    guard row.count > 1, let latitude = columns[.latitude], latitude < row.count,
      let longitude = columns[.longitude], longitude < row.count
    else { return false }
    for index in [latitude, longitude] {
      let cell = row[index].trimmed
      guard let first = cell.first, !cell.isNoValue,
        cell.angle(form: .degrees, decimalComma: false) == nil,
        cell.angle(form: .degrees, decimalComma: true) == nil
      else { return false }
      // Names of units and sources, but not a corrupt number.
      guard
        first.isLetter || first == UInt8(ascii: "(") || first == UInt8(ascii: "[")
          || first == 0xC2 || cell.firstIndex(of: UInt8(ascii: ":")) != nil
      else { return false }
    }
    guard let time = columns[.time], time < row.count else { return true }
    let cell = row[time].trimmed
    return cell.isEmpty || cell.first!.isLetter || cell.first == UInt8(ascii: "(")
      || cell.first == UInt8(ascii: "[")
  }
}

/// The unit of a count of time.
enum TimeCountUnit: Int64, Sendable {
  case nanoseconds = 1
  case microseconds = 1_000
  case milliseconds = 1_000_000
  case seconds = 1_000_000_000

  /// The unit that a header or a cell names, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "s", "sec", "secs", "second", "seconds", "unixtime", "sekunden": self = .seconds
    case "ms", "msec", "millis", "millisecond", "milliseconds", "millisekunden":
      self = .milliseconds
    case "us", "usec", "microsecond", "microseconds": self = .microseconds
    case "ns", "nsec", "nanosecond", "nanoseconds": self = .nanoseconds
    default: return nil
    }
  }
}

extension CSVHeaderName {
  /// The text in brackets if it is neither a unit nor a known remark; otherwise nil.
  var unknownUnit: String? {
    bracketWords.first { words in !words.isEmpty && !words.allSatisfy(CSVHeaderName.isRemark) }?
      .joined(separator: " ")
  }

  private static func isRemark(_ word: String) -> Bool {
    CSVVocabulary.remarks.contains(word) || CSVVocabulary.foreignSources.contains(word)
      || CSVVocabulary.ellipsoidWords.contains(word) || CSVVocabulary.misleading.contains(word)
      || word.utf8.allSatisfy(\.isDigit)
      || CSVVocabulary.likely.contains { $0.words.contains(word) || $0.misleading.contains(word) }
  }
}
