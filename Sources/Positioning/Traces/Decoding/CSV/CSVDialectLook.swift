import Formats

extension CSVDialect {
  /// Determines what only the data shows: decimal sign, angle form, order of dates, form of times.
  mutating func look(at rows: ArraySlice<[ByteText]>) {
    let latitudes = cells(columns[.easting] == nil ? .latitude : .easting, rows)
    let points = latitudes.count { $0.firstIndex(of: .dot) != nil }
    let commas = latitudes.count { $0.isDecimalComma }
    hasDecimalComma = commas > points && delimiterByte != .comma || commas > 0 && points == 0
    if angleForm == .semicircles {
      // Many programs convert them to degrees, under the same names.
      let numbers = latitudes.compactMap { $0.decimal(separator: separator) }
      if numbers.contains(where: { $0.scale > 0 }) { angleForm = .degrees }
    } else if angleForm == .degrees, columns[.easting] == nil {
      angleForm = AngleForm(
        latitudes: latitudes, longitudes: cells(.longitude, rows), separator: separator)
    }
    settleSideOfO(rows)
    settleDateOrder(rows)
    chooseTimes(rows)
    settleMilliseconds(rows)
    takeSpeedUnit(of: rows)
  }

  /// Determines the meaning of O from the other letters of the longitudes, or else from the
  /// language of the headings.
  private mutating func settleSideOfO(_ rows: ArraySlice<[ByteText]>) {
    let longitudes =
      cells(.longitude, rows) + cells(.longitudeHemisphere, rows) + cells(.position, rows)
    let sides = Set(longitudes.flatMap(\.sideLetters))
    hasO = sides.contains(UInt8(ascii: "o"))
    let names = (header ?? []).map(CSVHeaderName.init)
    let words = Set(names.flatMap { [$0.compact] + $0.words })
    var isWest = sides.contains(UInt8(ascii: "e"))
    var isEast = sides.contains(UInt8(ascii: "w"))
    if !isWest, !isEast {
      isWest = !words.isDisjoint(with: CSVVocabulary.wordsWithWestO)
      isEast = !words.isDisjoint(with: CSVVocabulary.wordsWithEastO)
    }
    sideOfO = isWest == isEast ? nil : isWest ? .west : .east
  }

  /// Takes the unit of the speeds from their cells, if each has one: `36 km/h`.
  private mutating func takeSpeedUnit(of rows: ArraySlice<[ByteText]>) {
    guard isSpeedUnitOpen else { return }
    let units = cells(.speed, rows).filter { $0.contains(where: \.isDigit) }.map { cell in
      var rest = cell
      _ = rest.eat(.quote)
      _ = rest.eatWritten(sign: separator)
      return SpeedUnit(word: rest.compactWord)
    }
    guard let unit = units.first.flatMap(\.self), !units.contains(nil) else { return }
    (speedUnit, isSpeedUnitSaid) = (unit, true)
  }

  /// Drops a column of milliseconds that are not part of a second, or uses it for the time if there
  /// is no other.
  private mutating func settleMilliseconds(_ rows: ArraySlice<[ByteText]>) {
    guard let index = columns[.millisecond] else { return }
    guard columns[.time] != nil || timeForm == .splitClock else {
      columns[.millisecond] = nil
      guard timeForm == .none, isMost(cells(at: index, rows), { $0.decimal() != nil }) else {
        return
      }
      (columns[.time], countUnit) = (index, .milliseconds)
      if let form = timeForm(cells(at: index, rows), index) { timeForm = form }
      return
    }
    let isPart = cells(at: index, rows).allSatisfy { cell in cell.natural.map { $0 < 1000 } ?? false
    }
    if !isPart { columns[.millisecond] = nil }
  }

  private mutating func settleDateOrder(_ rows: ArraySlice<[ByteText]>) {
    let slash = UInt8(ascii: "/")
    let dates = (cells(.date, rows) + cells(.time, rows)).filter { $0.firstIndex(of: slash) != nil }
    if let order = CSVDialect.dateOrder(dates) {
      dateOrder = order
    } else if logger != .danishAIS, logger != .geoLife, logger != .oziExplorer,
      logger != .oziExplorerWaypoints
    {
      dateOrder = delimiterByte == .comma ? .monthFirst : .dayFirst
      isDateOrderGuessed = dates.contains { ($0.firstIndex(of: slash) ?? 9) <= 2 }
    }
  }

  /// Chooses the column with the most informative cells for the times, and drops columns of times
  /// and dates that contain none.
  private mutating func chooseTimes(_ rows: ArraySlice<[ByteText]>) {
    let isDayFirst = isDayFirstRunTogether
    if columns[.date] != nil,
      !isMost(cells(.date, rows), { $0.civilDate(order: dateOrder, isDayFirst: isDayFirst) != nil })
    {
      columns[.date] = nil
    }
    settleRunTogetherClock(rows)
    let candidates = (columns[.time].map { [$0] } ?? []) + otherTimes
    otherTimes = []
    var best: (index: Int, form: TimeForm, worth: Int)?
    for index in candidates {
      let cells = cells(at: index, rows)
      guard let form = timeForm(cells, index) else { continue }
      let worth =
        switch form {
        case .none: 0
        case .countFromZero: 1
        case .timeOfDay: 2
        case .unzoned, .serialDays, .splitClock, .dateOnly: 3
        case .countSince1970, .zoned: 4
        }
      if worth > best?.worth ?? 0 { best = (index, form, worth) }
    }
    if let best {
      if best.index != columns[.time] { countUnit = nil }
      columns[.time] = best.index
      timeForm = best.form
    } else {
      // If the first rows of a column are all empty, later ones may have values.
      let hasCells = columns[.time].map { !cells(at: $0, rows).isEmpty } ?? false
      if hasCells { columns[.time] = nil }
    }
    guard columns[.time] == nil else { return }
    if columns[.hour] != nil {
      timeForm = .splitClock
    } else if columns[.date] != nil || columns[.year] != nil {
      timeForm = .dateOnly
    }
  }

  /// Reads `hhmmss` as a time even without a date if the angles are in NMEA's form too; in other
  /// tables such numbers are seconds.
  private mutating func settleRunTogetherClock(_ rows: ArraySlice<[ByteText]>) {
    guard angleForm == .degreesMinutes, columns[.date] == nil, otherTimes.isEmpty else { return }
    let clocks = cells(.time, rows)
    isClockRunTogether =
      !clocks.isEmpty
      && clocks.allSatisfy { cell in
        cell.prefix(6).natural != nil && (cell.count == 6 || cell.count > 6 && cell[6] == .dot)
          && cell.civilTimeOfDay(order: dateOrder)?.time != nil
      }
  }

  /// Returns the form of most of the cells of a column; nil if it is not a time.
  private func timeForm(_ cells: [ByteText], _ index: Int) -> TimeForm? {
    let cells = cells.filter { !$0.isNoValue }
    let hasDate = columns[.date] != nil || columns[.year] != nil
    let unit = index == columns[.time] ? countUnit?.rawValue : nil
    let times = cells.compactMap { cell in
      hasDate || isClockRunTogether
        ? cell.civilTimeOfDay(order: dateOrder, nanosecondsPerCount: unit)
        : cell.civilTime(order: dateOrder, nanosecondsPerCount: unit)
    }
    guard times.count * 2 > cells.count, let time = times.first else { return nil }
    if header.map({ namesDays($0[index]) }) == true, times.allSatisfy(\.maySerial) {
      return .serialDays
    }
    if time.instant != nil { return .countSince1970 }
    if time.elapsed != nil { return .countFromZero }
    if time.time == nil { return .dateOnly }
    if time.day == nil, !hasDate { return .timeOfDay }
    let isUTC = header?[index].lowercased().hasBytes(of: "utc") ?? false
    return time.zone != nil || columns[.utcOffset] != nil || isUTC ? .zoned : .unzoned
  }

  private func namesDays(_ name: String) -> Bool {
    let name = CSVHeaderName(name)
    return !name.words.isDisjoint(with: ["date", "datetime", "datum", "day", "days", "serial"])
  }

  private func isMost(_ cells: [ByteText], _ holds: (ByteText) -> Bool) -> Bool {
    cells.isEmpty || cells.count(where: holds) * 2 > cells.count
  }

  private func cells(_ column: CSVColumn, _ rows: ArraySlice<[ByteText]>) -> [ByteText] {
    columns[column].map { cells(at: $0, rows) } ?? []
  }

  private func cells(at index: Int, _ rows: ArraySlice<[ByteText]>) -> [ByteText] {
    rows.compactMap { row in
      guard index < row.count else { return nil }
      if let rowKind, let kind = columns[.kind] {
        guard kind < row.count, row[kind].trimmed.string.lowercased() == rowKind.lowercased()
        else { return nil }
      }
      let cell = row[index].trimmed
      return cell.isEmpty ? nil : cell
    }
  }

  /// Which of two numbers before a slash and a year is the day, if a date shows it.
  private static func dateOrder(_ cells: [ByteText]) -> DateOrder? {
    for cell in cells {
      guard let slash = cell.firstIndex(of: UInt8(ascii: "/")), slash <= 2 else { continue }
      let rest = cell.dropping(slash + 1)
      guard let second = rest.firstIndex(of: UInt8(ascii: "/")),
        let former = cell.prefix(slash).natural, let latter = rest.prefix(second).natural
      else { continue }
      if former > 12 { return .dayFirst }
      if latter > 12 { return .monthFirst }
      let last = cell.last.map { $0 | 0x20 }
      if last == UInt8(ascii: "m") { return .monthFirst }
    }
    return nil
  }
}

extension CivilTime {
  /// True if this can be a spreadsheet's day: in the years 1954 to 2119.
  fileprivate var maySerial: Bool {
    guard let elapsed else { return false }
    return (20_000_000_000_000..<80_000_000_000_000).contains(elapsed)
  }
}

extension ByteText {
  /// The letters E, O and W of an angle, in lower case, that denote a side: single letters, and not
  /// between digits, where E is an exponent and o a degree sign.
  fileprivate var sideLetters: [UInt8] {
    (0..<count).compactMap { index in
      let letter = self[index] | 0x20
      guard "eow".utf8.contains(letter) else { return nil }
      let (left, right) = (index > 0 ? self[index - 1] : 0, index + 1 < count ? self[index + 1] : 0)
      let isAlone = !left.isLetter && !right.isLetter && !(left.isDigit && right.isDigit)
      return isAlone ? letter : nil
    }
  }

  /// True if this is a number with a decimal comma and no point.
  fileprivate var isDecimalComma: Bool {
    firstIndex(of: .dot) == nil && firstIndex(of: .comma) != nil
      && angle(form: .degrees, decimalComma: true) != nil
  }
}
