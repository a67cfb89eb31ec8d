import Platform

/// An open file that is read at any offset, or a pipe that is read once; closed with its last
/// owner.
///
/// A file has no position of its own (every read is a `pread`), so that it may be shared.
final class RandomAccessFile: Sendable {
  let path: String
  /// The size in bytes when it was opened; the greatest number for a pipe.
  let size: Int
  let isPipe: Bool
  let descriptor: Int32
  /// The reason why its end is missing, if it was unpacked or copied.
  let truncation: TraceTruncation?

  /// Takes a descriptor over.
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

  /// The offset of the next bytes that were ever written, at or after `offset`; the end of the file
  /// if there are none.
  ///
  /// The part between is a hole, which reads as zeros but takes no room. Systems and file systems
  /// without holes report none.
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

  /// True if there are bytes, or the end, without waiting.
  var isReady: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !isPipe || poll(&wait, 1, 0) > 0
  }

  /// Reads at most `count` bytes at `offset` and passes them to `body`; none at the end of the
  /// file. Waits for those of a pipe, which are the next ones whatever the offset.
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
