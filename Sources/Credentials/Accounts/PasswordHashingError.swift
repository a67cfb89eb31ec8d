/// The reason why a password could not be hashed, or not be checked against a hash.
public enum PasswordHashingError: Error, Hashable, Sendable {
  /// The password is empty.
  case empty
  /// The password has a NUL, at which the C library would stop reading and take a shorter password.
  case containsNUL
  /// The password has more bytes than the method reads; the rest would be ignored or the hash
  /// refused.
  case tooLong(bytes: Int, limit: Int)
  /// This system makes no hashes that fit into an account file.
  case unavailable(reason: String)
  /// The hash is of a method that is not known here, or not in the method's form.
  case unknownMethod
  /// The hash demands more work than the limit: this many seconds, roughly.
  case tooExpensive(seconds: Double)
  /// The system does not provide the memory that hashing takes, in bytes.
  case outOfMemory(bytes: Double)
}

extension PasswordHashingError: CustomStringConvertible {
  /// One sentence with the problem and the remedy.
  public var description: String {
    switch self {
    case .empty: "The password is empty; type one."
    case .containsNUL: "The password contains a NUL character; leave it out."
    case .tooLong(let bytes, let limit):
      "The password is \(bytes) bytes long; use at most \(limit)."
    case .unavailable(let reason): "Passwords cannot be hashed here: \(reason)."
    case .unknownMethod: "The hash uses a method that cannot be checked here; set a new password."
    case .tooExpensive(let seconds):
      "Checking a password against the hash would take \(Self.duration(seconds)), so it was not "
        + "tried; set a new password."
    case .outOfMemory(let bytes):
      "There is not enough memory to hash a password, which takes "
        + "\(max(1, Int((min(bytes, 1e15) / 1_048_576).rounded(.up)))) MiB; end other programs, or "
        + "raise the limit (ulimit -v)."
    }
  }

  /// Returns a time in words.
  static func duration(_ seconds: Double) -> String {
    let units = [("years", 31_557_600.0), ("days", 86_400), ("hours", 3600), ("minutes", 60)]
    guard let (unit, length) = units.first(where: { seconds >= 2 * $0.1 }) else {
      return "about \(Int(seconds.rounded())) seconds"
    }
    let count = seconds / length
    return count < 10_000 ? "about \(Int(count.rounded())) \(unit)" : "thousands of years"
  }
}
