/// Why an account could not be looked up or added.
///
/// Its `description` is a sentence for the person at the screen: what went wrong, where, and what
/// to do about it. It never contains a password.
public enum AccountError: Error, Hashable, Sendable {
  /// The name belongs to somebody already.
  case taken(username: String)
  /// No account can have this name.
  case invalidUsername(AccountName.Flaw)
  /// The password cannot be hashed.
  case invalidPassword(PasswordHashingError)
  /// The account file is there but cannot be read. `reason` is the system's word for it.
  case unreadable(path: String, reason: String)
  /// The account file, its folder or its lock could not be written; nothing was changed.
  case cannotWrite(path: String, reason: String)
  /// Another program has kept the account file's lock for as long as one waits; nothing was
  /// changed.
  case locked(path: String)
  /// Neither `XDG_DATA_HOME` nor `HOME` says where the account file belongs.
  case noDefaultPath
}

extension AccountError: CustomStringConvertible {
  /// One sentence that says what, where and how to fix it.
  public var description: String {
    switch self {
    case .taken(let username):
      "The name “\(username)” is taken; choose another."
    case .invalidUsername(let flaw):
      flaw.description
    case .invalidPassword(let error):
      error.description
    case .unreadable(let path, let reason):
      "Cannot read the account file \(path): \(reason). Check the file and its permissions."
    case .cannotWrite(let path, let reason):
      "Cannot write \(path): \(reason). No account was added; check the folder, its permissions "
        + "and the free space."
    case .locked(let path):
      "Another program has held \(path) for ten seconds. No account was added; try again when that "
        + "program has ended."
    case .noDefaultPath:
      "There is no place for the account file: neither XDG_DATA_HOME nor HOME is set. "
        + "Set one of them to an absolute path, or name a file."
    }
  }
}
