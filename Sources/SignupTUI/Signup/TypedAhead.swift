import Platform

/// Unread input of the terminal.
enum TypedAhead {
  /// Drops it: it may be half a password, and the shell would take it for a command.
  static func drop() {
    // A job in the background would be stopped for touching the terminal, and gets no input from
    // it.
    guard tcgetpgrp(0) == getpgrp() else { return }
    tcflush(0, TCIFLUSH)
  }

  /// Drops it if a closure throws, which ends a command that was to ask for a password.
  static func dropped<Value>(onFailureOf body: () throws -> Value) rethrows -> Value {
    do {
      return try body()
    } catch {
      drop()
      throw error
    }
  }
}
