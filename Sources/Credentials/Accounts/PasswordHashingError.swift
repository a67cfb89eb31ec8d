/// Why a password could not be hashed, or not be checked against a hash.
public enum PasswordHashingError: Error, Hashable, Sendable {
  /// An empty password.
  case empty
  /// A NUL, at which the C library would stop reading and take a shorter password.
  case containsNUL
  /// More bytes than the method reads; the rest would be ignored or the hash refused.
  case tooLong(bytes: Int, limit: Int)
  /// No hash that an account file can hold is to be had on this system.
  case unavailable(reason: String)
  /// The hash is of a method that is not known here, or not written as its method wants it.
  case unknownMethod
  /// The hash asks for more work than is tried: so many seconds, roughly.
  case tooExpensive(seconds: Double)
  /// The system does not give the memory that hashing takes, which is so many bytes.
  case outOfMemory(bytes: Double)
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
    case .unknownMethod:
      "The hash is of a kind that cannot be checked here; set a new password."
    case .tooExpensive(let seconds):
      "To check a password against the hash would take \(Self.duration(seconds)), so it was not "
        + "tried; set a new password."
    case .outOfMemory(let bytes):
      "There is not enough memory to hash a password, which takes "
        + "\(max(1, Int((min(bytes, 1e15) / 1_048_576).rounded(.up)))) MiB; end other programs, or "
        + "raise the limit (ulimit -v)."
    }
  }

  /// How long something takes, to be read.
  static func duration(_ seconds: Double) -> String {
    let units = [("years", 31_557_600.0), ("days", 86_400), ("hours", 3600), ("minutes", 60)]
    guard let (unit, length) = units.first(where: { seconds >= 2 * $0.1 }) else {
      return "about \(Int(seconds.rounded())) seconds"
    }
    let count = seconds / length
    return count < 10_000 ? "about \(Int(count.rounded())) \(unit)" : "thousands of years"
  }
}
