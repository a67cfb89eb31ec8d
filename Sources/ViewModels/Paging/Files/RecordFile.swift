import Expressions
import Platform
import Reactive
import ReactiveExtras

/// The records of a file of any size, page by page: a page is in memory, and the offsets of those
/// that were read.
///
///     let file = RecordFile(path: path, mapping: RecordMapping())
///     let model = PagedListViewModel(file.source, keeping: KeptPages(pages: 10))
///
/// A page has at most ``pageSize`` records and about a mebibyte. The list begins anew, with a file
/// that is opened anew, with each first page. The last page of lines is found from behind, that of
/// a table or of JSON by reading the file through. A record that cannot be read is kept as its text
/// with the reason; one that is longer than a mebibyte is cut. What is appended to the file later
/// comes with the pages that are loaded then.
public final class RecordFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The form of its records.
  public let format: RecordFileFormat
  /// How records are found and shown.
  public let mapping: RecordMapping
  /// The most records of a page.
  public let pageSize: Int

  let state: Locked<State>

  /// The file as it was opened, and the pages that were found.
  struct State {
    var file: RecordFileHandle?
    var index = PageIndex()
  }

  /// Describes a file, which is not opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The form of its records; nil to guess it by the name.
  ///   - mapping: How records are found and shown.
  ///   - pageSize: The most records of a page.
  public init(
    path: String, format: RecordFileFormat? = nil, mapping: RecordMapping, pageSize: Int = 100
  ) {
    (self.path, self.mapping, self.pageSize) = (path, mapping, max(1, pageSize))
    self.format = format ?? RecordFileFormat(path: path)
    state = Locked(State())
  }

  /// The pages as a list loads them, each on a thread of its own.
  public var source: CursorSource<RecordItem, RecordCursor> {
    var source = CursorSource<RecordItem, RecordCursor> { [self] cursor in
      Deferred { [self] in
        let isCancelled = Locked(false)
        return Future<CursorPage<RecordItem, RecordCursor>, PageLoadError> { promise in
          // Handed over: it is called by the one thread alone.
          nonisolated(unsafe) let promise = promise
          let code = WorkerThread.start { [self] in
            promise(result(at: cursor) { isCancelled.withLock { $0 } })
          }
          if code != 0 { promise(.failure(self.error(SystemError(code).reason))) }
        }
        .handleEvents(receiveCancel: { isCancelled.withLock { $0 = true } })
      }
    }
    source.findLast = { [self] in lastPage }
    return source
  }

  private func result(
    at cursor: RecordCursor?, _ isCancelled: @escaping () -> Bool
  ) -> Result<CursorPage<RecordItem, RecordCursor>, PageLoadError> {
    do throws(RecordFileError) {
      let page =
        switch cursor?.address {
        case .number(let number)?: try page(number, of: opened(), isCancelled)
        case .from(let start)?: try page(from: start, of: opened(), isCancelled)
        case .upTo(let end)?: try page(upTo: end, of: opened(), isCancelled)
        case .token?, .url?, nil: try page(0, of: reopened(isCancelled), isCancelled)
        }
      return .success(page)
    } catch {
      return .failure(self.error(error.reason))
    }
  }

  func error(_ reason: String) -> PageLoadError {
    PageLoadError("\(path): \(reason).", cause: RecordError(reason), mayPass: false)
  }

  // MARK: Pages

  func page(
    _ number: Int, of file: RecordFileHandle, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> CursorPage<RecordItem, RecordCursor> {
    // Pages that were not indexed are gone through, from the next one before.
    var (known, start) = state.withLock { $0.index.start(before: number) }
    while true {
      let isWanted = known == number
      let reading = try read(file, from: start.offset, isWanted: isWanted, isCancelled)
      let next = index(reading, known, start)
      if isWanted {
        return reading.page(
          next: next.map { _ in .number(number + 1) },
          previous: number > 0 ? .number(number - 1) : nil)
      }
      guard let next else { return CursorPage([], next: nil) }
      (known, start) = (known + 1, next)
    }
  }

  /// Notes where the page behind one begins, and returns that; nil at the end.
  func index(
    _ reading: PageReading, _ number: Int, _ start: PageIndex.Start
  ) -> PageIndex.Start? {
    guard let end = reading.end else { return nil }
    let next = PageIndex.Start(offset: end, recordsBefore: start.recordsBefore + reading.count)
    state.withLock { $0.index.add(number + 1, next) }
    return next
  }

  /// Returns the file that was opened with the first page.
  private func opened() throws(RecordFileError) -> RecordFileHandle {
    let (file, end) = state.withLock { ($0.file, $0.index.end) }
    guard let file else { throw RecordFileError("it was not opened") }
    try file.check(covers: end)
    return file
  }

  /// Returns the file that was opened, or opens it.
  func openedOrNew(
    _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> RecordFileHandle {
    state.withLock({ $0.file }) == nil ? try reopened(isCancelled) : try opened()
  }

  private func reopened(
    _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> RecordFileHandle {
    let file = try RecordFileHandle(path)
    var bytes = FileBytes(file.descriptor, at: 0, isCancelled: isCancelled)
    var head: [UInt8] = []
    switch format {
    case .json: try bytes.enterList(at: mapping.items)
    case .csv: _ = try bytes.takeLine(into: &head, limit: LineSplitter.longestLine)
    case .jsonl, .log: break
    }
    file.head.withLock { $0 = head }
    let start = bytes.offset
    state.withLock { $0 = State(file: file, index: PageIndex(start: start)) }
    return file
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - start: The offset of its first record.
  ///   - end: The offset at which it ends, if it has not ended before.
  ///   - isWanted: False if the page is only gone through.
  func read(
    _ file: RecordFileHandle, from start: Int, to end: Int = .max, isWanted: Bool,
    _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> PageReading {
    var bytes = FileBytes(file.descriptor, at: start, isCancelled: isCancelled)
    var reading = PageReading(mapping: mapping, isWanted: isWanted)
    switch format {
    case .json: try readElements(&bytes, &reading)
    case .csv:
      var reader = RecordLineReader(format: .csv)
      _ = reader.value(of: file.head.withLock { $0 })
      try readLines(&bytes, &reading, &reader, to: end)
    case .jsonl:
      var reader = RecordLineReader(format: .json)
      try readLines(&bytes, &reading, &reader, to: end)
    case .log:
      var reader = RecordLineReader(format: .text)
      try readLines(&bytes, &reading, &reader, to: end)
    }
    return reading
  }

  private func readLines(
    _ bytes: inout FileBytes, _ reading: inout PageReading, _ reader: inout RecordLineReader,
    to end: Int
  ) throws(RecordFileError) {
    var line: [UInt8] = []
    var start = bytes.offset
    let first = start
    // A row that goes over several lines: its beginning, its first line, and where its second
    // begins.
    var row: (start: Int, text: [UInt8], second: Int)?
    // The offset up to which each line is a row of its own.
    var aloneEnd = 0
    while start < end {
      let isLine = try bytes.takeLine(into: &line, limit: LineSplitter.longestLine)
      guard isLine || row != nil else { break }
      let isBlank = row == nil && line.allSatisfy { $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
      let value =
        !isLine
        ? reader.finish()
        : format == .log || isBlank
          ? reader.text(of: line) : reader.value(of: line, isAlone: start < aloneEnd)
      if isBlank, format != .log {
        // It is no record.
      } else if case .failure(let unread)? = value, let open = row {
        // The row is none after all; its other lines are read again.
        let text = String(decoding: open.text, as: UTF8.self)
        reading.add(.failure(UnreadRecord(text: text, reason: unread.reason)), at: open.start)
        bytes.seek(to: open.second)
        (row, aloneEnd) = (nil, start)
      } else if let value {
        reading.add(value, at: row?.start ?? start)
        row = nil
      } else if reader.isWithinRow {
        row = row ?? (start, line, bytes.offset)
      } else {
        row = nil
      }
      start = bytes.offset
      guard reading.count < pageSize, start - first < PageReading.mostBytes || row != nil else {
        break
      }
    }
    reading.end = try bytes.peek() == nil ? nil : bytes.offset
  }

  private func readElements(
    _ bytes: inout FileBytes, _ reading: inout PageReading
  ) throws(RecordFileError) {
    var reader = RecordLineReader(format: .json)
    var element: [UInt8] = []
    let first = bytes.offset
    while try bytes.hasElement() {
      let start = bytes.offset
      guard reading.count < pageSize, start - first < PageReading.mostBytes else {
        return reading.end = start
      }
      element.removeAll(keepingCapacity: true)
      try bytes.takeValue(into: &element, limit: LineSplitter.longestLine)
      if let value = reader.value(of: element) { reading.add(value, at: start) }
      try bytes.skipBlanks()
      guard let mark = try bytes.peek(), mark == UInt8(ascii: ",") || mark == UInt8(ascii: "]")
      else {
        throw try bytes.expected("a comma or ]")
      }
    }
  }
}
