import Platform

/// Unpacks gzip files with the system's program, `gzip -dc`, which avoids linking a library.
enum GzipProgram {
  /// Returns a temporary file with the content of the gzip file `source`.
  ///
  /// If an archive is truncated or corrupt, returns the content before the error with the program's
  /// reason; no content at all is an error.
  ///
  /// - Parameters:
  ///   - path: The file's name, for errors.
  ///   - limit: The maximum number of bytes of the temporary file.
  static func unpack(
    _ source: Int32, _ path: String, limit: Int
  ) throws(TraceError) -> (file: Int32, truncation: TraceTruncation?) {
    lseek(source, 0, SEEK_SET)
    let child = ChildProcess()
    do throws(SystemError) {
      try child.start(["gzip", "-dc"], environment: ["PATH"], input: source, errorOutput: .read)
    } catch { throw .compressed(path: path, reason: "the program gzip was not found") }
    let copy: (file: Int32, truncation: TraceTruncation?)
    do throws(TraceError) {
      copy = try TraceSource.temporaryCopy(of: child.output, path, limit)
    } catch {
      guard case .tooLarge(let path, let limit) = error else { throw error }
      throw .unpacksTooLarge(path: path, limit: limit)
    }
    var errorOutput: [UInt8] = []
    let end = child.read(within: .seconds(60)) { channel, bytes in
      if channel == .errorOutput { errorOutput += bytes.prefix(512) }
    }
    if case .ended(let status) = end, status.isSuccess { return copy }
    let reason = reason(of: end, errorOutput)
    var file = stat()
    guard fstat(copy.file, &file) == 0, file.st_size > 0 else {
      close(copy.file)
      throw .compressed(path: path, reason: reason)
    }
    return (copy.file, .archive(reason: reason))
  }

  /// How the program ended, with its last message: `gzip: unexpected end of file, exit status 1`.
  private static func reason(of end: ChildProcess.End, _ errorOutput: [UInt8]) -> String {
    let end =
      switch end {
      case .timedOut: "it did not end"
      case .ended(let status):
        status.signal.map { "ended by signal \($0)" } ?? "exit status \(status.code)"
      }
    return words(in: errorOutput).map { "gzip: \($0), \(end)" } ?? "gzip: \(end)"
  }

  /// The first line that the program printed, without its own and its input's name.
  private static func words(in errorOutput: [UInt8]) -> String? {
    let lines = errorOutput.split { $0 == .lineFeed || $0 == .carriageReturn }
    let names = Array("gzip: stdin: ".utf8)
    return lines.first.map { line in
      String(decoding: line.dropFirst(line.starts(with: names) ? names.count : 0), as: UTF8.self)
    }
  }
}
