import Platform

/// Standard error kept in an unlinked file while the alternate screen is up, and copied out
/// when it is gone.
///
/// A message written in between, above all `Fatal error: …`, would garble the screen and vanish
/// with it. Standard error is left alone if it is not the terminal.
enum StandardErrorCapture {
  /// Redirects standard error to a file, if it is the terminal.
  static func begin() {
    guard state.pointee.original < 0, isatty(2) == 1 else { return }
    guard let file = Descriptor.temporaryFile(for: "stderr") else { return }
    let original = fcntl(2, F_DUPFD_CLOEXEC, 3)
    guard original >= 0, dup2(file, 2) >= 0 else {
      close(file)
      if original >= 0 { close(original) }
      return
    }
    state.pointee.file = file
    state.pointee.original = original
  }

  /// Restores standard error and copies out what was written meanwhile. Async-signal-safe.
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

  private static let bufferSize = 4096

  private struct State {
    /// The descriptor that keeps the terminal open; -1 while nothing is captured.
    var original: Int32 = -1
    /// The file that standard error is led into.
    var file: Int32 = -1
    /// The buffer through which the file is copied out.
    var buffer: UnsafeMutablePointer<UInt8>
  }

  /// Written by `begin` before a restore can be requested, then by the one restore that runs.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: State(buffer: .allocate(capacity: bufferSize)))
    return pointer
  }()
}
