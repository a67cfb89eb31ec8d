import Forms
import Credentials
import Testing

@Suite("A text typed twice")
struct TextMatchTests {
  @Test(
    "is still a beginning, or differs from a place on, or is equal",
    arguments: [
      ("s", "secret", .prefix(count: 1)), ("secre", "secret", .prefix(count: 5)),
      ("secret", "secret", .equal), ("sek", "secret", .differs(position: 3)),
      ("secrets", "secret", .differs(position: 7)), ("S", "secret", .differs(position: 1)),
      ("pass ", "pass", .differs(position: 5)),
      ("👨‍👩‍👧x", "👨‍👩‍👧y", .differs(position: 2)),
    ] as [(String, String, TextMatch)])
  func states(repetition: String, original: String, match: TextMatch) {
    #expect(TextMatch(of: repetition, with: original) == match)
  }

  @Test("that is empty on either side is no match", arguments: [("", ""), ("", "a"), ("a", "")])
  func empty(repetition: String, original: String) {
    #expect(TextMatch(of: repetition, with: original) == .empty)
  }

  @Test("is equal however its letters are composed, also while an accent is on its way")
  func composition() {
    #expect(TextMatch(of: "cafe\u{301}", with: "caf\u{E9}") == .equal)
    #expect(TextMatch(of: "cafe", with: "cafe\u{301}s") == .prefix(count: 3))
  }

  @Test(
    "meets the rule once it is equal, and fails it once typing on cannot make it so",
    arguments: [
      ("secret", .met), ("sec", .notYet(ValidationIssue(.mismatch))),
      ("", .notYet(ValidationIssue(.mismatch))),
      ("sek", .failed(ValidationIssue(.mismatch, ["position": 3]))),
    ] as [(String, ValidationState)])
  func rule(repetition: String, state: ValidationState) {
    let rule = ValidationRule<SignupInput>.matches(\.confirmation, \.password)
    let input = SignupInput(password: "secret", confirmation: repetition)
    #expect(rule.evaluate(input) == state)
    #expect(rule.requirement == ValidationIssue(.mismatch))
  }
}
