import Platform
import Reactive

/// The beginnings of the pages that are known: 16 bytes for each.
struct PageIndex {
  private var pages: [Start]
  /// The offset after the pages that are known.
  var end: Int { pages[pages.count - 1].offset }

  /// The beginning of a page.
  struct Start {
    var offset: Int
    /// The number of records before it.
    var recordsBefore: Int
  }

  /// Knows the offset of the first page.
  init(start: Int = 0) { pages = [Start(offset: start, recordsBefore: 0)] }

  /// Returns the number and the beginning of the last known page up to one.
  func start(before number: Int) -> (number: Int, start: Start) {
    let index = min(max(0, number), pages.count - 1)
    return (index, pages[index])
  }

  /// Takes the beginning of a page, which has to follow those that are known.
  mutating func add(_ number: Int, _ start: Start) {
    if number == pages.count { pages.append(start) }
  }
}

/// The records of a page that is read, and the offset of the next one.
struct PageReading {
  /// The bytes after which a page ends.
  static let mostBytes = 1 << 20

  private(set) var records: [RecordItem] = []
  /// The number of records, also of those that are not wanted.
  private(set) var count = 0
  /// The offset of the next page; nil at the end.
  var end: Int?
  private let isWanted: Bool
  private var maker: RecordMaker

  /// - Parameter isWanted: False if the page is only gone through.
  init(mapping: RecordMapping, isWanted: Bool) {
    (maker, self.isWanted) = (RecordMaker(mapping, usesKeys: false), isWanted)
  }

  /// The page as a list takes it.
  func page(next: RecordCursor?, previous: RecordCursor?) -> CursorPage<RecordItem, RecordCursor> {
    CursorPage(records, next: next, previous: previous, cost: records.reduce(0) { $0 + $1.size })
  }

  mutating func add(_ value: Result<ReadRecord, UnreadRecord>, at offset: Int) {
    count += 1
    if isWanted { records.append(maker.record(of: value, at: .position(offset))) }
  }
}

/// A file that is open.
final class RecordFileHandle: Sendable {
  let descriptor: CInt
  /// The first row of a table, which names the columns.
  let head = Locked<[UInt8]>([])

  init(_ path: String) throws(RecordFileError) {
    let file = Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { throw RecordFileError(SystemError().reason) }
    guard Descriptor.statusOfFile(file) != nil else {
      Descriptor.close(file)
      throw RecordFileError(
        "only a regular file can be read page by page; save the data in a file")
    }
    descriptor = file
  }

  deinit { Descriptor.close(descriptor) }

  /// The number of bytes in the file by now.
  func size() throws(RecordFileError) -> Int {
    guard let status = Descriptor.statusOfFile(descriptor) else {
      throw RecordFileError(SystemError().reason)
    }
    return Int(status.st_size)
  }
}
