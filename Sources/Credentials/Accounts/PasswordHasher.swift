import Dispatch
import Platform

/// Makes password hashes for an account file, and checks passwords against them.
///
///     let hash = try PasswordHasher.yescrypt.hash("correct horse battery")
///     try PasswordHasher.yescrypt.verify("correct horse battery", hash)  // true
///
/// The built-in methods call the C library's `crypt`; only this file does. They first bring the
/// password into Unicode Normalization Form C (NIST SP 800-63B-4), so that it does not matter how a
/// keyboard composes `é`. A hash that another program made from the bytes as typed, or decomposed,
/// is checked with those, too. Hashing is slow on purpose: yescrypt takes 20 to 70 ms. Each method
/// checks the hashes of all of them, of the system and of `htpasswd`; a hash that would take more
/// than a few seconds is refused without trying.
///
/// The whole process shares a static buffer inside `crypt`. Calls from here run one at a time, and
/// other threads sleep until their turn; a program must not call `crypt` elsewhere meanwhile.
public struct PasswordHasher: Sendable {
  /// Returns a new hash with a new random salt.
  public var hash: @Sendable (_ password: String) throws(PasswordHashingError) -> String
  /// Returns true if the hash was made from the password.
  ///
  /// Throws ``PasswordHashingError/unknownMethod``, ``PasswordHashingError/tooExpensive(seconds:)``
  /// or ``PasswordHashingError/outOfMemory(bytes:)`` if that cannot be determined.
  public var verify:
    @Sendable (_ password: String, _ hash: String) throws(PasswordHashingError) -> Bool
  /// Returns true if passwords can be checked against a hash, as far as the hash shows.
  package var canVerify: @Sendable (_ hash: String) -> Bool
  /// A hash that no password matches, as expensive to verify as a real one.
  ///
  /// Verifying against it keeps a quicker response from revealing an unknown name when no account
  /// has a suitable hash.
  package var decoy: String

  /// Makes a hasher from its functions and a decoy.
  ///
  /// - Parameters:
  ///   - hash: Returns a new hash with a new random salt.
  ///   - verify: Returns true if the hash was made from the password.
  ///   - canVerify: Returns true if passwords can be checked against a hash.
  ///   - decoy: A hash that no password matches.
  public init(
    hash: @escaping @Sendable (_ password: String) throws(PasswordHashingError) -> String,
    verify:
      @escaping @Sendable (_ password: String, _ hash: String) throws(PasswordHashingError) -> Bool,
    canVerify: @escaping @Sendable (_ hash: String) -> Bool = { !$0.isEmpty }, decoy: String
  ) { (self.hash, self.verify, self.canVerify, self.decoy) = (hash, verify, canVerify, decoy) }
}

extension PasswordHasher {
  /// `$y$`: memory-hard, the default of Debian, Fedora and Arch; needs libxcrypt.
  ///
  /// With libxcrypt's default cost (`j9T`: 4096 blocks of 4 KiB, so 16 MiB) and a 128-bit salt.
  public static let yescrypt = PasswordHasher(prefix: "$y$j9T$", salt: .bytes(16), limit: 511)

  /// `$6$`: SHA-512-crypt, supported by the most systems, including musl and the BSDs.
  ///
  /// `rounds` is the cost, 1000 to 5 000 000; more would take too long to verify. The C library's
  /// own default of 5000 takes a mere millisecond; 656 000 takes about 0.2 s.
  public static func sha512Crypt(rounds: Int = 656_000) -> PasswordHasher {
    precondition((1000...5_000_000).contains(rounds), "SHA-512-crypt: 1000…5000000 rounds")
    return PasswordHasher(prefix: "$6$rounds=\(rounds)$", salt: .characters(16), limit: 511)
  }

  /// `$2y$`: bcrypt, which reads 72 bytes of a password; longer ones are refused here.
  ///
  /// `cost` is the binary logarithm of the number of rounds, 4 to 16; 10 takes about 60 ms, and
  /// more than 16 would take too long to verify. `$2b$` is the same method under a name that older
  /// readers do not know.
  public static func bcrypt(cost: Int = 12) -> PasswordHasher {
    precondition((4...16).contains(cost), "bcrypt: a cost of 4…16")
    let digits = cost < 10 ? "0\(cost)" : "\(cost)"
    return PasswordHasher(prefix: "$2y$\(digits)$", salt: .characters(22), limit: 72)
  }

  /// The form of a method's salt: a number of bytes in the encoding of `crypt`, or of characters.
  enum Salt {
    case bytes(Int)
    case characters(Int)

    var characterCount: Int {
      switch self {
      case .bytes(let count): (count * 8 + 5) / 6
      case .characters(let count): count
      }
    }
  }

  /// Makes a hasher for a method, whose hashes are made by the C library or by a stand-in.
  init(prefix: String, salt: Salt, limit: Int, library: @escaping Library = systemLibrary) {
    self.init(
      hash: { (password) throws(PasswordHashingError) -> String in
        let bytes = try PasswordHasher.checkedBytes(of: password, limit: limit)
        let setting = prefix + PasswordHasher.makeSalt(salt)
        guard let hash = try PasswordHasher.crypt(bytes, setting: setting, by: library) else {
          throw .unavailable(reason: "the C library does not know the method “\(prefix)”")
        }
        return hash
      },
      verify: { (password, hash) throws(PasswordHashingError) -> Bool in
        try PasswordHasher.check(password, against: hash, by: library)
      },
      canVerify: { hash in
        PasswordScheme(hash: hash).isCheckable
          && HashCost(of: hash).map { $0.seconds <= HashCost.limit } == true
      },
      // “.” stands for six zero bits: no secret, but well formed, which is enough for a decoy.
      decoy: prefix + String(repeating: ".", count: salt.characterCount))
  }

  /// Returns true if the hash was made from the password.
  ///
  /// If the method does not read all of a long password, the rest is cut off and the password is
  /// wrong. The work is done all the same, so that its time does not tell methods apart.
  private static func check(
    _ password: String, against hash: String, by library: Library
  ) throws(PasswordHashingError) -> Bool {
    let scheme = PasswordScheme(hash: hash)
    if scheme == .locked { return false }
    guard scheme.isCheckable, let cost = HashCost(of: hash) else { throw .unknownMethod }
    guard cost.seconds <= HashCost.limit else { throw .tooExpensive(seconds: cost.seconds) }
    // Programs that know nothing of Unicode, such as htpasswd, hash the bytes as they come.
    var forms: [[UInt8]] = []
    for form in [password.normalizedNFC, password, password.normalizedNFD] {
      let bytes = Array(form.utf8)
      if !forms.contains(bytes) { forms.append(bytes) }
    }
    for typed in forms {
      guard !typed.isEmpty, !typed.contains(0) else { return false }
      let read = Array(typed.prefix(scheme.maximumBytes))
      var again = ForeignHash.again(read, like: hash)
      if again == nil { again = try crypt(read, setting: hash, by: library) }
      guard let again else { throw .unknownMethod }
      if areEqual(again, hash), read.count == typed.count { return true }
    }
    return false
  }

  /// Returns the bytes for `crypt`, or throws the reason why they must not go there.
  private static func checkedBytes(
    of password: String, limit: Int
  ) throws(PasswordHashingError) -> [UInt8] {
    let bytes = Array(password.normalizedNFC.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard !bytes.contains(0) else { throw .containsNUL }
    guard bytes.count <= limit else { throw .tooLong(bytes: bytes.count, limit: limit) }
    return bytes
  }

  /// Compares every byte even after a difference, so that the time taken reveals nothing.
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
    case .characters(let count):
      String((0..<count).map { _ in CryptAlphabet.characters.randomElement()! })
    case .bytes(let count): encode((0..<count).map { _ in .random(in: .min ... .max) })
    }
  }

  /// Encodes bytes six bits a character, least significant first, three bytes to four characters.
  ///
  /// As yescrypt does. The last group of 16 bytes is 8 bits in two characters, so the last
  /// character is one of four: 22 random characters are refused almost always.
  private static func encode(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reversed().reduce(0) { $0 << 8 | Int($1) }
      text += CryptAlphabet.text(of: value, characters: group.count + 1)
    }
    return text
  }
}

// MARK: - The C library

extension PasswordHasher {
  /// Lets one caller at a time call `crypt`, whose result is in a buffer that all threads share.
  ///
  /// A queue rather than a lock, which suits nanoseconds: a hash takes tens of milliseconds.
  private static let gate = DispatchQueue(label: "PasswordHasher.crypt")

  /// The function that makes a hash: the C library's, or a test's. The password is zero-terminated.
  typealias Library = @Sendable (_ password: UnsafePointer<CChar>, _ setting: String) -> Answer

  /// The result of the C library: a hash or a token of failure, and then the number of an error.
  struct Answer: Sendable {
    var hash: String?
    var code: CInt = 0
  }

  /// The C library's function.
  static let systemLibrary: Library = { password, setting in
    #if canImport(Glibc)
      gate.sync {
        guard let text = Glibc.crypt(password, setting) else { return Answer(code: errno) }
        let code = errno
        let hash = String(cString: text)
        // libxcrypt reports an invalid setting if it gets no memory for yescrypt and scrypt.
        let lacksMemory = isToken(hash) && HashCost(of: setting).map { !isThere($0.bytes) } == true
        return Answer(hash: hash, code: lacksMemory ? ENOMEM : code)
      }
    #else
      // Darwin's crypt knows DES only, and no reader of account files takes its PBKDF2.
      Answer(code: ENOSYS)
    #endif
  }

  /// Returns true if the system provides this much memory, and a little more.
  private static func isThere(_ bytes: Double) -> Bool {
    guard bytes > 0 else { return true }
    let size = Int(min(bytes, 0x1p60)) + (1 << 20)
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard address != MAP_FAILED else { return false }
    munmap(address, size)
    return true
  }

  /// Returns true for the tokens of failure `*0` and `*1`, which in a file would at best be a hash
  /// that no password matches.
  private static func isToken(_ hash: String) -> Bool {
    hash.isEmpty || hash.utf8.first == UInt8(ascii: "*")
  }

  /// Calls `crypt`; nil when the C library does not know the setting.
  static func crypt(
    _ password: [UInt8], setting: String, by library: Library = systemLibrary
  ) throws(PasswordHashingError) -> String? {
    var bytes = password + [0]
    let answer = bytes.withUnsafeMutableBytes { buffer in
      // One copy less of the password in memory; the String it came from cannot be wiped.
      defer { SecretMemory.overwrite(buffer) }
      return library(buffer.bindMemory(to: CChar.self).baseAddress!, setting)
    }
    if let hash = answer.hash, !isToken(hash) { return hash }
    switch answer.code {
    case ENOMEM: throw .outOfMemory(bytes: HashCost(of: setting)?.bytes ?? 0)
    case ENOSYS: throw .unavailable(reason: "this system's crypt has no modern method; use Linux")
    default: return nil
    }
  }
}
