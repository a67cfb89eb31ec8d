extension ExitStatus {
  /// Another account has the name already.
  static let nameTaken = ExitStatus(rawValue: 3)
  /// The account file cannot be read, locked or written.
  static let accountFile = ExitStatus(rawValue: 4)
}
