import Credentials

extension PasswordHasher {
  /// For tests in which hashing is not the point: readable and instant.
  package static let transparent = PasswordHasher(
    hash: { (password) throws(PasswordHashingError) -> String in "plain-\(password)" },
    verify: { $1 == "plain-\($0)" },
    decoy: "plain")
}
