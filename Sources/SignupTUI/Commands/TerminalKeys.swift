import CommandLineKit
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where keys come from while something is piped in.
enum TerminalKeys {
  /// The terminal's own descriptor, or -1 where there is none.
  ///
  /// - Parameters:
  ///   - what: What is piped in, in words.
  ///   - command: The command that reads it.
  /// - Throws: `UsageError` where nothing is piped in.
  static func beside(_ what: String, pipedInto command: String) throws(UsageError) -> Int32 {
    guard isatty(0) == 0 else {
      throw UsageError(
        "Standard input is a terminal; pipe \(what) into '\(Program.name) \(command) -'.")
    }
    return open("/dev/tty", O_RDWR | O_CLOEXEC)
  }
}
