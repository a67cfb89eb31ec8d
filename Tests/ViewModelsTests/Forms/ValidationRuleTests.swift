import Testing

@testable import ViewModels

@Suite("A validation rule")
struct ValidationRuleTests {
  @Test("of a minimum is not yet met one below and met at the minimum", arguments: 1...40)
  func minimum(minimum: Int) {
    let rule = ValidationRule.minimumLength(minimum)
    let issue = ValidationIssue(.tooShort, ["minimum": .integer(minimum)])
    #expect(rule.evaluate(String(repeating: "x", count: minimum - 1)) == .notYet(issue))
    #expect(rule.evaluate(String(repeating: "x", count: minimum)) == .met)
    #expect(rule.requirement == issue)
  }

  @Test("of a maximum is failed one above, for typing on does not help")
  func maximum() {
    let rule = ValidationRule.maximumLength(3)
    #expect(rule.evaluate("abc") == .met)
    #expect(rule.evaluate("abcd") == .failed(ValidationIssue(.tooLong, ["maximum": 3])))
  }

  @Test(
    "counts code points of the composed form",
    arguments: [("e\u{301}", 1), ("é", 1), ("👨‍👩‍👧", 5), ("q\u{301}", 2), ("", 0)])
  func lengthUnit(text: String, length: Int) {
    #expect(ValidationRule.maximumLength(length).evaluate(text) == .met)
    #expect(ValidationRule.minimumLength(length + 1).evaluate(text) != .met)
  }

  @Test("of allowed characters names the first that is not, and its place")
  func allowed() {
    let rule = ValidationRule.allowedCharacters { $0.isLetter }
    #expect(rule.evaluate("abc") == .met)
    #expect(
      rule.evaluate("ab:c!")
        == .failed(ValidationIssue(.forbiddenCharacter, ["character": ":", "position": 3])))
  }

  @Test("holds for a part of a larger value")
  func part() {
    let rule = ValidationRule.minimumLength(2).of(\SignupInput.username)
    #expect(rule.evaluate(SignupInput(username: "a", password: "long")) != .met)
    #expect(rule.evaluate(SignupInput(username: "ab")) == .met)
  }
}

@Suite("A list of rules")
struct ValidationRulesTests {
  let rules: ValidationRules<String> = [
    .minimumLength(3), .maximumLength(5), .allowedCharacters { $0.isLetter },
  ]

  @Test(
    "reports issues in declared order, the first one first",
    arguments: [
      ("", [.tooShort]), ("1", [.tooShort, .forbiddenCharacter]), ("abc", []),
      ("123456", [.tooLong, .forbiddenCharacter]),
    ] as [(String, [ValidationIssue.Code])])
  func order(text: String, codes: [ValidationIssue.Code]) {
    #expect(rules.issues(text).map(\.code) == codes)
    #expect(rules.firstIssue(text)?.code == codes.first)
  }

  @Test("tells what typing on cannot mend from what it can")
  func failure() {
    #expect(rules.firstFailure("ab") == nil)
    #expect(rules.firstFailure("a1")?.code == .forbiddenCharacter)
  }

  @Test("makes a checklist with a line for every rule, met or not")
  func checklist() {
    let list = rules.checklist("a1")
    #expect(list.map(\.requirement.code) == [.tooShort, .tooLong, .forbiddenCharacter])
    #expect(list.map(\.standing.issue?.code) == [.tooShort, nil, .forbiddenCharacter])
  }
}
