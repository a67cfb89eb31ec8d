import Platform

/// An open file that is read at any offset; closed with its last owner.
///
/// Has no position of its own (every read is a `pread`), so that it may be shared.
final class RandomAccessFile: Sendable {
  let path: String
  /// The size in bytes when it was opened.
  let size: Int
  let descriptor: Int32
  /// The damage at its end, where it was unpacked or copied.
  let damage: TraceDamage?

  /// Takes a descriptor over.
  init(_ descriptor: Int32, path: String, damage: TraceDamage? = nil) throws(TraceError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = SystemError().reason
      close(descriptor)
      throw .unreadable(path: path, reason: reason)
    }
    self.path = path
    self.descriptor = descriptor
    self.damage = damage
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Where the next bytes are that were ever written, at or behind `offset`; the file's end where
  /// there are none.
  ///
  /// The part between is a hole, which reads as zeros but takes no room. Systems and file systems
  /// that know no holes say that there is none.
  func nextData(from offset: Int) -> Int {
    #if os(Linux)
      // Glibc's header has the name for those alone who ask for all of GNU's.
      let seekData: Int32 = 3
    #else
      let seekData = SEEK_DATA
    #endif
    // The descriptor's own position is not used.
    let found = lseek(descriptor, off_t(offset), seekData)
    if found >= 0 { return max(offset, Int(found)) }
    return errno == ENXIO ? max(offset, size) : offset
  }

  /// Fills a buffer from `offset` on, but not beyond the end of the file, and returns how many
  /// bytes that were; nil where they cannot be read.
  func readAll(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    Descriptor.readAll(buffer) { pread(descriptor, $0, $1, off_t(offset + $2)) }
  }

  /// Reads at most `count` bytes at `offset` and passes them to `body`; none at the end of the
  /// file.
  func read(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(TraceError) {
    var problem: TraceError?
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      var length = -1
      repeat {
        length = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      } while length < 0 && errno == EINTR
      guard length >= 0 else {
        let reason = SystemError().reason
        problem = .readFailed(path: path, offset: offset, reason: reason)
        return
      }
      body(UnsafeBufferPointer(rebasing: buffer[..<length]))
    }
    if let problem { throw problem }
  }
}
