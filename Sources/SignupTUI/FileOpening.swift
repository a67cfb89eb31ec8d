/// What `SignupTUI FILE` does: plays a GPS log, fills in a form, or shows streams.
enum FileOpening {
  /// Returns the command line that opens a file; nil for a word that cannot be a file's name and
  /// is not one, such as a misspelled command.
  static func arguments(for path: String) throws(UsageError) -> [String]? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      guard path.utf8.contains(where: { [UInt8(ascii: "."), UInt8(ascii: "/")].contains($0) })
      else { return nil }
      throw UsageError("Cannot open '\(path)': \(SystemError(code).reason).")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw UsageError(
        "'\(path)' is a folder. Use '\(Program.name) streams \(path.shellWord)' for the streams in "
          + "it, or name a file.")
    }
    // A path that begins with a dash must not be taken for an option of the command.
    return [try command(for: path), "--", path]
  }

  private static func command(for path: String) throws(UsageError) -> String {
    let bytes: [UInt8]
    do { bytes = try FormFile.bytes(of: path) } catch { throw UsageError("\(error)") }
    // An archive is unpacked only once, by the command; it can only be a log.
    if bytes.starts(with: [0x1f, 0x8b]) { return ReplayCommand.name }
    var problem: String?
    do throws(DocumentError) {
      if let command = command(for: try JSONReader.read(bytes)) { return command }
    } catch {
      if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes.first) { problem = "\(error)" }
    }
    do throws(TraceError) { _ = try TraceFile(path: path) } catch {
      switch error {
      case .binary, .notATrace, .otherFormat:
        throw UsageError(
          problem.map { "'\(path)' cannot be read as JSON: \($0)." }
            ?? "'\(path)' is not a GPS log, a form or a stream file.")
      default: break  // The command says what is wrong with the log.
      }
    }
    return ReplayCommand.name
  }

  /// The command for a document; nil for other JSON, which may be a log.
  private static func command(for document: JSONValue) -> String? {
    switch document {
    case .object(let members):
      for member in members {
        switch (member.key, member.value) {
        case ("fields", .array): return FormCommand.name
        case ("documents", .array), ("stream", .object): return StreamsCommand.name
        default: break
        }
      }
      return nil
    case .array(let elements): return elements.first.flatMap(command)
    case .null, .bool, .number, .string: return nil
    }
  }
}
