import Credentials
import TestSupport
import Testing

@Suite("Accounts in memory")
struct InMemoryAccountStoreTests {
  @Test("are taken by key, and refuse what a file would refuse")
  func sameRules() throws {
    let store = InMemoryAccountStore(taken: ["root", "José"])
    try store.add("ann", password: "x")
    #expect(try store.contains("ANN"))
    #expect(throws: AccountError.taken(username: "JOSE\u{301}")) {
      try store.add("JOSE\u{301}", password: "x")
    }
    #expect(throws: AccountError.invalidUsername(.colon)) { try store.add("a:b", password: "x") }
    #expect(store.count == 3)
  }

  @Test("verify with a hasher, and nobody without one or by a reserved name")
  func verify() throws {
    let store = InMemoryAccountStore(taken: ["root"], hasher: .transparent)
    try store.add("ann", password: "x")
    #expect(try store.verify("Ann", password: "x"))
    #expect(try !store.verify("Ann", password: "y"))
    #expect(try !store.verify("root", password: ""))
    let forgetful = InMemoryAccountStore()
    try forgetful.add("ann", password: "x")
    #expect(try !forgetful.verify("ann", password: "x"))
  }
}
