import Testing
import ViewModels

@Suite("A hash of another program")
struct UserAccessTests {
  @Test("is weak, and its account is shown as one that is open all the same")
  func access() {
    for scheme in [PasswordScheme.apr1, .sha1, .saltedSHA1, .plain, .des, .md5] {
      #expect(User(Account(name: "ann", scheme: scheme, line: 1)).access == .weak)
    }
    #expect(User(Account(name: "ann", scheme: .sunMD5, line: 1)).access == .open)
    for scheme in PasswordScheme.allCases where !scheme.isCheckable {
      #expect(User(Account(name: "ann", scheme: scheme, line: 1)).access == .closed)
      #expect(!scheme.isWeak)
    }
  }
}
