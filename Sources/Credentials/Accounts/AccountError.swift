/// The reason why an account could not be looked up, added or changed.
///
/// Its `description` is a sentence for the user: the problem, its location, and the remedy. It
/// never contains a password.
public enum AccountError: Error, Hashable, Sendable {
  /// Another account has the name already.
  case taken(username: String)
  /// No account has the name.
  case unknown(username: String)
  /// Several accounts have the name in other spellings, and none in this one.
  case ambiguous(username: String, spellings: [String])
  /// The hash of the account is of a kind that cannot be checked on this system.
  case uncheckable(username: String)
  /// Checking a password against the hash of the account would take longer than the limit: this
  /// many seconds, roughly.
  case tooExpensive(username: String, seconds: Double)
  /// The system does not provide the memory that hashing takes, in bytes.
  case outOfMemory(bytes: Double)
  /// No account can have this name.
  case invalidUsername(AccountName.Flaw)
  /// The password cannot be hashed.
  case invalidPassword(PasswordHashingError)
  /// The account file exists but cannot be read. `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The account file, its folder or its lock could not be written; nothing was changed.
  case cannotWrite(path: String, reason: String)
  /// Another program has kept the account file's lock for as long as the store waits; nothing was
  /// changed.
  case locked(path: String)
  /// The store cannot be reached, or has failed: its name, and the reason in its own words.
  case unavailable(store: String, reason: String)
  /// The store does not support this; `operation` begins with a verb.
  case notSupported(operation: String)
  /// Neither `XDG_DATA_HOME` nor `HOME` gives a path for the account file.
  case noDefaultPath
}

extension AccountError: CustomStringConvertible {
  /// One sentence with the problem, its location and the remedy.
  public var description: String {
    switch self {
    case .taken(let username): "The name “\(username)” is taken; choose another."
    case .unknown(let username): "There is no account “\(username)”; check the name."
    case .ambiguous(let username, let spellings):
      "“\(username)” could be \(spellings.map { "“\($0)”" }.joined(separator: " or ")); "
        + "type the name as the file has it."
    case .uncheckable(let username):
      "The hash of “\(username)” uses a method that cannot be checked here; "
        + "give the account a new password."
    case .tooExpensive(let username, let seconds):
      "Checking a password against the hash of “\(username)” would take "
        + "\(PasswordHashingError.duration(seconds)), so it was not tried; give the account a new "
        + "password."
    case .outOfMemory(let bytes): PasswordHashingError.outOfMemory(bytes: bytes).description
    case .invalidUsername(let flaw): flaw.description
    case .invalidPassword(let error): error.description
    case .unreadable(let path, let reason):
      "Cannot read the account file \(path): \(reason). Check the file and its permissions."
    case .cannotWrite(let path, let reason):
      "Cannot write \(path): \(reason). Nothing was changed; check the folder, its permissions "
        + "and the free space."
    case .locked(let path):
      "Another program has kept \(path) locked for ten seconds. Nothing was "
        + "changed; try again when that program has ended (lslocks shows which it is)."
    case .unavailable(let store, let reason):
      "The accounts of \(store) cannot be reached: \(reason). Try again later."
    case .notSupported(let operation):
      "This store of accounts cannot \(operation); use another one."
    case .noDefaultPath:
      "Cannot choose a folder for the account file: neither XDG_DATA_HOME nor HOME is set. "
        + "Set one of them to an absolute path, or name a file."
    }
  }
}

extension AccountError {
  /// Makes an error from the reason why a password could not be hashed.
  init(hashing error: PasswordHashingError) {
    if case .outOfMemory(let bytes) = error {
      self = .outOfMemory(bytes: bytes)
    } else {
      self = .invalidPassword(error)
    }
  }

  /// Makes an error from the reason why a password could not be checked against the hash of an
  /// account.
  init(checking username: String, _ error: PasswordHashingError) {
    switch error {
    case .unknownMethod: self = .uncheckable(username: username)
    case .tooExpensive(let seconds): self = .tooExpensive(username: username, seconds: seconds)
    case .empty, .containsNUL, .tooLong, .unavailable, .outOfMemory: self.init(hashing: error)
    }
  }
}
