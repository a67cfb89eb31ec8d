import Testing
import Credentials

@Suite("The name of a character")
struct ForbiddenCharacterTests {
  @Test(
    "of a user name is in the sentence that refuses it",
    arguments: [
      ("ann\u{200B}", "Username cannot contain U+200B (invisible)"),
      ("\u{430}nnie", "Username cannot contain “а” (U+0430)"),
      ("ann anders", "Username cannot contain a space"),
      ("ann!", "Username cannot contain “!”"),
    ])
  func username(name: String, message: String) {
    let verdict = SignupRules().verdict(SignupInput(username: name))
    #expect(verdict.username.message == message)
  }
}
