import Expressions
import Fetching
import Platform
import Reactive
import ReactiveExtras

/// The records of a file of any size, page by page: only one page, and the offsets of pages read
/// before, are in memory.
///
///     let file = RecordFile(path: path, mapping: RecordMapping())
///     let model = PagedListViewModel(file.source, keeping: KeptPages(pages: 10))
///
/// A page has at most `pageSize` records and about a mebibyte. Each first page opens the file again
/// and restarts the list. The last page of lines is found from the end, that of a table or of JSON
/// by reading through the file. An unreadable record is kept as its text with the reason; a record
/// longer than a mebibyte is cut. Pages loaded later include additions to the file.
public final class RecordFile: Sendable {
  /// The path of the file.
  package let path: String
  /// The form of its records.
  package let format: RecordFileFormat
  /// The paths and expressions of the records.
  package let mapping: RecordMapping
  /// The maximum number of records of a page.
  package let pageSize: Int

  let state: Locked<State>

  /// The opened file, and the pages found so far.
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
  ///   - pageSize: The maximum number of records of a page.
  public init(
    path: String, format: RecordFileFormat? = nil, mapping: RecordMapping, pageSize: Int = 100
  ) {
    (self.path, self.mapping, self.pageSize) = (path, mapping, max(1, pageSize))
    self.format = format ?? RecordFileFormat(path: path)
    state = Locked(State())
  }

  /// The pages as a list loads them, each on its own thread.
  public var source: CursorSource<RecordItem, RecordCursor> {
    var source = CursorSource<RecordItem, RecordCursor> { [self] cursor in
      reading { (reader) throws(RecordFileError) in try reader.page(at: cursor) }
    }
    // Lines can be counted from the end, so that the last page of a log takes as long as any other.
    // Rows of tables and elements of lists cannot: a quotation mark far ahead decides about a
    // bracket. For these the whole file is read.
    source.findLast = { [self] in
      let progress = PassthroughSubject<RecordFileReader.LastPage, PageLoadError>()
      // A subject may be sent to from any thread.
      nonisolated(unsafe) let parts = progress
      let page = reading { (reader) throws(RecordFileError) in
        defer { parts.send(completion: .finished) }
        var said = 0
        return try reader.lastPage { part in
          let percent = Int(part * 100)
          guard percent > said else { return }
          said = percent
          parts.send(.progress(part))
        }
      }
      return progress.merge(with: page).eraseToAnyPublisher()
    }
    return source
  }

  /// Makes a publisher that reads on its own thread.
  private func reading<Value>(
    _ read: @escaping (RecordFileReader) throws(RecordFileError) -> Value
  ) -> AnyPublisher<Value, PageLoadError> {
    Deferred { [self] in
      let isCancelled = Locked(false)
      let reader = RecordFileReader(file: self) { isCancelled.withLock { $0 } }
      return ThreadWork.future(failure: error) { [self] in
        Result { () throws(RecordFileError) in try read(reader) }.mapError { error($0.reason) }
      }
      .handleEvents(receiveCancel: { isCancelled.withLock { $0 = true } })
    }
    .eraseToAnyPublisher()
  }

  private func error(_ reason: String) -> PageLoadError {
    PageLoadError("\(path): \(reason).", cause: RecordError(reason), mayPass: false)
  }
}
