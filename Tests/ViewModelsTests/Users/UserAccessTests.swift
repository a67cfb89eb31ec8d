import Testing
import ViewModels

@Suite("What a list says of a hash")
struct UserAccessTests {
  private func listed(_ hash: String) -> ListedAccount {
    ListedAccount(Account(name: "ann", hash: hash, line: 1))
  }

  @Test(
    "is in the same words for every list: what opens the account, and how strong the hash is",
    arguments: [
      ("$y$j9T$x", AccountAccess.open, "strong"), ("$y$j75$x", .open, "fair: low memory"),
      ("$6$s$h", .open, "fair: few rounds"), ("$6$rounds=656000$s$h", .open, "strong"),
      ("$5$s$h", .open, "fair: few rounds"), ("$md5$x", .open, "fair: few rounds"),
      ("$2y$05$x", .open, "fair: cost 5"), ("$2b$10$x", .open, "strong"),
      ("$2y$x", .open, ""), ("$apr1$s$h", .open, "weak: MD5"),
      ("$1$s$h", .open, "weak: MD5"),
      ("{SHA}x", .open, "weak: SHA-1"), ("{SSHA}x", .open, "weak: SHA-1"),
      ("{PLAIN}x", .open, "weak: plain text"), ("abcdefghijklm", .open, "weak: DES"),
      ("$3$$x", .open, "weak: MD4"), ("", .closed, ""), ("!$6$s$h", .closed, ""),
      ("*", .closed, ""), ("{BLF-CRYPT}x", .unknown, ""), ("$argon2id$x", .unknown, ""),
    ])
  func words(hash: String, access: AccountAccess, strength: String) {
    let account = listed(hash)
    #expect(account.access == access)
    #expect(account.strength.map { "\($0)" } ?? "" == strength)
    #expect(strength.hasPrefix(account.strength?.word ?? ""))
  }

  @Test("Open is exactly who has a hash that a password can be checked against")
  func open() {
    for scheme in PasswordScheme.allCases {
      #expect(scheme.isCheckable == (scheme.access == .open))
      #expect(!scheme.isWeak || scheme.access == .open)
    }
  }
}
