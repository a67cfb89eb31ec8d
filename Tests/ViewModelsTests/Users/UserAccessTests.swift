import Testing
import ViewModels

@Suite("What a list says of a hash")
struct UserAccessTests {
  private func listed(_ hash: String) -> ListedAccount {
    ListedAccount(Account(name: "ann", scheme: PasswordScheme(hash: hash), line: 1))
  }

  @Test(
    "is in the same words for every list: what opens the account, and how strong the hash is",
    arguments: [
      ("$y$j9T$x", AccountAccess.open, "strong"), ("$6$s$h", .open, "strong"),
      ("$md5$x", .open, "strong"), ("$apr1$s$h", .open, "weak: MD5"),
      ("$1$s$h", .open, "weak: MD5"),
      ("{SHA}x", .open, "weak: SHA-1"), ("{SSHA}x", .open, "weak: SHA-1"),
      ("{PLAIN}x", .open, "weak: plain text"), ("abcdefghijklm", .open, "weak: DES"),
      ("$3$$x", .open, "weak: MD4"), ("", .closed, ""), ("!$6$s$h", .closed, ""),
      ("*", .closed, ""), ("{BLF-CRYPT}x", .unknown, ""), ("$argon2id$x", .unknown, ""),
    ])
  func words(hash: String, access: AccountAccess, strength: String) {
    let account = listed(hash)
    #expect(account.access == access)
    switch account.strength {
    case .strong: #expect(strength == "strong")
    case .weak(let method): #expect(strength == "weak: \(method)")
    case nil: #expect(strength.isEmpty)
    }
  }

  @Test("Open is exactly who has a hash that a password can be checked against")
  func open() {
    for scheme in PasswordScheme.allCases {
      #expect(scheme.isCheckable == (scheme.access == .open))
      #expect(!scheme.isWeak || scheme.access == .open)
    }
  }
}
