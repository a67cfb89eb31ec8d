#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard error kept in an unlinked file while the alternate screen is up, and copied out
/// when it is gone.
///
/// A message written in between, `Fatal error: …` above all, would garble the screen and vanish
/// with it. Standard error that is not the terminal is left alone.
enum StandardErrorCapture {
  /// Leads standard error into a file, if it is the terminal.
  static func begin() {
    guard state.pointee.original < 0, isatty(2) == 1 else { return }
    guard let file = openUnlinkedFile() else { return }
    let original = fcntl(2, F_DUPFD_CLOEXEC, 3)
    guard original >= 0, dup2(file, 2) >= 0 else {
      close(file)
      if original >= 0 { close(original) }
      return
    }
    state.pointee.file = file
    state.pointee.original = original
  }

  /// Puts standard error back and copies out what was written meanwhile. Async-signal-safe.
  static func end() {
    let original = state.pointee.original
    guard original >= 0 else { return }
    state.pointee.original = -1
    dup2(original, 2)
    close(original)
    let file = state.pointee.file
    lseek(file, 0, SEEK_SET)
    while true {
      let count = read(file, state.pointee.buffer, bufferSize)
      guard count > 0 else { break }
      var sent = 0
      while sent < count {
        let written = write(2, state.pointee.buffer + sent, count - sent)
        if written > 0 { sent += written } else if errno != EINTR { break }
      }
      guard sent == count else { break }
    }
    close(file)
  }

  private static func openUnlinkedFile() -> Int32? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    #if os(Linux)
      // Without a name, so that nothing is left however the program ends. The system's name for it
      // is a macro that Swift does not import.
      let unnamed = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
      if unnamed >= 0 { return unnamed }
    #endif
    var path = Array("\(folder)/stderr-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return nil }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static let bufferSize = 4096

  private struct State {
    /// The descriptor that keeps the terminal open; -1 while nothing is captured.
    var original: Int32 = -1
    /// The file that standard error is led into.
    var file: Int32 = -1
    /// The place through which the file is copied out.
    var buffer: UnsafeMutablePointer<UInt8>
  }

  /// Written by `begin` before a restore can be asked for, then by the one restore that runs.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let place = UnsafeMutablePointer<State>.allocate(capacity: 1)
    place.initialize(to: State(buffer: .allocate(capacity: bufferSize)))
    return place
  }()
}
