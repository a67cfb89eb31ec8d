/// Converts the rows of a table with a known dialect to epochs.
struct CSVRowReader: Sendable {
  /// A row's epoch, its date in days since 1970-01-01, and its nanoseconds since midnight.
  struct Row {
    var epoch: TraceEpoch
    var day: Int?
    var time: Int64?
  }

  /// The result of `read`.
  enum Found {
    case row
    /// A row without usable values.
    case skipped
    case incomplete
  }

  let dialect: CSVDialect
  let separator: UInt8
  let utcOffset: Int64
  let timeUnit: Int64?
  private var cutter: CSVRowCutter
  private var progress: Progress
  /// The index of each column, by `CSVColumn.rawValue`; -1 if it is missing.
  let indices: [Int]
  /// The scale of each column from its unit to ours, by `CSVColumn.rawValue`.
  let scales: [UnitScale]
  /// The values that were left out of the current row.
  var doubts = Doubts()
  private let rowKind: [UInt8]
  private let rowPrefix: [UInt8]
  /// The table's columns of numbers.
  let locationFields: [CSVColumn.ValueColumn]
  let sensorFields: [CSVColumn.ValueColumn]
  /// The number of the line in which the next row begins, from 1.
  private var line = 1
  /// The hash of no segment, with which our own tables begin.
  private static let noSegment: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The state from earlier rows that affects later ones, except for line numbers.
  private struct Progress {
    /// The number of remaining rows of the head.
    var headRows: Int
    /// The number of cells of the last row that was not blank.
    var cellCount = 0
    /// True if the text up to the next line end is the rest of a row that was too long.
    var isInOverlongRow = false
    var endedWithCarriageReturn = false
    /// A hash of the last row's segment, and whether the next position begins a new one.
    var segment: UInt64?
    var startsSegment = false
  }

  init(_ dialect: CSVDialect, skipping headRows: Int, options: TraceOptions) {
    self.dialect = dialect
    progress = Progress(headRows: headRows)
    separator = dialect.separator
    utcOffset = options.utcNanoseconds
    timeUnit = dialect.countUnit?.rawValue
    cutter = CSVRowCutter(delimiter: dialect.delimiterByte)
    indices = CSVColumn.allCases.map { dialect.columns[$0] ?? -1 }
    scales = CSVColumn.allCases.map { dialect.scale(of: $0) }
    rowPrefix = Array(dialect.rowPrefix.utf8)
    let fields = CSVColumn.values.filter { dialect.columns[$0.column] != nil }
    locationFields = fields.filter { !$0.field.isOfSensor }
    sensorFields = fields.filter { $0.field.isOfSensor }
    rowKind = Array((dialect.rowKind ?? "").utf8)
    if dialect.logger == .viewModelKit { progress.segment = CSVRowReader.noSegment }
  }

  /// Clears the last row, which points into a buffer that is about to become invalid.
  mutating func forget() { cutter.forget() }

  /// Removes one row from the front of `text`, and stores its values in `result`.
  mutating func read(
    _ text: inout ByteText, isLast: Bool, statistics: inout TraceStatistics, into result: inout Row
  ) -> Found {
    guard !progress.isInOverlongRow else {
      passOverlongRow(&text)
      return .skipped
    }
    // Use no more than may have arrived so far, to be independent of the pieces.
    let start = text.prefix(CSVRowCutter.longestRow)
    let isTooLong = start.count == CSVRowCutter.longestRow
    guard case .row(let length) = cutter.cut(start, isLast: isLast && !isTooLong) else {
      guard isTooLong else { return .incomplete }
      line += start.lineFeeds
      text.drop(start.count)
      progress.isInOverlongRow = true
      statistics.skip(.overlong)
      return .skipped
    }
    let isLineFeed = length == 1 && text[0] == .lineFeed
    let row = text.prefix(length)
    text.drop(length)
    let rowLine = line
    if !isLineFeed || !progress.endedWithCarriageReturn {
      line += cutter.hasQuotes ? max(1, row.lineFeeds) : 1
    }
    progress.endedWithCarriageReturn = row.last == .carriageReturn
    guard !isLineFeed || progress.headRows == 0 else { return .skipped }
    if progress.headRows > 0 {
      progress.headRows -= 1
      progress.cellCount = cutter.cells.count
      statistics.lines += 1
      return .skipped
    }
    let line = row.trimmed
    guard let first = line.first else { return .skipped }
    statistics.lines += 1
    if first == UInt8(ascii: "#") {
      statistics.skip(.text)
      return .skipped
    }
    let hasNoEnd = isLast && text.isEmpty && !endsLine(row)
    if hasNoEnd, isCut {
      statistics.skip(.truncated)
      statistics.isCutOff = true
      return .skipped
    }
    progress.cellCount = cutter.cells.count
    let skipped = statistics.skipped(.truncated)
    let isPosition = readCells(into: &result, &statistics)
    if hasNoEnd, hasOpenQuote || statistics.skipped(.truncated) > skipped {
      statistics.isCutOff = true
    }
    guard isPosition else { return .skipped }
    result.epoch.line = rowLine
    return .row
  }

  /// True if a table's last row, without a line end, is incomplete: a copy of a table that is still
  /// being written can end anywhere, even within a longitude.
  private var isCut: Bool { rowKind.isEmpty && cutter.cells.count < progress.cellCount }

  private func endsLine(_ row: ByteText) -> Bool {
    row.last == .lineFeed || row.last == .carriageReturn
  }

  /// True if the last cell begins with a quotation mark that is not closed.
  private var hasOpenQuote: Bool {
    guard let cell = cutter.cells.last?.trimmed, cell.first == .quote else { return false }
    return (0..<cell.count).count { cell[$0] == .quote } % 2 == 1
  }

  /// Drops the rest of a row that was too long: cells from its middle are not a position.
  private mutating func passOverlongRow(_ text: inout ByteText) {
    var lines = LineFraming(UnsafeBufferPointer(start: text.start, count: text.count))
    guard let end = lines.end(from: 0) else { return text.drop(text.count) }
    progress.endedWithCarriageReturn = text[end - 1] == .carriageReturn
    text.drop(end)
    line += 1
    progress.isInOverlongRow = false
  }

  subscript(column: CSVColumn) -> ByteText? {
    let index = indices[column.rawValue]
    guard index >= 0, index < cutter.cells.count else { return nil }
    let cell = cutter.cells[index].trimmed
    return cell.isEmpty ? nil : cell
  }

  /// Reads the row's cells; returns false and counts the row if it has no position.
  private mutating func readCells(into row: inout Row, _ statistics: inout TraceStatistics) -> Bool
  {
    guard cutter.dropPrefix(rowPrefix), let kind = traceKind else {
      statistics.skip(.otherKind)
      return false
    }
    let needed = max(
      indices[CSVColumn.latitude.rawValue], indices[CSVColumn.longitude.rawValue],
      indices[CSVColumn.northing.rawValue])
    guard cutter.cells.count > needed else {
      statistics.skip(.truncated)
      return false
    }
    if dialect.logger == .openTracks, let kind = self[.segment], kind.hasPrefix("segment_start") {
      progress.startsSegment = true
    }
    row = Row(epoch: TraceEpoch(location: nil))
    let time: CivilTime?
    do throws(Junk) { time = try readTime() } catch {
      statistics.skip(isRepeatedHeader ? .text : .malformedField)
      return false
    }
    if let time { row.set(time, zone: utcOffset, more: fraction) }
    // Modems respond in UTC, as do columns declared to be in UTC.
    if dialect.timeForm == .zoned || !rowPrefix.isEmpty { row.epoch.hasLocalTime = false }
    // A row may begin a segment even if its position is corrupt.
    if kind != .waypoint, indices[CSVColumn.segment.rawValue] >= 0 { noteSegment() }
    switch coordinate {
    case .junk:
      statistics.skip(isRepeatedHeader ? .text : .malformedField)
      return false
    case .missing:
      guard time != nil else {
        statistics.skip(.truncated)
        return false
      }
    case .found(let coordinate) where coordinate.isNullIsland && kind != .waypoint: break
    case .found(let coordinate):
      var location = location(coordinate)
      location?.timestamp = row.epoch.timestamp
      row.epoch.location = location
      if kind != .track || hasNames { name(&row.epoch, kind) }
      row.epoch.startsSegment = progress.startsSegment || kind == .waypoint
      if kind != .waypoint { progress.startsSegment = false }
    }
    if indices[CSVColumn.satellitesInView.rawValue] >= 0, let cell = self[.satellitesInView] {
      row.epoch.satellites = cell.satellites
    }
    if !sensorFields.isEmpty { row.epoch.sensors = sensors() }
    countDoubts(&statistics)
    statistics.sentences += 1
    return true
  }

  /// True if positions are those of the UTM grid.
  var isGrid: Bool { indices[CSVColumn.easting.rawValue] >= 0 }

  /// True if rows include the number of their line, or names.
  private var hasNames: Bool { indices[CSVColumn.lineNumber.rawValue] >= 0 }

  /// The kind of the row's point; nil if the row is of another kind.
  private var traceKind: TraceKind? {
    guard !rowKind.isEmpty else {
      if dialect.logger == .oziExplorerWaypoints { return .waypoint }
      guard dialect.logger == .viewModelKit, let cell = self[.kind] else { return .track }
      return TraceKind(name: cell.prefix(16).string)
    }
    guard let cell = self[.kind] else { return nil }
    if cell.count == rowKind.count,
      rowKind.indices.allSatisfy({ cell[$0].lowercased == rowKind[$0].lowercased })
    {
      return .track
    }
    return dialect.logger == .basicAirData && cell.equals("P") ? .waypoint : nil
  }

  /// Sets an epoch's line and its name.
  private func name(_ epoch: inout TraceEpoch, _ kind: TraceKind) {
    func text(_ column: CSVColumn) -> String? {
      self[column].map { CSVRowReader.unquoted($0.prefix(4096), isCut: $0.count > 4096) }
    }
    epoch.kind = kind
    let number = self[.lineNumber]?.decimal()?.double ?? 0
    epoch.number = number >= 0 && number < 4e9 ? UInt32(number) : 0
    epoch.label = TraceLabel(
      name: text(.name), details: text(.details), symbol: text(.symbol),
      line: TraceLabel(name: text(.lineName), details: text(.lineDetails)))
  }

  /// A cell's text, with doubled quotation marks replaced by one.
  private static func unquoted(_ text: ByteText, isCut: Bool) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let isDoubled = index + 1 < text.count && text[index] == .quote && text[index + 1] == .quote
      result.append(text[index])
      index += isDoubled ? 2 : 1
    }
    return result.withUnsafeBufferPointer { String(text: $0, isCut: isCut) }
  }

  /// True if this row repeats the header, as in concatenated tables.
  private var isRepeatedHeader: Bool {
    let candidates: [CSVColumn] = [.position, .easting, .latitude]
    guard let header = dialect.header,
      let column = candidates.first(where: { dialect.columns[$0] != nil }),
      let index = dialect.columns[column], index < header.count
    else { return false }
    return self[column]?.string == header[index]
  }
}

extension CSVRowReader {
  /// Records whether this row belongs to another part of the track than the last row.
  private mutating func noteSegment() {
    guard let cell = self[.segment], dialect.logger != .openTracks else { return }
    if dialect.logger == .oziExplorer {
      progress.startsSegment = progress.startsSegment || cell.equals("1")
      return
    }
    var hash = CSVRowReader.noSegment
    for index in 0..<min(cell.count, 64) { hash = (hash ^ UInt64(cell[index])) &* 0x100_0000_01B3 }
    if let segment = progress.segment, segment != hash { progress.startsSegment = true }
    progress.segment = hash
  }
}
