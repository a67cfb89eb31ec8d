extension CSVDialect {
  /// Takes over the units that a header's cells name.
  mutating func applyUnits(_ units: [CSVColumn: [String]]) {
    if let unit = units[.speed]?.lazy.compactMap(SpeedUnit.init(word:)).first {
      (speedUnit, isSpeedUnitSaid) = (unit, true)
    }
    let heights = (units[.altitude] ?? []) + (units[.ellipsoidalAltitude] ?? [])
    if let unit = heights.lazy.compactMap(LengthUnit.init(word:)).first {
      (heightUnit, isHeightUnitSaid) = (unit, true)
    }
    if let unit = units[.time]?.lazy.compactMap(TimeCountUnit.init(word:)).first {
      countUnit = unit
    }
    if units[.latitude]?.contains("e7") == true
      || header?.contains(where: { $0.hasSuffix("E7") }) == true
    {
      angleForm = .tenMillionths
    }
  }

  /// Takes over the units of a line above or below the names.
  mutating func applyUnitsLine(_ row: [ByteText]) {
    func word(_ column: CSVColumn) -> String? {
      guard let index = columns[column], index < row.count else { return nil }
      return row[index].compactWord
    }
    if let unit = word(.speed).flatMap(SpeedUnit.init(word:)) {
      (speedUnit, isSpeedUnitSaid) = (unit, true)
    }
    if let unit = word(.altitude).flatMap(LengthUnit.init(word:)) {
      (heightUnit, isHeightUnitSaid) = (unit, true)
    }
    if let unit = word(.time).flatMap(TimeCountUnit.init(word:)) { countUnit = unit }
  }

  /// Returns true if a row below the names holds units or sources: it has words, or nothing, where
  /// numbers belong, and no time.
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
      // Names of units and sources, and no damaged number.
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
