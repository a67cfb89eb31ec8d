import Credentials
import Testing

@Suite("Notes about a password")
struct PasswordNoteTests {
  @Test(
    "Blanks at its ends, and capitals throughout",
    arguments: [
      ("", nil), ("Correct-horse-7", nil), (" x", .startsWithSpace), ("x ", .endsWithSpace),
      ("\u{A0}x", .startsWithSpace), ("ABC-1", nil), ("ABCD-1", .allCapitals), ("ABCDe", nil),
      ("ÅÄÖÜ", .allCapitals), ("12345", nil),
    ] as [(String, PasswordNote?)])
  func notes(password: String, note: PasswordNote?) {
    #expect(PasswordNote(password) == note)
    let verdict = SignupRules().verdict(SignupInput(password: password))
    #expect(verdict.passwordNote == note)
  }
}
