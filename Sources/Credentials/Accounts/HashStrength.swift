/// The strength of a password's hash against a thief who has it.
///
///     HashStrength(hash: "$2y$05$…")?.description  // "fair: cost 5"
///     HashStrength(hash: "$apr1$…")?.description  // "weak: MD5"
///
/// The password counts as well: none of these protects a password that is easy to guess.
public enum HashStrength: Hashable, Sendable {
  /// Passwords that are hard to guess stay secret.
  case strong
  /// The method is good, but this hash takes too little work, for a reason such as `cost 5`. The
  /// defaults of `htpasswd` make such hashes. A new password gets a strong hash.
  case fair(because: String)
  /// Most passwords are soon found, because of this method, by its usual name.
  case weak(method: String)

  /// Rates a hash; nil if its strength is unknown, or no password opens the account.
  package init?(hash: String) { self.init(hash: hash, of: PasswordScheme(hash: hash)) }

  /// Rates a hash of a method.
  init?(hash: String, of scheme: PasswordScheme) {
    guard scheme.access == .open else { return nil }
    if let method = scheme.weakness {
      self = .weak(method: method)
    } else {
      guard let cost = HashCost(of: hash, scheme) else { return nil }
      self = cost.slightness(of: scheme).map { Self.fair(because: $0) } ?? .strong
    }
  }

  /// The degree only, as used in JSON: `strong`, `fair` or `weak`.
  package var word: String {
    switch self {
    case .strong: "strong"
    case .fair: "fair"
    case .weak: "weak"
    }
  }
}

extension HashStrength: CustomStringConvertible {
  /// The degree and its reason in a few words.
  public var description: String {
    switch self {
    case .strong: word
    case .fair(let reason): "\(word): \(reason)"
    case .weak(let method): "\(word): \(method)"
    }
  }
}

extension HashCost {
  /// The minimum work of a strong hash: that of bcrypt's cost 10, which OWASP asks for.
  private static let leastSeconds = 0.05
  /// The minimum memory of a strong hash, for memory-hard methods.
  private static let leastBytes = 4.0 * 1024 * 1024

  /// The reason why a good method takes too little work here, in two words; nil if it does not.
  fileprivate func slightness(of scheme: PasswordScheme) -> String? {
    switch scheme {
    case .yescrypt, .gostYescrypt, .scrypt: bytes < Self.leastBytes ? "low memory" : nil
    case .bcrypt: seconds < Self.leastSeconds ? "cost \(exponent ?? 0)" : nil
    case .sha512, .sha256, .sha1Crypt, .sunMD5: seconds < Self.leastSeconds ? "few rounds" : nil
    case .md5, .apr1, .sha1, .saltedSHA1, .plain, .des, .extendedDES, .ntHash: nil
    case .braced, .locked, .other: nil
    }
  }
}
