import Testing

@testable import ViewModels

@Suite("A username policy")
struct UsernamePolicyTests {
  @Test("offers the next free name, cut short where there is no room")
  func alternative() throws {
    let policy = UsernamePolicy(minimumLength: 3, maximumLength: 6)
    let store = InMemoryAccountStore(taken: ["ann", "ANN2", "abcdef"])
    #expect(try policy.alternative(to: " ann ", isTaken: store.contains) == "ann3")
    #expect(try policy.alternative(to: "abcdef", isTaken: store.contains) == "abcde2")
  }

  @Test("offers none for a name that breaks a rule, or when all are taken")
  func noAlternative() {
    #expect(UsernamePolicy.standard.alternative(to: "7up", isTaken: { _ in false }) == nil)
    #expect(UsernamePolicy.standard.alternative(to: "ann", isTaken: { _ in true }) == nil)
  }

  @Test("takes the additional characters it is given, and no others")
  func additionalCharacters() {
    let policy = UsernamePolicy(additionalCharacters: ["@"])
    #expect(policy.rules.firstIssue("ann@home") == nil)
    #expect(policy.rules.firstIssue("ann_home")?.parameters["position"] == 4)
  }
}
