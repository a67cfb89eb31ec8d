/// How the program ends, as a shell sees it.
enum ExitStatus: Int32 {
  case success = 0
  /// The data was bad, the work failed, or the user cancelled.
  case failure = 1
  /// The command line was wrong, or there is no terminal where one is needed.
  case usage = 2
  /// Somebody has the name of the account already.
  case nameTaken = 3
  /// The account file cannot be read, locked or written.
  case accountFile = 4
}
