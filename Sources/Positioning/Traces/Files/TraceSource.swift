#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Opens what a trace is read from, so that it can be read at any place.
///
/// A plain file is read as it is. Standard input (`-`), a pipe and a gzip file are first written
/// whole to a temporary file that has no name any more, so it goes with the program however that
/// ends.
enum TraceSource {
  /// The most bytes that a temporary file may have.
  static let mostTemporaryBytes = 16 << 30

  /// A descriptor that reads from `path` at any offset; the caller closes it.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that a temporary file may have.
  /// - Throws: `TraceError` when there is no such file, it cannot be read, or it does not fit.
  static func descriptor(
    for path: String, limit: Int = mostTemporaryBytes
  ) throws(TraceError) -> Int32 {
    let source = try openSource(path)
    var status = stat()
    guard fstat(source, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      close(source)
      throw .unreadable(path: path, reason: reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // Standard input may be a file that was read in part already; it is read from its beginning.
      return try unpacked(source, path, limit)
    case S_IFDIR:
      close(source)
      throw .directory(path: path)
    case S_IFIFO, S_IFSOCK:
      defer { close(source) }
      return try unpacked(temporaryCopy(of: source, path, limit), path, limit)
    default:
      close(source)
      throw .notSeekable(path: path)
    }
  }

  private static func openSource(_ path: String) throws(TraceError) -> Int32 {
    // A pipe with a name waits for its writer; without one it would seem to be empty. Nothing else
    // may be waited for.
    var status = stat()
    let isPipe = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let flags = O_RDONLY | O_CLOEXEC | (isPipe ? 0 : O_NONBLOCK)
    let source = path == "-" ? fcntl(0, F_DUPFD_CLOEXEC, 3) : open(path, flags)
    guard source < 0 else { return source }
    let code = errno
    if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
    throw .unreadable(path: path, reason: String(cString: strerror(code)))
  }

  /// What a gzip file holds, or the file itself; closes `source` unless it returns it.
  private static func unpacked(
    _ source: Int32, _ path: String, _ limit: Int
  ) throws(TraceError) -> Int32 {
    var magic: (UInt8, UInt8) = (0, 0)
    guard pread(source, &magic, 2, 0) == 2, magic == (0x1F, 0x8B) else { return source }
    defer { close(source) }
    return try GzipProgram.unpack(source, path, limit: limit)
  }

  /// Writes everything that `source` still holds to a temporary file.
  static func temporaryCopy(
    of source: Int32, _ path: String, _ limit: Int
  ) throws(TraceError) -> Int32 {
    let copy = try temporaryFile(path)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while true {
      let length = read(source, &buffer, buffer.count)
      if length == 0 { return copy }
      if length < 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EAGAIN {
          var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
          _ = poll(&wait, 1, -1)
          continue
        }
        close(copy)
        throw .readFailed(path: path, offset: total, reason: String(cString: strerror(code)))
      }
      total += length
      guard total <= limit else {
        close(copy)
        throw .tooLarge(path: path, limit: limit)
      }
      guard writeAll(buffer[..<length], to: copy) else {
        let reason = String(cString: strerror(errno))
        close(copy)
        throw .noTemporaryFile(path: path, reason: reason)
      }
    }
  }

  private static func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let length = write(file, bytes.baseAddress! + written, bytes.count - written)
        if length < 0, errno == EINTR { continue }
        guard length > 0 else { return false }
        written += length
      }
      return true
    }
  }

  private static func temporaryFile(_ path: String) throws(TraceError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/trace-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else {
      throw .noTemporaryFile(path: path, reason: String(cString: strerror(errno)))
    }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return file
  }
}
