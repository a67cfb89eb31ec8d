import Platform

/// The bytes of a file one after the other, a piece of them in memory.
struct FileBytes: ~Copyable {
  /// The offset of the next byte.
  var offset: Int { base + next }

  private let file: CInt
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
  /// The offset of the piece in memory, its length, and the next byte in it.
  private var base: Int
  private var count = 0
  private var next = 0
  private let isCancelled: () -> Bool

  /// Reads from an offset.
  ///
  /// - Parameter isCancelled: Asked for each piece; true ends reading with an error.
  init(_ file: CInt, at offset: Int, isCancelled: @escaping () -> Bool = { false }) {
    (self.file, base, self.isCancelled) = (file, offset, isCancelled)
  }

  deinit { buffer.deallocate() }

  /// Goes on at another offset.
  mutating func seek(to offset: Int) { (base, next, count) = (offset, 0, 0) }

  /// The next byte, which stays; nil at the end.
  @inline(__always) mutating func peek() throws(RecordFileError) -> UInt8? {
    if next == count { try fill() }
    return next < count ? buffer[next] : nil
  }

  /// Takes the byte that was looked at.
  @inline(__always) mutating func take() { next += 1 }

  private mutating func fill() throws(RecordFileError) {
    if isCancelled() { throw RecordFileError("reading was cancelled") }
    base += count
    (next, count) = (0, 0)
    let length = Descriptor.readAll(UnsafeMutableRawBufferPointer(buffer)) {
      address, length, start in pread(file, address, length, off_t(base + start))
    }
    guard let length else { throw RecordFileError(SystemError().reason) }
    count = length
  }

  /// Reads the rest of a line with its end.
  ///
  /// - Parameters:
  ///   - line: Receives the bytes without the end, up to `limit` of them.
  ///   - limit: The maximum number of bytes.
  /// - Returns: False at the end of the file, if there is no line.
  mutating func takeLine(into line: inout [UInt8], limit: Int) throws(RecordFileError) -> Bool {
    line.removeAll(keepingCapacity: true)
    guard try peek() != nil else { return false }
    while try peek() != nil {
      let start = buffer.baseAddress! + next
      let end = memchr(start, 0x0A, count - next)
      let length = end.map { UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? count - next
      let room = min(length, limit - line.count)
      line.append(contentsOf: UnsafeBufferPointer(start: start, count: room))
      next += length
      if end != nil {
        next += 1
        break
      }
    }
    return true
  }
}

/// The reason why a file's records cannot be read, in words.
struct RecordFileError: Error, Hashable, Sendable {
  let reason: String
  init(_ reason: String) { self.reason = reason }

  /// The file has become shorter than the part that was read.
  static let shorter = RecordFileError("the file has become shorter; reload it from the beginning")
}
