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
/// that is opened anew, with each first page. A record that cannot be read is kept as its text with
/// the reason; one that is longer than a mebibyte is cut. What is appended to the file later comes
/// with the pages that are loaded then.
public final class RecordFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The form of its records.
  public let format: RecordFileFormat
  /// How records are found and shown.
  public let mapping: RecordMapping
  /// The most records of a page.
  public let pageSize: Int

  private let state: Locked<State>

  /// The file as it was opened, and the pages that were found.
  private struct State {
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
    CursorSource { [self] cursor in
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
  }

  private func result(
    at cursor: RecordCursor?, _ isCancelled: @escaping () -> Bool
  ) -> Result<CursorPage<RecordItem, RecordCursor>, PageLoadError> {
    do throws(RecordFileError) {
      var number = 0
      if case .number(let given)? = cursor?.address { number = given }
      return .success(try page(number, isFirst: cursor == nil, isCancelled))
    } catch {
      return .failure(self.error(error.reason))
    }
  }

  private func error(_ reason: String) -> PageLoadError {
    PageLoadError("\(path): \(reason).", cause: RecordError(reason), mayPass: false)
  }

  // MARK: Pages

  private func page(
    _ number: Int, isFirst: Bool, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> CursorPage<RecordItem, RecordCursor> {
    if isFirst { try reopen(isCancelled) }
    guard let file = state.withLock({ $0.file }) else { throw RecordFileError("it was not opened") }
    try file.check(covers: state.withLock { $0.index.end })
    // Pages that were not indexed are gone through, from the next one before.
    var (known, start) = state.withLock { $0.index.start(before: number) }
    while true {
      let isWanted = known == number
      let reading = try read(file, from: start, isWanted: isWanted, isCancelled)
      if let end = reading.end { state.withLock { $0.index.add(known + 1, at: end) } }
      if isWanted {
        return CursorPage(
          reading.records, next: reading.end.map { _ in .number(number + 1) },
          previous: number > 0 ? .number(number - 1) : nil,
          cost: reading.records.reduce(0) { $0 + $1.size })
      }
      guard let end = reading.end else { return CursorPage([], next: nil) }
      (known, start) = (known + 1, end)
    }
  }

  private func reopen(_ isCancelled: @escaping () -> Bool) throws(RecordFileError) {
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
  }

  private func read(
    _ file: RecordFileHandle, from start: Int, isWanted: Bool, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> PageReading {
    var bytes = FileBytes(file.descriptor, at: start, isCancelled: isCancelled)
    var reading = PageReading(mapping: mapping, isWanted: isWanted)
    switch format {
    case .json: try readElements(&bytes, &reading)
    case .csv:
      var reader = RecordLineReader(format: .csv)
      _ = reader.value(of: file.head.withLock { $0 })
      try readLines(&bytes, &reading, &reader)
    case .jsonl:
      var reader = RecordLineReader(format: .json)
      try readLines(&bytes, &reading, &reader)
    case .log:
      var reader = RecordLineReader(format: .text)
      try readLines(&bytes, &reading, &reader)
    }
    return reading
  }

  private func readLines(
    _ bytes: inout FileBytes, _ reading: inout PageReading, _ reader: inout RecordLineReader
  ) throws(RecordFileError) {
    var line: [UInt8] = []
    var start = bytes.offset
    let first = start
    var rowStart: Int?
    while try bytes.takeLine(into: &line, limit: LineSplitter.longestLine) {
      rowStart = rowStart ?? start
      let isBlank = line.allSatisfy { $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
      let value = format == .log || isBlank ? reader.text(of: line) : reader.value(of: line)
      if isBlank, format != .log {
        rowStart = nil
      } else if let value {
        reading.add(value, at: rowStart ?? start)
        rowStart = nil
      }
      start = bytes.offset
      guard reading.count < pageSize, start - first < PageReading.mostBytes || rowStart != nil
      else {
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
