/// The descriptor of keys while standard input is a pipe.
enum TerminalKeys {
  /// Returns the terminal's own descriptor, or -1 if there is none.
  ///
  /// - Parameters:
  ///   - what: The data in the pipe, in words.
  ///   - command: The command that reads it.
  /// - Throws: `UsageError` if standard input is not a pipe.
  static func beside(_ what: String, pipedInto command: String) throws(UsageError) -> Int32 {
    guard isatty(0) == 0 else {
      throw UsageError(
        "Standard input is a terminal; pipe \(what) into '\(Program.name) \(command) -'.")
    }
    return open("/dev/tty", O_RDWR | O_CLOEXEC)
  }
}
