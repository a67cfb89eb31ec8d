import Forms
import Testing

@Suite("A pattern")
struct PatternRuleTests {
  @Test(
    "is matched by a whole text, and by an empty one",
    arguments: [("12345", true), ("1234", false), ("123456", false), ("x12345", false), ("", true)])
  func whole(text: String, isMet: Bool) throws {
    let read: ValidationRule<String> = .matching(try TextPattern("[0-9]{5}"))
    #expect((read.evaluate(text) == .met) == isMet)
  }

  @Test(
    "that cannot be read says why",
    arguments: [
      ("[0-9", "“[0-9” is not a regular expression: expected ']'"),
      ("(a", "“(a” is not a regular expression: expected ')'"),
      (
        "a{3,1}",
        "“a{3,1}” is not a regular expression: range lower bound '3' must be less than or equal to "
          + "upper bound '1'"
      ),
    ])
  func unreadable(pattern: String, message: String) {
    do {
      _ = try TextPattern(pattern)
      Issue.record("\(pattern) was read")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(
    "of an address",
    arguments: [
      ("ann@example.org", "met"), ("jörg.ä@exämple.de", "met"), ("a+b@x.y.co", "met"),
      ("", "met"), ("ann", "notYet"), ("ann@", "notYet"), ("@example.org", "notYet"),
      ("ann@example", "notYet"), ("ann@example.", "notYet"), ("ann@-x.org", "notYet"),
      ("ann..b@example.org", "notYet"), ("ann@10.0.0.1", "notYet"), ("a@b@example.org", "failed"),
      ("ann b@example.org", "failed"), ("Ann <ann@example.org>", "failed"),
    ])
  func email(text: String, state: String) {
    let found = ValidationRule<String>.email.evaluate(text)
    #expect("\(found)".hasPrefix(state))
  }
}

@Suite("A rule about a value")
struct ValueRuleTests {
  @Test("has one limit or two, also where the value may be missing")
  func ranges() {
    let rules: [ValidationRule<Int?>] = [
      .range(18...), .range(...120), .range(18...120), .required,
    ]
    func codes(_ value: Int?) -> [String?] { rules.map { $0.evaluate(value).issue?.code.rawValue } }
    #expect(codes(17) == ["tooSmall", nil, "outOfRange", nil])
    #expect(codes(121) == [nil, "tooLarge", "outOfRange", nil])
    #expect(codes(nil) == [nil, nil, nil, "required"])
    let decimals: [ValidationRule<Double>] = [.range(0.5...), .range(...2)]
    #expect(decimals.map { $0.evaluate(3).issue?.code } == [nil, .tooLarge])
  }

  @Test("stays what it was when the value may be missing")
  func given() {
    let rule = ValidationRule<Int>.range(1...).unlisted().asWarning().ifGiven()
    #expect(rule.isWarning && !rule.isListed && rule.evaluate(0).issue?.code == .tooSmall)
  }

  @Test(
    "counts characters as one sees them",
    arguments: [("", "tooShort"), ("é", "tooShort"), ("👨‍👩‍👧e\u{301}", nil), ("abcd", "tooLong")])
  func lengths(text: String, code: String?) {
    let rule: ValidationRule<String> = .length(2...3)
    #expect(rule.evaluate(text).issue?.code.rawValue == code)
    #expect(ValidationRule<String>.length(...3).evaluate("").issue == nil)
    #expect(ValidationRule<String>.length(2...).evaluate("abcdef").issue == nil)
  }

  @Test("to be accepted has a sentence of its own, and any rule can have another")
  @MainActor func sentences() {
    struct Terms: Sendable { var agrees = false, name = "" }
    let form = FormViewModel(
      Terms(),
      fields: [
        .toggle("agrees", \.agrees, label: "I agree to the terms", .accepted),
        .text("name", \.name, .required.saying("Say who you are")),
      ])
    form.submit()
    #expect(form.message(for: \.agrees) == "Accept “I agree to the terms”")
    #expect(form.message(for: \.name) == "Say who you are")
  }

  @Test("that two texts are equal is silent while there are none")
  func emptyMatch() {
    struct Passwords: Sendable { var first = "", second = "" }
    let rule = ValidationRule<Passwords>.matches(\.second, \.first)
    #expect(rule.evaluate(Passwords()) == .met)
    #expect(rule.evaluate(Passwords(first: "a")).issue?.code == .mismatch)
    #expect(rule.evaluate(Passwords(second: "a")).issue?.code == .mismatch)
  }
}
