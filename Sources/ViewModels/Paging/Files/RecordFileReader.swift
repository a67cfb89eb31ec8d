import Expressions
import Platform
import Reactive

/// One load of a page of a file's records.
struct RecordFileReader {
  typealias Page = CursorPage<RecordItem, RecordCursor>
  typealias LastPage = LastPageSearch<RecordItem, RecordCursor>

  let file: RecordFile
  /// Returns true if the page is no longer wanted.
  let isCancelled: () -> Bool

  /// Reads the page at a cursor.
  func page(at cursor: RecordCursor?) throws(RecordFileError) -> Page {
    switch cursor?.address {
    case .number(let number)?: try page(number, of: opened())
    case .from(let start)?: try page(from: start, of: opened())
    case .upTo(let end)?: try page(upTo: end, of: opened())
    case .token?, .url?, .untold?, nil: try page(0, of: reopened())
    }
  }

  // MARK: By numbers

  private func page(_ number: Int, of handle: RecordFileHandle) throws(RecordFileError) -> Page {
    // Pages that were not indexed are gone through, from the next one before.
    var (known, start) = file.state.withLock { $0.index.start(before: number) }
    while true {
      let isWanted = known == number
      let reading = try read(handle, from: start.offset, isWanted: isWanted)
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

  /// Notes the beginning of the page after one, and returns it; nil at the end.
  private func index(
    _ reading: PageReading, _ number: Int, _ start: PageIndex.Start
  ) -> PageIndex.Start? {
    guard let end = reading.end else { return nil }
    let next = PageIndex.Start(offset: end, recordsBefore: start.recordsBefore + reading.count)
    file.state.withLock { $0.index.add(number + 1, next) }
    return next
  }

  // MARK: From the end

  /// Finds the last page.
  ///
  /// - Parameter report: Takes the part of the file that was read.
  func lastPage(_ report: (Double) -> Void) throws(RecordFileError) -> LastPage {
    let isOpen = file.state.withLock { $0.file != nil }
    let handle = isOpen ? try opened() : try reopened()
    switch file.format {
    case .log, .jsonl:
      let end = try handle.size()
      return .found(try page(upTo: end, of: handle), at: RecordCursor(.upTo(end)), itemsBefore: nil)
    case .json, .csv: return try lastNumbered(of: handle, report)
    }
  }

  private func lastNumbered(
    of handle: RecordFileHandle, _ report: (Double) -> Void
  ) throws(RecordFileError) -> LastPage {
    let size = Double(max(1, try handle.size()))
    var (number, start) = file.state.withLock { $0.index.start(before: .max) }
    var before = start
    while true {
      let reading = try read(handle, from: start.offset, isWanted: false)
      if let next = index(reading, number, start) {
        (number, before, start) = (number + 1, start, next)
        report(min(1, Double(next.offset) / size))
        continue
      }
      // Only blanks may follow the last records.
      if reading.count == 0, before.offset < start.offset { (number, start) = (number - 1, before) }
      let page = try page(number, of: handle)
      return .found(page, at: .number(number), itemsBefore: start.recordsBefore)
    }
  }

  /// Reads a page that ends before a byte.
  private func page(upTo end: Int, of handle: RecordFileHandle) throws(RecordFileError) -> Page {
    let start = try handle.start(ofLines: file.pageSize, before: end, isCancelled)
    return try page(from: start, to: end, of: handle)
  }

  /// Reads a page that begins with a byte.
  private func page(
    from start: Int, to end: Int = .max, of handle: RecordFileHandle
  ) throws(RecordFileError) -> Page {
    let reading = try read(handle, from: start, to: end, isWanted: true)
    return reading.page(
      next: reading.end.map { RecordCursor(.from($0)) },
      previous: start > 0 ? RecordCursor(.upTo(start)) : nil)
  }

  // MARK: The file

  /// Returns the file that was opened with the first page.
  private func opened() throws(RecordFileError) -> RecordFileHandle {
    let (handle, end) = file.state.withLock { ($0.file, $0.index.end) }
    guard let handle else { throw RecordFileError("it was not opened") }
    guard try handle.size() >= end else { throw .shorter }
    return handle
  }

  private func reopened() throws(RecordFileError) -> RecordFileHandle {
    let handle = try RecordFileHandle(file.path)
    var bytes = FileBytes(handle.descriptor, at: 0, isCancelled: isCancelled)
    var head: [UInt8] = []
    switch file.format {
    case .json: try bytes.enterList(at: file.mapping.items)
    case .csv: _ = try bytes.takeLine(into: &head, limit: LineSplitter.longestLine)
    case .jsonl, .log: break
    }
    handle.head.withLock { $0 = head }
    let start = bytes.offset
    file.state.withLock { $0 = RecordFile.State(file: handle, index: PageIndex(start: start)) }
    return handle
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - start: The offset of its first record.
  ///   - end: The offset at which it ends, unless it has ended before.
  ///   - isWanted: False if the page is only gone through.
  private func read(
    _ handle: RecordFileHandle, from start: Int, to end: Int = .max, isWanted: Bool
  ) throws(RecordFileError) -> PageReading {
    var bytes = FileBytes(handle.descriptor, at: start, isCancelled: isCancelled)
    var reading = PageReading(mapping: file.mapping, isWanted: isWanted)
    let lineFormat: LineFormat =
      switch file.format {
      case .json, .jsonl: .json
      case .csv: .csv
      case .log: .text
      }
    var reader = RecordLineReader(format: lineFormat)
    if file.format == .csv { _ = reader.value(of: handle.head.withLock { $0 }) }
    if file.format == .json {
      try readElements(&bytes, &reading, &reader)
    } else {
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
    // A row of several lines: its beginning, its first line, and the offset of its second one.
    var row: (start: Int, text: [UInt8], second: Int)?
    // The offset up to which each line is a separate row.
    var aloneEnd = 0
    while start < end {
      let isLine = try bytes.takeLine(into: &line, limit: LineSplitter.longestLine)
      guard isLine || row != nil else { break }
      let isBlank = row == nil && line.allSatisfy { $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
      let value =
        !isLine
        ? reader.finish()
        : file.format == .log || isBlank
          ? reader.text(of: line) : reader.value(of: line, isAlone: start < aloneEnd)
      if isBlank, file.format != .log {
        // It is not a record.
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
      guard reading.count < file.pageSize, start - first < PageReading.mostBytes || row != nil
      else { break }
    }
    reading.end = try bytes.peek() == nil ? nil : bytes.offset
  }

  private func readElements(
    _ bytes: inout FileBytes, _ reading: inout PageReading, _ reader: inout RecordLineReader
  ) throws(RecordFileError) {
    var element: [UInt8] = []
    let first = bytes.offset
    while try bytes.hasElement() {
      let start = bytes.offset
      guard reading.count < file.pageSize, start - first < PageReading.mostBytes else {
        return reading.end = start
      }
      element.removeAll(keepingCapacity: true)
      try bytes.takeValue(into: &element, limit: LineSplitter.longestLine)
      if let value = reader.value(of: element) { reading.add(value, at: start) }
      try bytes.skipBlanks()
      guard let mark = try bytes.peek(), mark == UInt8(ascii: ",") || mark == UInt8(ascii: "]")
      else { throw try bytes.expected("a comma or ]") }
    }
  }
}

extension RecordFileHandle {
  /// Returns the offset of the last lines before another.
  ///
  /// - Parameters:
  ///   - count: The number of lines; reduced, down to one, if they have more bytes than a page.
  ///   - end: The offset, which must follow the end of a line.
  /// - Returns: The offset of the first of them; 0 if the file has no more.
  func start(
    ofLines count: Int, before end: Int, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> Int {
    var found = 0
    var (first, bound) = (end, end)
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    defer { piece.deallocate() }
    while bound > 0 {
      let base = max(0, bound - piece.count)
      let bytes = UnsafeMutableRawBufferPointer(piece)[..<(bound - base)]
      try read(UnsafeMutableRawBufferPointer(rebasing: bytes), at: base)
      if isCancelled() { throw RecordFileError("reading was cancelled") }
      for index in stride(from: bound - base - 1, through: 0, by: -1)
      where piece[index] == 0x0A && base + index + 1 < end {
        let start = base + index + 1
        if found > 0, end - start > PageReading.mostBytes { return first }
        (found, first) = (found + 1, start)
        if found == count { return start }
      }
      bound = base
    }
    return found > 0 && end > PageReading.mostBytes ? first : 0
  }

  /// Reads bytes that are there.
  private func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(RecordFileError)
  {
    let length = Descriptor.readAll(bytes) { address, length, start in
      pread(descriptor, address, length, off_t(offset + start))
    }
    guard let length else { throw RecordFileError(SystemError().reason) }
    guard length == bytes.count else { throw .shorter }
  }
}
