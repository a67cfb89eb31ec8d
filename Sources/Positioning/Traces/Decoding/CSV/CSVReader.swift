/// Reads a table of positions as it arrives, in pieces of any size, and emits one epoch for each
/// row.
///
///     var reader = TraceReader(format: .csv)
///     reader.read([UInt8]("time;lat;lon\n2005-09-25T23:52:34Z;39,4328;-119,7656\n".utf8)) { _ in }
///     reader.finish { print($0.location!.coordinate.latitude) }  // 39.4328
///
/// The beginning of the table (a hundred rows or 64 KiB) is kept until its ``CSVDialect`` is
/// determined. A corrupt row is skipped and counted. A row without a position results in an epoch
/// without a location if it has a time.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct CSVReader: PieceDecoder, Sendable {
  /// The statistics of the source so far.
  private(set) var statistics = TraceStatistics()
  var pieces = PieceSource()
  /// The form of the table; nil until it is known, or if this is not a table of positions.
  private(set) var dialect: CSVDialect?

  private let options: TraceOptions
  private var rows: CSVRowReader?
  /// A dialect that waits for more rows, to compare speeds with positions.
  private var pending: (dialect: CSVDialect, dataRow: Int)?
  private var dates: DayCarrier
  /// True if this is not a table of positions, and the rest is not needed.
  private(set) var isRefused = false

  /// The number of rows that are enough to determine a table's dialect.
  private static let headRows = 100
  private static let headBytes = 65_536

  /// Makes a reader for the beginning of a table.
  init(options: TraceOptions = TraceOptions()) {
    self.options = options
    dates = DayCarrier(options: options)
  }

  /// Makes a reader for further rows of a table of a known form.
  init(_ dialect: CSVDialect, options: TraceOptions) {
    self.init(options: options)
    self.dialect = dialect
    rows = CSVRowReader(dialect, skipping: 0, options: options)
  }

  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    guard !isRefused else { return bytes.count }
    var text = bytes
    if rows == nil {
      let isShort = !isLast && bytes.count < CSVReader.headBytes
      if pending != nil, isShort { return 0 }
      let head = CSVReader.headLength(of: bytes)
      guard head != nil || isLast else { return 0 }
      if text.hasPrefix("\u{FEFF}") { text.drop(3) }
      let markLength = bytes.count - text.count
      settle(text, head: max(0, (head ?? bytes.count) - markLength), isWhole: head == nil, isShort)
      guard rows != nil else { return isRefused ? bytes.count : 0 }
    }
    return bytes.count - text.count + readRows(text, isLast: isLast, emit)
  }

  /// A part, which is a row or the head, ends with a line or if it is too long.
  func mayEndPart(in bytes: ByteText, waiting: Int) -> Bool {
    waiting >= min(CSVReader.headBytes, CSVRowCutter.longestRow) || bytes.firstLineEnd != nil
  }

  mutating func close(_ emit: (TraceEpoch) -> Void) { dates.giveUp(emit) }

  /// Emits every epoch that is waiting for a date.
  mutating func flush(_ emit: (TraceEpoch) -> Void) { dates.giveUp(emit) }

  /// The number of bytes from which the dialect is determined, once they have arrived; it does not
  /// depend on the pieces.
  private static func headLength(of bytes: ByteText) -> Int? {
    var lines = 0
    for index in 0..<min(bytes.count, headBytes)
    where bytes[index] == .lineFeed || bytes[index] == .carriageReturn {
      lines += 1
      // Doubled, since CR LF counts as two.
      if lines > headRows * 2 { return index + 1 }
    }
    return bytes.count >= headBytes ? headBytes : nil
  }

  /// Determines the dialect from the first `head` bytes of a table, unless it waits for more.
  private mutating func settle(_ text: ByteText, head: Int, isWhole: Bool, _ isShort: Bool) {
    let settled =
      pending ?? CSVDialect.settle(text.prefix(head), isWhole: isWhole, names: options.columns)
    guard var dialect = settled?.dialect, let dataRow = settled?.dataRow else {
      return isRefused = true
    }
    if dialect.isSpeedUnitOpen, isShort { return pending = settled }
    pending = nil
    let start = text.prefix(CSVReader.headBytes)
    dialect.isZoneGiven = options.timeZone != nil
    dialect.isWindows1252 = start.lengthInUTF8 == nil
    dialect.compareSpeeds(in: start, skipping: dataRow, options: options)
    self.dialect = dialect
    rows = CSVRowReader(dialect, skipping: dataRow, options: options)
  }

  /// Reads the rows of `bytes`, which end at the source's offset; returns the number of bytes read.
  private mutating func readRows(
    _ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    let start = pieces.offset - bytes.count
    var rest = bytes
    var row = CSVRowReader.Row(epoch: TraceEpoch(location: nil))
    reading: while !rest.isEmpty {
      switch rows!.read(&rest, isLast: isLast, statistics: &statistics, into: &row) {
      case .incomplete: break reading
      case .skipped: continue
      case .row: break
      }
      row.epoch.endOffset = start + bytes.count - rest.count
      statistics.count(row.epoch)
      if row.time == nil, !dates.isWaiting {
        emit(row.epoch)
      } else {
        dates.pass(row.epoch, time: row.time, ownDay: row.day, carries: true, emit)
      }
    }
    rows!.forget()
    return bytes.count - rest.count
  }
}
