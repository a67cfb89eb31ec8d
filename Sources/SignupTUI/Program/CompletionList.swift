/// A list of possible arguments, which the completions of a shell request from the program:
/// `completions accounts -- login --accounts FILE`.
enum CompletionList: String {
  /// The names of accounts.
  case accounts
  /// Devices of serial lines.
  case devices
}
