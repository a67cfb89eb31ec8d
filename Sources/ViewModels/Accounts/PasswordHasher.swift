import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes the hash of a password that an account file keeps, and checks a password against one.
///
///     let hash = try PasswordHasher.yescrypt.hash("correct horse battery")
///     PasswordHasher.yescrypt.verify("correct horse battery", hash)  // true
///
/// The built-in methods call the C library's `crypt`, and this is the one file that does. They
/// bring the password into Unicode Normalization Form C first (NIST SP 800-63B-4), so that it does
/// not matter how a keyboard composes `é`. Hashing is slow on purpose: yescrypt takes 20 to 70 ms.
///
/// A static buffer inside `crypt` is shared by the whole process. Calls from here go one at a time,
/// and whoever comes meanwhile sleeps until it is their turn; a program that calls `crypt`
/// elsewhere has to see to it that the two never meet.
public struct PasswordHasher: Sendable {
  /// Returns a new hash with a new random salt.
  public var hash: @Sendable (_ password: String) throws(PasswordHashingError) -> String
  /// Whether a password is the one that a hash was made of; false for a hash it does not know.
  public var verify: @Sendable (_ password: String, _ hash: String) -> Bool
  /// A hash that no password has, as expensive to verify as a real one.
  ///
  /// Verifying against it keeps a quicker answer from giving an unknown name away.
  public var decoy: String

  /// Makes a hasher of two functions and a decoy.
  public init(
    hash: @escaping @Sendable (_ password: String) throws(PasswordHashingError) -> String,
    verify: @escaping @Sendable (_ password: String, _ hash: String) -> Bool,
    decoy: String
  ) {
    self.hash = hash
    self.verify = verify
    self.decoy = decoy
  }
}

extension PasswordHasher {
  /// `$y$`: memory-hard, the default of Debian, Fedora and Arch; needs libxcrypt.
  ///
  /// With libxcrypt's default cost (`j9T`: 4096 blocks of 4 KiB, so 16 MiB) and a 128-bit salt.
  public static let yescrypt = PasswordHasher(prefix: "$y$j9T$", salt: .bytes(16), limit: 511)

  /// `$6$`: SHA-512-crypt, understood by the most systems, musl and the BSDs among them.
  ///
  /// `rounds` is the cost, 1000 to 999 999 999. The C library's own default of 5000 takes a mere
  /// millisecond; 656 000 takes about 0.2 s.
  public static func sha512Crypt(rounds: Int = 656_000) -> PasswordHasher {
    precondition((1000...999_999_999).contains(rounds), "SHA-512-crypt takes 1000…999999999 rounds")
    return PasswordHasher(prefix: "$6$rounds=\(rounds)$", salt: .characters(16), limit: 511)
  }

  /// `$2b$`: bcrypt, which reads 72 bytes of a password; longer ones are refused here.
  ///
  /// `cost` is the binary logarithm of the number of rounds, 4 to 31; 10 takes about 90 ms.
  public static func bcrypt(cost: Int = 12) -> PasswordHasher {
    precondition((4...31).contains(cost), "bcrypt takes a cost of 4…31")
    let digits = cost < 10 ? "0\(cost)" : "\(cost)"
    return PasswordHasher(prefix: "$2b$\(digits)$", salt: .characters(22), limit: 72)
  }

  /// How a method wants its salt: so many bytes in the encoding of `crypt`, or so many characters.
  private enum Salt {
    case bytes(Int)
    case characters(Int)

    var characterCount: Int {
      switch self {
      case .bytes(let count): (count * 8 + 5) / 6
      case .characters(let count): count
      }
    }
  }

  private init(prefix: String, salt: Salt, limit: Int) {
    self.init(
      hash: { (password) throws(PasswordHashingError) -> String in
        let bytes = try PasswordHasher.checkedBytes(of: password, limit: limit)
        let setting = prefix + PasswordHasher.makeSalt(salt)
        guard let hash = try PasswordHasher.crypt(bytes, setting: setting) else {
          throw .unavailable(reason: "the C library does not know the method “\(prefix)”")
        }
        return hash
      },
      verify: { password, hash in
        // Past its 72 bytes bcrypt would take a password for any other with the same beginning.
        let limit = hash.hasPrefix("$2") ? 72 : 511
        guard let bytes = try? PasswordHasher.checkedBytes(of: password, limit: limit),
          let again = try? PasswordHasher.crypt(bytes, setting: hash)
        else { return false }
        return PasswordHasher.areEqual(again, hash)
      },
      // “.” stands for six zero bits: no secret, but well formed, which is all a decoy needs.
      decoy: prefix + String(repeating: ".", count: salt.characterCount))
  }

  /// The bytes that go to `crypt`, or the reason why they must not.
  private static func checkedBytes(
    of password: String, limit: Int
  ) throws(PasswordHashingError) -> [UInt8] {
    let bytes = Array(password.normalizedNFC.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard !bytes.contains(0) else { throw .containsNUL }
    guard bytes.count <= limit else { throw .tooLong(bytes: bytes.count, limit: limit) }
    return bytes
  }

  /// Compares every byte whatever the first difference, so that the time taken gives nothing away.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

// MARK: - Salt

extension PasswordHasher {
  /// Makes a salt here because `crypt_gensalt` is not visible to Swift without a C module.
  private static func makeSalt(_ salt: Salt) -> String {
    switch salt {
    case .characters(let count): String((0..<count).map { _ in alphabet.randomElement()! })
    case .bytes(let count): encode((0..<count).map { _ in .random(in: .min ... .max) })
    }
  }

  private static let alphabet = Array(
    "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// Encodes bytes six bits a character, least significant first, three bytes to four characters.
  ///
  /// As yescrypt does. The last group of 16 bytes is 8 bits in two characters, so the last
  /// character is one of four: 22 random characters are refused almost always.
  private static func encode(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = group.reversed().reduce(0) { $0 << 8 | Int($1) }
      for _ in 0...group.count {
        text.append(alphabet[value & 63])
        value >>= 6
      }
    }
    return text
  }
}

// MARK: - The C library

extension PasswordHasher {
  /// Lets one caller at a time through to `crypt`, whose answer is in a buffer that all threads
  /// share.
  ///
  /// A queue rather than a lock, which is for nanoseconds: a hash takes tens of milliseconds.
  private static let gate = DispatchQueue(label: "PasswordHasher.crypt")

  /// Calls `crypt`; nil when the C library does not know the setting.
  static func crypt(
    _ password: [UInt8], setting: String
  ) throws(PasswordHashingError) -> String? {
    #if canImport(Glibc)
      var bytes = password + [0]
      let hash: String? = bytes.withUnsafeMutableBytes { buffer in
        // One copy less of the password in memory; the String it came from cannot be wiped.
        defer { explicit_bzero(buffer.baseAddress!, buffer.count) }
        return gate.sync {
          Glibc.crypt(buffer.bindMemory(to: CChar.self).baseAddress!, setting)
            .map { String(cString: $0) }
        }
      }
      // “*0” and “*1” are failure tokens; written to a file they would be a hash nobody has, at
      // best.
      guard let hash, !hash.hasPrefix("*"), !hash.isEmpty else { return nil }
      return hash
    #else
      // Darwin's crypt knows DES only, and no reader of account files takes its PBKDF2.
      throw .unavailable(reason: "this system's crypt has no modern method; use Linux")
    #endif
  }
}
