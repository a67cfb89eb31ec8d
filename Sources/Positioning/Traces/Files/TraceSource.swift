import Platform

/// Opens the source of a trace.
///
/// A plain file is read as it is; a gzip file is unpacked into a temporary file. If a trace has to
/// be read at any offset, data from standard input (`-`) or a pipe is copied to one, too. The
/// temporary file has already been unlinked, and disappears when the program ends.
enum TraceSource {
  /// The maximum number of bytes of the copy of a pipe.
  static let mostCopiedBytes = 16 << 30
  /// The first bytes of a gzip file.
  private static let gzipMark: [UInt8] = [0x1F, 0x8B]

  /// An opened source.
  enum Opened {
    /// A file that can be read at any offset, and why its end is missing.
    case file(Int32, truncation: TraceTruncation?)
    /// A pipe that can be read once, and the bytes already read from it.
    case pipe(Int32, beginning: [UInt8])
  }

  /// Returns a reader of `path` at any offset.
  ///
  /// If reading a pipe fails, the bytes before the failure are the whole content.
  ///
  /// - Parameters:
  ///   - path: The path, or `-`.
  ///   - limit: The maximum size of a compressed trace after unpacking, in bytes.
  /// - Throws: `TraceError` if the file does not exist, cannot be read, or does not fit.
  static func file(
    for path: String, unpacked limit: Int = TraceOptions().mostUnpackedBytes
  ) throws(TraceError) -> RandomAccessFile {
    switch try opened(path, unpacked: limit) {
    case .file(let file, let truncation):
      return try RandomAccessFile(file, path: path, truncation: truncation)
    case .pipe(let pipe, let beginning):
      defer { close(pipe) }
      let copy = try temporaryCopy(of: pipe, after: beginning, path, mostCopiedBytes)
      return try RandomAccessFile(copy.file, path: path, truncation: copy.truncation)
    }
  }

  /// A descriptor that reads from `path`; the caller closes it.
  ///
  /// - Parameters:
  ///   - path: The path, or `-`.
  ///   - limit: The maximum size of a compressed trace after unpacking, in bytes.
  /// - Throws: `TraceError` if the file does not exist, cannot be read, or does not fit.
  static func opened(
    _ path: String, unpacked limit: Int = TraceOptions().mostUnpackedBytes
  ) throws(TraceError) -> Opened {
    let source = try openSource(path)
    var status = stat()
    guard fstat(source, &status) == 0 else {
      let reason = SystemError().reason
      close(source)
      throw .unreadable(path: path, reason: reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // Standard input may be a file that was partly read already; read it from its beginning.
      let (file, truncation) = try unpacked(source, path, limit)
      return .file(file, truncation: truncation)
    case S_IFDIR:
      close(source)
      throw .directory(path: path)
    case S_IFIFO, S_IFSOCK:
      var copy: (file: Int32, truncation: TraceTruncation?)
      do throws(TraceError) {
        let beginning = try beginning(of: source, path)
        guard beginning == gzipMark else { return .pipe(source, beginning: beginning) }
        copy = try temporaryCopy(of: source, after: beginning, path, mostCopiedBytes)
      } catch {
        close(source)
        throw error
      }
      close(source)
      let (file, truncation) = try unpacked(copy.file, path, limit)
      return .file(file, truncation: copy.truncation ?? truncation)
    default:
      close(source)
      throw .notSeekable(path: path)
    }
  }

  private static func openSource(_ path: String) throws(TraceError) -> Int32 {
    // A named pipe waits for its writer; without waiting it would seem to be empty. Never wait for
    // anything else.
    var status = stat()
    let isPipe = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let flags = O_RDONLY | O_CLOEXEC | (isPipe ? 0 : O_NONBLOCK)
    let source = path == "-" ? fcntl(0, F_DUPFD_CLOEXEC, 3) : open(path, flags)
    guard source < 0 else { return source }
    let code = errno
    if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
    throw .unreadable(path: path, reason: SystemError(code).reason)
  }

  /// Returns the content of a gzip file, or the file itself; closes `source` unless it returns it.
  private static func unpacked(
    _ source: Int32, _ path: String, _ limit: Int
  ) throws(TraceError) -> (file: Int32, truncation: TraceTruncation?) {
    var mark: [UInt8] = [0, 0]
    guard pread(source, &mark, 2, 0) == 2, mark == gzipMark else { return (source, nil) }
    defer { close(source) }
    return try GzipProgram.unpack(source, path, limit: limit)
  }

  /// Reads as many bytes as are needed to recognize a gzip file.
  private static func beginning(of source: Int32, _ path: String) throws(TraceError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer: [UInt8] = [0, 0]
    while bytes.count < gzipMark.count {
      let rest = gzipMark.count - bytes.count
      let length = try read(source, &buffer, rest, path, at: bytes.count)
      guard length > 0 else { break }
      bytes += buffer[..<length]
    }
    return bytes
  }

  /// Reads the available data of a pipe, or waits for it; returns its length, 0 at the end.
  static func read(
    _ source: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ path: String, at offset: Int
  ) throws(TraceError) -> Int {
    while true {
      let length = Descriptor.read(source, buffer, count)
      guard length < 0 else { return length }
      guard errno == EAGAIN else {
        throw .readFailed(path: path, offset: offset, reason: SystemError().reason)
      }
      var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, -1)
    }
  }

  /// Writes some bytes, and the rest of `source`, to a temporary file.
  ///
  /// If reading `source` fails, the file ends there, and is incomplete.
  static func temporaryCopy(
    of source: Int32, after beginning: [UInt8] = [], _ path: String, _ limit: Int
  ) throws(TraceError) -> (file: Int32, truncation: TraceTruncation?) {
    guard let copy = Descriptor.temporaryFile(for: "trace") else {
      throw .noTemporaryFile(path: path, reason: SystemError().reason)
    }
    do throws(TraceError) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var piece = beginning[...]
      var total = 0
      repeat {
        total += piece.count
        guard total <= limit else { throw .tooLarge(path: path, limit: limit) }
        let written = piece.withUnsafeBytes { Descriptor.writeAll($0, to: copy) }
        guard written == piece.count else {
          throw .noTemporaryFile(path: path, reason: SystemError().reason)
        }
        // Cleared first, to avoid copying the buffer.
        piece = []
        piece = buffer[..<(try read(source, &buffer, buffer.count, path, at: total))]
      } while !piece.isEmpty
      return (copy, nil)
    } catch {
      if case .readFailed(_, let offset, let reason) = error, offset > 0 {
        return (copy, .unreadable(offset: offset, reason: reason))
      }
      close(copy)
      throw error
    }
  }
}
