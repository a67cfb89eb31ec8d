import Platform

/// Unpacks gzip files with the system's own program, `gzip -dc`, so that nothing has to be linked.
enum GzipProgram {
  /// A temporary file with what the gzip file `source` holds.
  ///
  /// An archive that is cut off or damaged gives what came before the damage, and the program's
  /// reason; nothing at all is an error.
  ///
  /// - Parameters:
  ///   - path: The file's name, for errors.
  ///   - limit: The most bytes that the temporary file may have.
  static func unpack(
    _ source: Int32, _ path: String, limit: Int
  ) throws(TraceError) -> (file: Int32, damage: TraceDamage?) {
    guard let ends = PrivatePipe() else {
      throw .noTemporaryFile(path: path, reason: SystemError().reason)
    }
    // More than fits is dropped: it must not wait for a reader.
    let complaints = PrivatePipe()
    if let complaints { _ = fcntl(complaints.input, F_SETFL, O_NONBLOCK) }
    defer { if let complaints { close(complaints.output) } }
    lseek(source, 0, SEEK_SET)
    var child: pid_t = 0
    let code = ChildProgram.start(
      "gzip", ["-dc"], environment: ["PATH"], input: source, output: ends.input,
      complaints: complaints?.input, &child)
    close(ends.input)
    if let complaints { close(complaints.input) }
    defer { close(ends.output) }
    guard code == 0 else {
      throw .compressed(path: path, reason: "the program gzip was not found")
    }
    let result: Result<(file: Int32, damage: TraceDamage?), TraceError>
    do throws(TraceError) {
      result = .success(try TraceSource.temporaryCopy(of: ends.output, path, limit))
    } catch {
      if case .tooLarge(let path, let limit) = error {
        result = .failure(.unpacksTooLarge(path: path, limit: limit))
      } else {
        result = .failure(error)
      }
      // It would wait for ever to write on.
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let copy = try result.get()
    guard status != 0 else { return copy }
    let reason = reason(of: status, complaints?.output)
    var file = stat()
    guard fstat(copy.file, &file) == 0, file.st_size > 0 else {
      close(copy.file)
      throw .compressed(path: path, reason: reason)
    }
    return (copy.file, .archive(reason: reason))
  }

  /// How the program ended, and what it said last: `gzip: unexpected end of file, exit status 1`.
  private static func reason(of status: Int32, _ complaints: Int32?) -> String {
    let signal = status & 0x7F
    let end = signal == 0 ? "exit status \(status >> 8 & 0xFF)" : "ended by signal \(signal)"
    guard let words = complaints.flatMap(words) else { return "gzip: \(end)" }
    return "gzip: \(words), \(end)"
  }

  /// The first line that the program wrote, without its name and that of its input.
  private static func words(in complaints: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 512)
    _ = fcntl(complaints, F_SETFL, O_NONBLOCK)
    let length = read(complaints, &buffer, buffer.count)
    guard length > 0 else { return nil }
    let lines = buffer[..<length].split { $0 == .lineFeed || $0 == .carriageReturn }
    guard let line = lines.first else { return nil }
    let names = Array("gzip: stdin: ".utf8)
    let words = line.starts(with: names) ? line.dropFirst(names.count) : line
    return String(decoding: words, as: UTF8.self)
  }
}
