/// The method of a password hash, as far as the hash shows it.
///
///     PasswordScheme(hash: "$2y$10$…")  // .bcrypt
///     PasswordScheme(hash: "$apr1$…").isWeak  // true
///
/// The raw value is a word for command lines and JSON.
public enum PasswordScheme: String, CaseIterable, Hashable, Sendable {
  /// `$y$`: memory-hard, the default of new accounts.
  case yescrypt
  /// `$gy$`: yescrypt under a hash function of the Russian standards.
  case gostYescrypt = "gost-yescrypt"
  /// `$7$`: memory-hard.
  case scrypt
  /// `$2b$`, `$2y$`, `$2a$` or `$2x$`, which read 72 bytes of a password.
  case bcrypt
  /// `$6$`: SHA-512 in rounds.
  case sha512
  /// `$5$`: SHA-256 in rounds.
  case sha256
  /// `$sha1$`: NetBSD's, HMAC of SHA-1 in rounds.
  case sha1Crypt = "sha1crypt"
  /// `$md5$`: Sun's MD5, in 4096 rounds or more.
  case sunMD5 = "sun-md5"
  /// `$1$`: MD5 in 1000 rounds; too quick by now.
  case md5
  /// `$apr1$`: Apache's own MD5 in 1000 rounds, the default of `htpasswd -m`; too quick by now.
  case apr1
  /// `{SHA}`: SHA-1, once and without a salt; far too quick.
  case sha1
  /// `{SSHA}`: SHA-1, once and with a salt, which nginx reads; far too quick.
  case saltedSHA1 = "ssha"
  /// `{PLAIN}`: the password itself, which nginx reads.
  case plain
  /// Thirteen characters of DES, which read 8 bytes of a password, or as many more as these have;
  /// too quick by now.
  case des
  /// `_`: BSDi's DES in rounds; too quick by now.
  case extendedDES = "bsdi"
  /// `$3$`: Windows NT's, MD4 without a salt; far too quick.
  case ntHash = "nt"
  /// Another method in braces, which is not known here.
  case braced
  /// No password matches: the hash is empty, or begins with `!` or `*`.
  case locked
  /// Another method.
  case other

  /// The prefixes of hashes; none begins with one that precedes it in the list.
  private static let prefixes: [(text: String, scheme: PasswordScheme)] = [
    ("$y$", .yescrypt), ("$gy$", .gostYescrypt), ("$7$", .scrypt), ("$2a$", .bcrypt),
    ("$2b$", .bcrypt), ("$2x$", .bcrypt), ("$2y$", .bcrypt), ("$6$", .sha512), ("$5$", .sha256),
    ("$sha1$", .sha1Crypt), ("$md5", .sunMD5), ("$1$", .md5), ("$apr1$", .apr1),
    ("$3$", .ntHash), ("{SHA}", .sha1), ("{SSHA}", .saltedSHA1), ("{PLAIN}", .plain),
    ("{", .braced), ("!", .locked), ("*", .locked),
  ]

  /// Recognises the method of a hash by its beginning.
  public init(hash: String) {
    if let known = Self.prefixes.first(where: { hash.utf8.starts(with: $0.text.utf8) }) {
      self = known.scheme
    } else if hash.isEmpty {
      self = .locked
    } else {
      self = PasswordScheme(ofCharacters: hash.utf8) ?? .other
    }
  }

  /// Recognises the methods that only the length of their hashes distinguishes.
  private init?(ofCharacters hash: String.UTF8View) {
    let isExtended = hash.first == UInt8(ascii: "_") && hash.count == 20
    let characters = hash.dropFirst(isExtended ? 1 : 0)
    guard characters.allSatisfy({ CryptAlphabet.value(of: $0) != nil }) else { return nil }
    if isExtended {
      self = .extendedDES
    } else if hash.count >= 13, (hash.count - 2).isMultiple(of: 11) {
      self = .des
    } else {
      return nil
    }
  }

  /// True if a password can be checked against a hash of this kind.
  package var isCheckable: Bool { access == .open }

  /// True if a thief of hashes of this kind soon has most passwords, and they should be replaced.
  package var isWeak: Bool { weakness != nil }

  /// The answer to the question of what opens an account with a hash of this kind.
  public var access: AccountAccess {
    switch self {
    case .locked: .closed
    case .braced, .other: .unknown
    case .yescrypt, .gostYescrypt, .scrypt, .bcrypt, .sha512, .sha256, .sha1Crypt, .sunMD5, .md5,
      .apr1, .sha1, .saltedSHA1, .plain, .des, .extendedDES, .ntHash:
      .open
    }
  }

  /// The method that makes a hash of this kind weak, by its usual name; nil if it is not weak.
  package var weakness: String? {
    switch self {
    case .md5, .apr1: "MD5"
    case .sha1, .saltedSHA1: "SHA-1"
    case .des, .extendedDES: "DES"
    case .ntHash: "MD4"
    case .plain: "plain text"
    case .yescrypt, .gostYescrypt, .scrypt, .bcrypt, .sha512, .sha256, .sha1Crypt, .sunMD5: nil
    case .braced, .locked, .other: nil
    }
  }

  /// The number of bytes of a password that are read: a longer password is not the right one.
  var maximumBytes: Int { self == .bcrypt ? 72 : 511 }
}

/// The characters that stand for six bits each in the hashes of `crypt`.
enum CryptAlphabet {
  /// All of them, by their values.
  static let characters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// Returns the six bits that a byte of text stands for; nil if it stands for none.
  static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 0x2E...0x39: Int(byte) - 0x2E
    case 0x41...0x5A: Int(byte) - 0x41 + 12
    case 0x61...0x7A: Int(byte) - 0x61 + 38
    default: nil
    }
  }

  /// Returns the low bits of a number as `count` characters, the lowest first.
  static func text(of value: Int, characters count: Int) -> String {
    String((0..<count).map { characters[value >> (6 * $0) & 63] })
  }
}
