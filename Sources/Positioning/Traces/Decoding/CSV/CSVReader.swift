/// Reads a table of positions as it comes, in pieces of any size, and gives out one epoch for each
/// row.
///
///     var reader = TraceReader(format: .csv)
///     reader.read([UInt8]("time;lat;lon\n2005-09-25T23:52:34Z;39,4328;-119,7656\n".utf8)) { _ in }
///     reader.finish { print($0.location!.coordinate.latitude) }  // 39.4328
///
/// The beginning of the table (a hundred rows or 64 KiB) is held until the ``CSVDialect`` is
/// settled from it. A damaged row is skipped and counted. A row without a position gives an epoch
/// without a location if it has a time.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on.
struct CSVReader: TraceDecoder, Sendable {
  /// The statistics of the source so far.
  private(set) var statistics = TraceStatistics()
  /// The number of bytes read so far.
  private(set) var offset = 0
  /// The form of the table; nil until that is settled, or when it is no table of positions.
  private(set) var dialect: CSVDialect?

  private let options: TraceOptions
  private var held: [UInt8] = []
  private var rows: CSVRowReader?
  /// The dialect that waits for more rows, to compare speeds with positions.
  private var pending: (dialect: CSVDialect, dataRow: Int)?
  private var dates: DayCarrier
  /// True if the head is no table of positions, so that nothing is wanted of the rest.
  private(set) var isRefused = false

  /// Rows that are enough to settle a table's dialect.
  private static let headRows = 100
  private static let headBytes = 65_536

  /// Makes a reader for the beginning of a table.
  init(options: TraceOptions = TraceOptions()) {
    self.options = options
    dates = DayCarrier(options: options)
  }

  /// Reads the next piece of the source.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard !bytes.isEmpty else { return }
    if held.isEmpty, rows != nil {
      offset += bytes.count
      let used = readRows(ByteText(bytes), isLast: false, emit)
      // A new array is as long as the rest of a row; the old one may have held the head.
      held = Array(bytes[used...])
      return
    }
    held.append(contentsOf: bytes)
    offset += bytes.count
    guard !isRefused, pending == nil || held.count >= CSVReader.headBytes else {
      if isRefused { held.removeAll() }
      return
    }
    // A row that is not whole yet is not cut again before a line ends.
    if rows != nil, held.count < CSVRowCutter.longestRow,
      !bytes.contains(where: { $0 == .lineFeed || $0 == .carriageReturn })
    {
      return
    }
    if rows == nil {
      guard let head = wholeHead else { return }
      settle(head: head, isWhole: false)
    }
    readHeldRows(isLast: false, emit)
  }

  /// Reads what is left: the source has ended.
  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    if rows == nil, !isRefused {
      settle(head: wholeHead ?? held.count, isWhole: wholeHead == nil, isEnd: true)
    }
    readHeldRows(isLast: true, emit)
    dates.giveUp(emit)
  }

  /// Gives out every epoch that waits for a date.
  mutating func flush(_ emit: (TraceEpoch) -> Void) { dates.giveUp(emit) }

  /// Goes on reading at another position of the same source, which is the beginning of a row.
  mutating func jump(to offset: Int) {
    self.offset = offset
    held = []
    statistics.jump()
    rows?.jump()
    dates.jump()
  }

  /// The number of bytes the dialect is settled from, once as many: the same whatever the
  /// pieces.
  private var wholeHead: Int? {
    var lines = 0
    for (index, byte) in held.prefix(CSVReader.headBytes).enumerated()
    where byte == .lineFeed || byte == .carriageReturn {
      lines += 1
      // Twice, since CR LF counts two.
      if lines > CSVReader.headRows * 2 { return index + 1 }
    }
    return held.count >= CSVReader.headBytes ? CSVReader.headBytes : nil
  }

  private mutating func settle(head: Int, isWhole: Bool, isEnd: Bool = false) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let markLength = held.starts(with: mark) ? mark.count : 0
    let settled =
      pending
      ?? held[markLength..<max(head, markLength)].withUnsafeBufferPointer {
        CSVDialect.settle(ByteText($0), isWhole: isWhole, names: options.columns)
      }
    guard var dialect = settled?.dialect, let dataRow = settled?.dataRow else {
      isRefused = true
      return held.removeAll()
    }
    if dialect.isSpeedUnitOpen, !isEnd, held.count < CSVReader.headBytes {
      pending = settled
      return
    }
    pending = nil
    held.removeFirst(markLength)
    held.prefix(CSVReader.headBytes).withUnsafeBufferPointer {
      let head = ByteText($0)
      dialect.isWindows1252 = head.lengthInUTF8 == nil
      dialect.compareSpeeds(in: head, skipping: dataRow, options: options)
    }
    self.dialect = dialect
    rows = CSVRowReader(dialect, skipping: dataRow, options: options)
  }

  private mutating func readHeldRows(isLast: Bool, _ emit: (TraceEpoch) -> Void) {
    guard rows != nil, !held.isEmpty else { return }
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer {
      let used = readRows(ByteText($0), isLast: isLast, emit)
      held = Array($0[used...])
    }
  }

  /// Reads the rows of `bytes`, which end at `offset`, and returns how many bytes that were.
  private mutating func readRows(
    _ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    let start = offset - bytes.count
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
