import Reactive

/// The estimate of the last password. With every key it is needed twice: by the rules and by the
/// meter.
///
/// The memo keeps neither the password nor the user name but 128 bits of their hash, which is
/// different with each start of the program.
enum EstimateMemo {
  private struct Entry: Sendable {
    let key: [Int]
    let strength: PasswordStrength
  }

  private static let last = Locked<Entry?>(nil)
  /// The estimate of no password, which is the same for all users.
  private static let ofNothing = PasswordStrength(of: "")

  /// Returns the strength of a user's password, as ``PasswordStrength`` estimates it.
  static func strength(of password: String, username: String) -> PasswordStrength {
    if password.isEmpty { return ofNothing }
    let key = (0..<2).map { round in
      var hasher = Hasher()
      hasher.combine(round)
      hasher.combine(password)
      hasher.combine(username)
      return hasher.finalize()
    }
    if let entry = last.withLock({ $0 }), entry.key == key { return entry.strength }
    let strength = PasswordStrength(of: password, userInputs: username.isEmpty ? [] : [username])
    last.withLock { $0 = Entry(key: key, strength: strength) }
    return strength
  }
}
