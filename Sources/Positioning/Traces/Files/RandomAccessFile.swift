import Platform

/// An open file that can be read at any offset, or a pipe that can be read once; it is closed with
/// its last owner.
///
/// A file can be shared: every read is a `pread`, which uses no file position.
final class RandomAccessFile: Sendable {
  let path: String
  /// The size in bytes when it was opened; the maximum integer for a pipe.
  let size: Int
  let isPipe: Bool
  let descriptor: Int32
  /// Why its end is missing, if it was unpacked or copied.
  let truncation: TraceTruncation?

  /// Takes ownership of a descriptor.
  init(_ descriptor: Int32, path: String, truncation: TraceTruncation? = nil) throws(TraceError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = SystemError().reason
      close(descriptor)
      throw .unreadable(path: path, reason: reason)
    }
    (self.path, self.descriptor, self.truncation) = (path, descriptor, truncation)
    isPipe = status.st_mode & S_IFMT != S_IFREG
    size = isPipe ? .max : Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The offset of the next data at or after `offset`; the end of the file if there is none.
  ///
  /// The part before it is a hole, which reads as zeros but takes no space. Systems and file
  /// systems without holes report none.
  func nextData(from offset: Int) -> Int {
    #if os(Linux)
      // Glibc defines the name only for `_GNU_SOURCE`.
      let seekData: Int32 = 3
    #else
      let seekData = SEEK_DATA
    #endif
    // The descriptor's own position is not used.
    let found = lseek(descriptor, off_t(offset), seekData)
    if found >= 0 { return max(offset, Int(found)) }
    return errno == ENXIO ? max(offset, size) : offset
  }

  /// True if bytes, or the end, can be read without waiting.
  var isReady: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !isPipe || poll(&wait, 1, 0) > 0
  }

  /// Reads at most `count` bytes at `offset` and passes them to `body`; none at the end of the
  /// file. Waits for the bytes of a pipe, which are always the next ones, regardless of the offset.
  func read(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(TraceError) {
    var problem: TraceError?
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      do throws(TraceError) {
        let length =
          isPipe
          ? try TraceSource.read(descriptor, buffer.baseAddress!, count, path, at: offset)
          : try read(into: buffer.baseAddress!, count, at: offset)
        body(UnsafeBufferPointer(rebasing: buffer[..<length]))
      } catch { problem = error }
    }
    if let problem { throw problem }
  }

  private func read(
    into buffer: UnsafeMutablePointer<UInt8>, _ count: Int, at offset: Int
  ) throws(TraceError) -> Int {
    var length = -1
    repeat {
      length = pread(descriptor, buffer, count, off_t(offset))
    } while length < 0 && errno == EINTR
    guard length < 0 else { return length }
    throw .readFailed(path: path, offset: offset, reason: SystemError().reason)
  }
}
