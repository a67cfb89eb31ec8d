/// A list of what can stand in a command line, which the completions of a shell ask the program
/// for: `completions accounts -- login --accounts FILE`.
enum CompletionList: String {
  /// The names of accounts.
  case accounts
  /// Devices of serial lines.
  case devices
}
