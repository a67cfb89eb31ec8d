import Forms
import Credentials
import Testing

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
        == .failed(
          ValidationIssue(
            .forbiddenCharacter, ["character": ":", "name": "“:”", "position": 3])))
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
    #expect(rules.states(of: text).issues.map(\.code) == codes)
    #expect(rules.firstIssue(text)?.code == codes.first)
  }

  @Test("distinguishes what typing on cannot put right from what it can")
  func failure() {
    #expect(rules.states(of: "ab").firstFailure == nil)
    #expect(rules.states(of: "a1").firstFailure?.code == .forbiddenCharacter)
  }

  @Test("makes a checklist with a line for every rule, met or not")
  func checklist() {
    let list = rules.states(of: "a1").checklist
    #expect(list.map(\.requirement.code) == [.tooShort, .tooLong, .forbiddenCharacter])
    #expect(list.map(\.state.issue?.code) == [.tooShort, nil, .forbiddenCharacter])
  }

  @Test("gives a group one issue, which lists those of its rules that are not met")
  func group() {
    func has(_ scalar: Unicode.Scalar) -> ValidationRule<String> {
      let code = ValidationIssue.Code(rawValue: String(scalar))
      return ValidationRule(ValidationIssue(code)) { $0.unicodeScalars.contains(scalar) }
        .grouped(as: "letters")
    }
    let rules: ValidationRules<String> = [.minimumLength(2), has("a"), has("b"), .maximumLength(3)]
    func letters(_ missing: ValidationIssue.Code...) -> ValidationIssue {
      ValidationIssue("letters", ["missing": .list(missing)])
    }
    #expect(rules.states(of: "x").issues.map(\.code) == [.tooShort, "letters"])
    #expect(rules.states(of: "xx").firstIssue == letters("a", "b"))
    #expect(rules.states(of: "bbbb").issues.map(\.code) == ["letters", .tooLong])
    #expect(rules.firstIssue("bbbb") == letters("a"))
    #expect(rules.states(of: "bbbb").firstFailure?.code == .tooLong)
    #expect(rules.firstIssue("ab") == nil)
    let checklist = rules.states(of: "bb").checklist
    #expect(checklist.map(\.requirement.code) == [.tooShort, "a", "b", .tooLong])
    #expect(checklist.map { $0.state == .met } == [true, false, true, true])
  }

  @Test("leaves an unlisted rule out of the checklist, and reports its issue")
  func unlisted() {
    let rules: ValidationRules<SignupInput> = [
      ValidationRule.minimumLength(2).of(\.username),
      ValidationRule.maximumLength(3).unlisted().of(\.username),
    ]
    let states = rules.states(of: SignupInput(username: "long"))
    #expect(states.checklist.map(\.requirement.code) == [.tooShort])
    #expect(states.firstIssue?.code == .tooLong)
  }
}
