/// Why a password could not be hashed.
public enum PasswordHashingError: Error, Hashable, Sendable {
  /// An empty password.
  case empty
  /// A NUL, at which the C library would stop reading and take a shorter password.
  case containsNUL
  /// More bytes than the method reads; the rest would be ignored or the hash refused.
  case tooLong(bytes: Int, limit: Int)
  /// No hash that an account file can hold is to be had on this system.
  case unavailable(reason: String)
}

extension PasswordHashingError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .empty:
      "The password is empty; type one."
    case .containsNUL:
      "The password contains a NUL character; leave it out."
    case .tooLong(let bytes, let limit):
      "The password is \(bytes) bytes long; use at most \(limit)."
    case .unavailable(let reason):
      "Passwords cannot be hashed here: \(reason)."
    }
  }
}
