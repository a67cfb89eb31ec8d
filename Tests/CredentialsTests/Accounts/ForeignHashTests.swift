import Formats
import TestSupport
import Testing

@testable import Credentials

@Suite("A hash that crypt does not know")
struct ForeignHashTests {
  private static let hasher = PasswordHasher.sha512Crypt(rounds: 1000)

  @Test(
    "has its password, and no other",
    arguments: [
      ("Correct-horse-7", "$apr1$FOBOVjrQ$CPMTvNq6N/El6S9twlHUF0"),
      ("a", "$apr1$abcdefgh$G8IsPsylW5ROvIKsQMRG61"),
      ("wörd €", "$apr1$abcdefgh$DWnc0xO0C3Fhq9HLd809/."),
      ("0123456789abcdef0123456789abcdefXYZ", "$apr1$abcdefgh$u/oXx4xjfNeitG4lNe59p1"),
      ("secret", "$apr1$x$12YdXEY0/hH4rDNkmZupO0"),
      ("Correct-horse-7", "{SHA}XBBOmzinDLqReo6vb/st4R84pWs="),
      ("Correct-horse-7", "{SSHA}jqBJPYKkQRuhDL/yxRKPw6bqdaUBAv9zYWx0"),
      ("Correct-horse-7", "{PLAIN}Correct-horse-7"),
    ])
  func right(password: String, hash: String) throws {
    #expect(PasswordScheme(hash: hash).isWeak && PasswordScheme(hash: hash).isCheckable)
    #expect(try Self.hasher.verify(password, hash))
    for wrong in [password + "x", String(password.dropLast()) + "y", password.uppercased() + "ß"] {
      #expect(try !Self.hasher.verify(wrong, hash), "\(wrong)")
    }
    #expect(try !Self.hasher.verify("", hash))
    #expect(try !Self.hasher.verify(password, hash + "="))
    #expect(try !Self.hasher.verify(password, String(hash.dropLast())))
  }

  @Test(
    "is right for the password it was made of, however that was composed",
    arguments: [
      ("Fu\u{308}r die Ka\u{308}tze", "$apr1$abcdefgh$"), ("a\u{323}\u{302}x", "{SHA}"),
      ("e\u{301}é", "{PLAIN}"), ("\u{1112}\u{1161}\u{11AB}", "$5$rounds=1000$abc$"),
      ("か\u{3099}", "$6$rounds=1000$abc$"), ("é\u{301}e\u{301}", "$2y$04$......................"),
    ])
  func asTyped(password: String, setting: String) throws {
    let bytes = Array(password.utf8)
    let made =
      try ForeignHash.again(bytes, like: setting) ?? PasswordHasher.crypt(bytes, setting: setting)
    let hash = try #require(made)
    #expect(try Self.hasher.verify(password, hash))
    #expect(try !Self.hasher.verify(password + "\u{301}", hash))
    #expect(try !Self.hasher.verify("wrong", hash))
    // A keyboard composes, or does not; of a mixture only the bytes themselves are right.
    let isDecomposed = password.normalizedNFD.utf8.elementsEqual(password.utf8)
    #expect(try Self.hasher.verify(password.normalizedNFC, hash) == isDecomposed)
  }

  @Test(
    "is recognised by its bytes, whatever marks follow",
    arguments: [
      ("!\u{301}", .locked), ("*\u{301}x", .locked), ("{SHA}\u{301}", .sha1),
      ("$6$\u{301}$x", .sha512), ("$y$\u{301}", .yescrypt), ("{\u{301}", .braced),
    ] as [(String, PasswordScheme)])
  func marks(hash: String, scheme: PasswordScheme) throws {
    #expect(PasswordScheme(hash: hash) == scheme)
    #expect((try? Self.hasher.verify("x", hash)) != true)
  }

  @Test(
    "is one of htpasswd's, for which the same password is right",
    .enabled(if: PipedProgram.path(named: "htpasswd") != nil, "needs apache2-utils"),
    arguments: [("-m", PasswordScheme.apr1), ("-s", .sha1), ("-d", .des)])
  func htpasswd(option: String, scheme: PasswordScheme) throws {
    let folder = ScratchFolder()
    let htpasswd = try #require(PipedProgram.path(named: "htpasswd"))
    // DES reads eight bytes.
    let password = "wörd€"
    let path = folder.file("accounts")
    #expect(PipedProgram(htpasswd, ["-cb", option, path, "ann", password]).status == 0)
    let store = HtpasswdAccountStore(path: path)
    #expect(try store.list().map(\.scheme) == [scheme])
    #expect(try store.verify("ann", password: password))
    #expect(try !store.verify("ann", password: "word€"))
  }
}
