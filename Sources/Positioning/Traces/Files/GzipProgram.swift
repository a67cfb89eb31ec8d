#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unpacks gzip files with the system's own program, `gzip -dc`, so that nothing has to be linked.
enum GzipProgram {
  /// A temporary file with what the gzip file `source` holds.
  ///
  /// A file that is cut off or damaged gives what came before the damage; nothing at all is an
  /// error.
  ///
  /// - Parameters:
  ///   - path: The file's name, for errors.
  ///   - limit: The most bytes that the temporary file may have.
  static func unpack(
    _ source: Int32, _ path: String, limit: Int
  ) throws(TraceError) -> Int32 {
    guard let ends = PrivatePipe() else {
      throw .noTemporaryFile(path: path, reason: String(cString: strerror(errno)))
    }
    lseek(source, 0, SEEK_SET)
    var child: pid_t = 0
    let code = ChildProgram.start(
      "gzip", ["-dc"], environment: ["PATH"], input: source, output: ends.input, &child)
    close(ends.input)
    defer { close(ends.output) }
    guard code == 0 else {
      throw .compressed(path: path, reason: "the program gzip was not found")
    }
    let result: Result<Int32, TraceError>
    do throws(TraceError) {
      result = .success(try TraceSource.temporaryCopy(of: ends.output, path, limit))
    } catch {
      result = .failure(error)
      // It would wait for ever to write on.
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let copy = try result.get()
    var file = stat()
    guard fstat(copy, &file) == 0, file.st_size > 0 || status == 0 else {
      close(copy)
      throw .compressed(path: path, reason: "the file is damaged")
    }
    return copy
  }
}
