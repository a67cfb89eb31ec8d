import Platform
import Reactive

/// The end of a file, without the list of its records loading all pages before it.
///
/// Lines can be counted from behind, so that the last page of a log takes as long as any other, and
/// pages from there on are named by the bytes with which they begin and end. Rows of tables and
/// elements of lists cannot: a quotation mark far ahead decides about a bracket. There the file is
/// read through, and pages have their numbers.
extension RecordFile {
  typealias LastPage = LastPageSearch<RecordItem, RecordCursor>

  /// Finds the last page, on a thread of its own.
  var lastPage: AnyPublisher<LastPage, PageLoadError> {
    Deferred { [self] in
      let isCancelled = Locked(false)
      let progress = PassthroughSubject<LastPage, PageLoadError>()
      // A subject may be sent to from any thread.
      nonisolated(unsafe) let parts = progress
      let page = Future<LastPage, PageLoadError> { promise in
        // The promise is handed over: the one thread alone calls it.
        nonisolated(unsafe) let promise = promise
        let code = WorkerThread.start { [self] in
          var said = 0
          let result = found({ isCancelled.withLock { $0 } }) { part in
            let percent = Int(part * 100)
            guard percent > said else { return }
            said = percent
            parts.send(.progress(part))
          }
          parts.send(completion: .finished)
          promise(result)
        }
        if code != 0 { promise(.failure(self.error(SystemError(code).reason))) }
      }
      return progress.merge(with: page)
        .handleEvents(receiveCancel: { isCancelled.withLock { $0 = true } })
    }
    .eraseToAnyPublisher()
  }

  private func found(
    _ isCancelled: @escaping () -> Bool, _ report: (Double) -> Void
  ) -> Result<LastPage, PageLoadError> {
    do throws(RecordFileError) {
      let file = try openedOrNew(isCancelled)
      switch format {
      case .log, .jsonl:
        let end = try file.size()
        let page = try page(upTo: end, of: file, isCancelled)
        return .success(.found(page, at: RecordCursor(.upTo(end)), itemsBefore: nil))
      case .json, .csv: return .success(try lastNumbered(of: file, isCancelled, report))
      }
    } catch { return .failure(self.error(error.reason)) }
  }

  // MARK: From behind

  /// Reads a page that begins with a byte.
  func page(
    from start: Int, of file: RecordFileHandle, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> CursorPage<RecordItem, RecordCursor> {
    let reading = try read(file, from: start, isWanted: true, isCancelled)
    return page(of: reading, from: start)
  }

  /// Reads a page that ends before a byte.
  func page(
    upTo end: Int, of file: RecordFileHandle, _ isCancelled: @escaping () -> Bool
  ) throws(RecordFileError) -> CursorPage<RecordItem, RecordCursor> {
    let start = try file.start(ofLines: pageSize, before: end, isCancelled)
    let reading = try read(file, from: start, to: end, isWanted: true, isCancelled)
    return page(of: reading, from: start)
  }

  private func page(
    of reading: PageReading, from start: Int
  ) -> CursorPage<RecordItem, RecordCursor> {
    reading.page(
      next: reading.end.map { RecordCursor(.from($0)) },
      previous: start > 0 ? RecordCursor(.upTo(start)) : nil)
  }

  // MARK: By reading the file through

  private func lastNumbered(
    of file: RecordFileHandle, _ isCancelled: @escaping () -> Bool, _ report: (Double) -> Void
  ) throws(RecordFileError) -> LastPage {
    let size = Double(max(1, try file.size()))
    var (number, start) = state.withLock { $0.index.start(before: .max) }
    var before = start
    while true {
      let reading = try read(file, from: start.offset, isWanted: false, isCancelled)
      if let next = index(reading, number, start) {
        (number, before, start) = (number + 1, start, next)
        report(min(1, Double(next.offset) / size))
        continue
      }
      // Behind the last records there may be blanks alone.
      if reading.count == 0, before.offset < start.offset { (number, start) = (number - 1, before) }
      let page = try page(number, of: file, isCancelled)
      return .found(page, at: .number(number), itemsBefore: start.recordsBefore)
    }
  }
}

extension RecordFileHandle {
  /// Returns the offset at which the last lines before a place begin.
  ///
  /// - Parameters:
  ///   - count: How many lines; fewer, but one at least, where these would have more bytes than a
  ///     page.
  ///   - end: The place, behind the end of a line.
  /// - Returns: The offset of the first of them; 0 where the file has no more.
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
      if isCancelled() { throw RecordFileError("reading was given up") }
      for place in stride(from: bound - base - 1, through: 0, by: -1)
      where piece[place] == 0x0A && base + place + 1 < end {
        let start = base + place + 1
        if found > 0, end - start > PageReading.mostBytes { return first }
        (found, first) = (found + 1, start)
        if found == count { return start }
      }
      bound = base
    }
    return found > 0 && end > PageReading.mostBytes ? first : 0
  }

  /// Reads bytes that are there.
  private func read(
    _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(RecordFileError) {
    let length = Descriptor.readAll(bytes) { place, length, start in
      pread(descriptor, place, length, off_t(offset + start))
    }
    guard let length else { throw RecordFileError(SystemError().reason) }
    guard length == bytes.count else {
      throw RecordFileError("it has become shorter; load it from the top")
    }
  }
}
