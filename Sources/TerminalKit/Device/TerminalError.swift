import Platform

/// Why the terminal could not be taken over.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// `tcgetattr` or `tcsetattr` failed with this `errno`.
  case attributes(Int32)
  /// The pipe for wake-ups could not be made, with this `errno`.
  case pipe(Int32)

  public var description: String {
    switch self {
    case .attributes(let code):
      "The terminal refused raw mode (\(SystemError(code).reason)); "
        + "run the program directly in a terminal window."
    case .pipe(let code):
      "Cannot open a pipe (\(SystemError(code).reason)); "
        + "close programs or raise the limit on open files."
    }
  }
}
