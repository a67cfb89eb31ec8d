import CommandLineKit

extension ExitStatus {
  /// Somebody has the name of the account already.
  static let nameTaken = ExitStatus(rawValue: 3)
  /// The account file cannot be read, locked or written.
  static let accountFile = ExitStatus(rawValue: 4)
}
