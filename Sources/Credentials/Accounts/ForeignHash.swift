/// The hashes in account files that nginx or Apache know, but `crypt` does not.
///
///     ForeignHash.again(Array("secret".utf8), like: "{SHA}…")!
///     // "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ="
///
/// All of them are weak; they are computed to be compared, and never written.
enum ForeignHash {
  /// Returns the hash of a password by the method, the salt and the cost of another; nil if that is
  /// none of these.
  static func again(_ password: [UInt8], like hash: String) -> String? {
    switch PasswordScheme(hash: hash) {
    case .apr1:
      let salt = hash.utf8.dropFirst(apacheMark.utf8.count).prefix { $0 != UInt8(ascii: "$") }
      return apache(password, salt: Array(salt.prefix(8)))
    case .sha1: return "{SHA}" + Base64.text(of: SHA1.digest(of: password))
    case .saltedSHA1:
      let salt = Base64.bytes(of: hash.dropFirst("{SSHA}".count)).dropFirst(20)
      return "{SSHA}" + Base64.text(of: SHA1.digest(of: password + salt) + salt)
    case .plain: return "{PLAIN}" + String(decoding: password, as: UTF8.self)
    default: return nil
    }
  }

  private static let apacheMark = "$apr1$"

  /// Apache's variant of the MD5 of `crypt`, which differs in its prefix.
  private static func apache(_ password: [UInt8], salt: [UInt8]) -> String {
    let inner = MD5.digest(of: password + salt + password)
    var text = password + Array(apacheMark.utf8) + salt
    for place in password.indices { text.append(inner[place % inner.count]) }
    var bits = password.count
    while bits > 0 {
      text.append(bits & 1 == 1 ? 0 : password[0])
      bits >>= 1
    }
    var digest = MD5.digest(of: text)
    for round in 0..<1000 {
      let isOdd = !round.isMultiple(of: 2)
      var text = isOdd ? password : digest
      if !round.isMultiple(of: 3) { text += salt }
      if !round.isMultiple(of: 7) { text += password }
      text += isOdd ? digest : password
      digest = MD5.digest(of: text)
    }
    func number(_ places: Int...) -> Int { places.reduce(0) { $0 << 8 | Int(digest[$1]) } }
    let groups = [
      number(0, 6, 12), number(1, 7, 13), number(2, 8, 14), number(3, 9, 15), number(4, 10, 5),
    ]
    return apacheMark + String(decoding: salt, as: UTF8.self) + "$"
      + groups.map { CryptAlphabet.text(of: $0, characters: 4) }.joined()
      + CryptAlphabet.text(of: number(11), characters: 2)
  }
}

/// Bytes as text, three to four characters (RFC 4648).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text of some bytes, padded with `=`.
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(
          place <= group.count ? alphabet[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text, up to the first character that is not of the alphabet.
  static func bytes(of text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var (value, count) = (0, 0)
    for character in text.utf8 {
      guard let digit = alphabet.firstIndex(of: character) else { break }
      (value, count) = ((value << 6 | digit) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> count))
      }
    }
    return bytes
  }
}
