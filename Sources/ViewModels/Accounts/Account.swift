/// An account as a list shows it: everything but its hash.
public struct Account: Hashable, Sendable {
  /// The name as it is written where it is kept, which is how a server wants it typed.
  ///
  /// Bytes that are not UTF-8 appear as U+FFFD.
  public let name: String
  /// How its password is hashed.
  public let scheme: PasswordScheme
  /// The number of its line in the file, from 1; its place in the order where there is no file.
  public let line: Int

  /// Makes an account of what is known of it.
  public init(name: String, scheme: PasswordScheme, line: Int) {
    self.name = name
    self.scheme = scheme
    self.line = line
  }
}

/// How a password is hashed, as far as the hash says.
///
///     PasswordScheme(hash: "$2y$10$…")  // .bcrypt
///
/// The raw value is a word for command lines and JSON.
public enum PasswordScheme: String, CaseIterable, Hashable, Sendable {
  /// `$y$`: memory-hard, the default of new accounts.
  case yescrypt
  /// `$gy$`: yescrypt under a hash function of the Russian standards.
  case gostYescrypt = "gost-yescrypt"
  /// `$7$`: memory-hard.
  case scrypt
  /// `$2b$`, `$2y$` or `$2a$`, which read 72 bytes of a password.
  case bcrypt
  /// `$6$`: SHA-512 in rounds.
  case sha512
  /// `$5$`: SHA-256 in rounds.
  case sha256
  /// `$1$`: MD5 in 1000 rounds; too quick by now.
  case md5
  /// `$apr1$`: Apache's own MD5 in 1000 rounds, which `crypt` does not know; too quick by now.
  case apr1
  /// A method in braces, `{SHA}` or `{SSHA}`, which `crypt` does not know.
  case braced
  /// Thirteen characters of DES, which read 8 bytes of a password; too quick by now.
  case des
  /// No password fits: the hash is empty, or begins with `!` or `*`.
  case locked
  /// None of these.
  case other

  /// Recognises the method of a hash by how it begins.
  public init(hash: String) {
    let prefixes: KeyValuePairs<String, PasswordScheme> = [
      "$y$": .yescrypt, "$gy$": .gostYescrypt, "$7$": .scrypt, "$2a$": .bcrypt, "$2b$": .bcrypt,
      "$2y$": .bcrypt, "$6$": .sha512, "$5$": .sha256, "$1$": .md5, "$apr1$": .apr1,
      "{": .braced, "!": .locked, "*": .locked,
    ]
    if let known = prefixes.first(where: { hash.hasPrefix($0.key) }) {
      self = known.value
    } else if hash.isEmpty {
      self = .locked
    } else {
      let isDES = hash.utf8.count == 13 && hash.utf8.allSatisfy(PasswordScheme.isHashCharacter)
      self = isDES ? .des : .other
    }
  }

  /// Whether `crypt` can check a password against it.
  var isKnownToCrypt: Bool {
    switch self {
    case .yescrypt, .gostYescrypt, .scrypt, .bcrypt, .sha512, .sha256, .md5, .des, .other: true
    case .apr1, .braced, .locked: false
    }
  }

  private static func isHashCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2E...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
