/// Documents that can be read once: of standard input, or of another pipe.
enum PipedStreams {
  /// Returns true if a path is `-`, standard input, or a pipe such as a shell's `<(…)`.
  static func isPiped(_ path: String) -> Bool {
    if isStandardInput(path) { return true }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFCHR, S_IFSOCK: return true
    default: return false
    }
  }

  /// Returns true if a path is standard input's.
  static func isStandardInput(_ path: String) -> Bool { path == "-" || path == "/dev/stdin" }

  /// Reads a pipe to its end.
  static func contents(of path: String) throws(StreamStoreError) -> StreamContents {
    let isInput = isStandardInput(path)
    let name = isInput ? "standard input" : path
    let bytes: [UInt8]
    do { bytes = try FormFile.bytes(of: isInput ? "-" : path) } catch {
      let reason = (error as? FormFileError)?.reason ?? "\(error)"
      throw .unreadable(path: name, reason: reason)
    }
    return StreamContents(parts: [
      StreamContents.Part(
        name: name,
        update: Result { () throws(StreamStoreError) in
          try StreamStore.Snapshot(bytes: bytes, named: name)
        })
    ])
  }
}
