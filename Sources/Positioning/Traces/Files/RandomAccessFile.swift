#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file that is read at any offset; closed with its last owner.
///
/// Has no position of its own (every read is a `pread`), so that it may be shared.
final class RandomAccessFile: Sendable {
  let path: String
  /// The size in bytes when it was opened.
  let size: Int
  private let descriptor: Int32

  init(path: String) throws(TraceError) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
      throw .unreadable(path: path, reason: String(cString: strerror(code)))
    }
    var status = stat()
    var problem: TraceError?
    if fstat(descriptor, &status) != 0 {
      problem = .unreadable(path: path, reason: String(cString: strerror(errno)))
    } else if status.st_mode & S_IFMT == S_IFDIR {
      problem = .directory(path: path)
    } else if status.st_mode & S_IFMT != S_IFREG {
      problem = .notSeekable(path: path)
    }
    if let problem {
      close(descriptor)
      throw problem
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

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
        let reason = String(cString: strerror(errno))
        problem = .readFailed(path: path, offset: offset, reason: reason)
        return
      }
      body(UnsafeBufferPointer(rebasing: buffer[..<length]))
    }
    if let problem { throw problem }
  }
}
