import Formats

/// The hashes in account files that nginx or Apache know, but `crypt` does not.
///
///     ForeignHash.again(Array("secret".utf8), like: "{SHA}…")!
///     // "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ="
///
/// All of them are weak; they are computed to be compared, and never written.
enum ForeignHash {
  /// Returns the hash of a password by another hash's method, salt and cost; nil if its method is
  /// none of these.
  static func again(_ password: [UInt8], like hash: String) -> String? {
    switch PasswordScheme(hash: hash) {
    case .apr1:
      let salt = hash.utf8.dropFirst(apacheMark.utf8.count).prefix { $0 != UInt8(ascii: "$") }
      return apache(password, salt: Array(salt.prefix(8)))
    case .sha1: return "{SHA}" + Base64.text(of: SHA1.digest(of: password))
    case .saltedSHA1:
      let salt = Base64.bytes(
        of: String(decoding: hash.utf8.dropFirst("{SSHA}".utf8.count), as: UTF8.self)
      ).dropFirst(20)
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
    for index in password.indices { text.append(inner[index % inner.count]) }
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
    func number(_ indices: Int...) -> Int { indices.reduce(0) { $0 << 8 | Int(digest[$1]) } }
    let groups = [
      number(0, 6, 12), number(1, 7, 13), number(2, 8, 14), number(3, 9, 15), number(4, 10, 5),
    ]
    return apacheMark + String(decoding: salt, as: UTF8.self) + "$"
      + groups.map { CryptAlphabet.text(of: $0, characters: 4) }.joined()
      + CryptAlphabet.text(of: number(11), characters: 2)
  }
}
