/// The work of checking a password against a hash, as far as the hash shows it.
///
///     HashCost(of: "$6$rounds=999999999$salt$…")!.seconds > HashCost.limit  // true
///
/// A hash comes from a file, so it may demand days or terabytes. The times are for a processor on
/// which yescrypt takes 25 ms as new accounts have it, and for a password of ordinary length: they
/// distinguish seconds from minutes, and no more.
struct HashCost: Equatable {
  /// The approximate time that it takes.
  var seconds = 0.001
  /// The memory that it takes; 0 if it is negligible.
  var bytes = 0.0
  /// The logarithm of the number of rounds, for methods that store it: bcrypt's cost.
  var exponent: Int?

  /// The maximum time allowed: new accounts take a tenth of it at most.
  static let limit = 4.0

  /// Reads the cost from a hash; nil if the hash is not in its method's form.
  init?(of hash: String) { self.init(of: hash, PasswordScheme(hash: hash)) }

  /// Reads the cost from a hash of a method.
  init?(of hash: String, _ scheme: PasswordScheme) {
    switch scheme {
    case .sha512: self.init(rounds: Self.rounds(in: hash, after: "$6$", usual: 5000), 0.45e-6)
    case .sha256: self.init(rounds: Self.rounds(in: hash, after: "$5$", usual: 5000), 0.4e-6)
    case .sunMD5: self.init(rounds: Self.rounds(in: hash, after: "$md5,", usual: 0), 2.5e-6)
    case .sha1Crypt: self.init(rounds: Self.number(in: hash, after: "$sha1$"), 1e-6)
    case .bcrypt:
      let exponent = Self.number(in: hash, after: "$2y$").map { Int(min($0, 99)) }
      self.init(rounds: exponent.map(Self.power), 54e-6)
      self.exponent = exponent
    case .extendedDES:
      var setting = HashSetting(hash.utf8.dropFirst())
      self.init(rounds: setting.number(characters: 4).map(Double.init), 0.2e-6)
    case .yescrypt, .gostYescrypt: self.init(yescrypt: hash)
    case .scrypt: self.init(scrypt: hash)
    case .md5, .apr1, .sha1, .saltedSHA1, .plain, .des, .ntHash: self.init()
    case .braced, .locked, .other: return nil
    }
  }

  private init() {}

  private init?(rounds: Double?, _ secondsEach: Double) {
    guard let rounds else { return nil }
    seconds = rounds * secondsEach
  }

  /// Reads `$y$`, flavour, logarithm of the blocks, size of a block, and the rest: parallelism and
  /// time.
  private init?(yescrypt hash: String) {
    var setting = HashSetting(hash.utf8.drop { $0 == dollar }.drop { $0 != dollar }.dropFirst())
    guard setting.variableNumber(from: 0) != nil, let exponent = setting.variableNumber(from: 1),
      exponent < 64, let size = setting.variableNumber(from: 1)
    else { return nil }
    var (parallelism, time) = (1, 1)
    if !setting.isAtDollar {
      guard let extras = setting.variableNumber(from: 1) else { return nil }
      if extras & 1 != 0 { parallelism = setting.variableNumber(from: 2) ?? 1 }
      if extras & 2 != 0 { time = setting.variableNumber(from: 1) ?? 1 }
    }
    let blocks = Self.power(exponent) * Double(size)
    seconds = blocks * Double(parallelism) * Double(max(1, time)) * 0.2e-6
    bytes = blocks * 128
  }

  /// Reads `$7$`, logarithm of the blocks, size of a block, parallelism.
  private init?(scrypt hash: String) {
    var setting = HashSetting(hash.utf8.dropFirst("$7$".utf8.count))
    guard let exponent = setting.number(characters: 1), let size = setting.number(characters: 5),
      let parallelism = setting.number(characters: 5)
    else { return nil }
    let blocks = Self.power(exponent) * Double(size)
    seconds = blocks * Double(max(1, parallelism)) * 0.3e-6
    bytes = blocks * 128
  }

  /// Returns the number in `rounds=5000$` after the method's name; the default if it is left out.
  private static func rounds(in hash: String, after prefix: String, usual: Double) -> Double? {
    let prefix = prefix + "rounds="
    guard hash.utf8.starts(with: prefix.utf8) else { return usual }
    return number(in: hash, after: prefix)
  }

  /// Returns the number after a prefix of that length, up to the next `$`.
  private static func number(in hash: String, after prefix: String) -> Double? {
    let digits = hash.utf8.dropFirst(prefix.utf8.count).prefix { $0 != dollar }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// The numbers at the beginning of a hash, in the characters of `crypt`.
private struct HashSetting {
  private var rest: Substring.UTF8View

  init(_ text: Substring.UTF8View) { rest = text }

  var isAtDollar: Bool { rest.first == dollar }

  private mutating func digit() -> Int? { rest.popFirst().flatMap(CryptAlphabet.value) }

  /// Returns a number of `count` characters, the lowest first.
  mutating func number(characters count: Int) -> Int? {
    var number = 0
    for index in 0..<count {
      guard let digit = digit() else { return nil }
      number |= digit << (6 * index)
    }
    return number
  }

  /// Returns a number, at least `least`, of variable length. Its first character determines how
  /// many follow: none for values up to 47, one for half of the remaining values, two for half of
  /// the rest, and so on. Each length continues where the shorter one ends.
  mutating func variableNumber(from least: Int) -> Int? {
    guard let first = digit() else { return nil }
    var (start, end, followers, number) = (0, 47, 0, least)
    while first > end {
      number += (end + 1 - start) << (6 * followers)
      (start, end) = (end + 1, end + 1 + (62 - end) / 2)
      followers += 1
      guard followers < 6 else { return nil }
    }
    number += (first - start) << (6 * followers)
    for index in (0..<followers).reversed() {
      guard let digit = digit() else { return nil }
      number += digit << (6 * index)
    }
    return number
  }
}

private let dollar = UInt8(ascii: "$")
