import Credentials
import TestSupport
import Testing

@testable import Forms

@Suite("Examples in comments: rules")
struct RuleCommentExamples {
  private struct Phone: Sendable { var number = "" }

  @Test("texts as rules see them")
  func transform() {
    let shown = results {
      TextTransform.usual("  Zoe\u{308} ")  // "Zoë"
    }
    #expect(shown == [#""Zoë""#])
  }

  @Test("how characters are named")
  func characters() {
    let shown = results {
      CharacterName.text(of: "!")  // “!”
      CharacterName.text(of: "\u{430}")  // “а” (U+0430), which looks like a Latin letter
      CharacterName.text(of: "\u{200B}")  // U+200B (invisible)
    }
    #expect(shown == [#""“!”""#, #""“а” (U+0430)""#, #""U+200B (invisible)""#])
  }

  @Test("how a value stands to each rule")
  func states() {
    let shown = results {
      let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
      let states = rules.states(of: "ab")  // each rule is evaluated once, here
      states.firstIssue!.code.rawValue  // "tooShort"
      states.firstFailure  // nil: typing on can make it right
      states.checklist.count  // 2
    }
    #expect(shown == [#""tooShort""#, "nil", "2"])
    let first = results {
      let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
      rules.firstIssue("ab")!.code.rawValue  // "tooShort"
    }
    #expect(first == [#""tooShort""#])
  }

  @Test("a text that is typed for the second time")
  func match() {
    let shown = results {
      TextMatch(of: "sec", with: "secret")  // .prefix(count: 3)
      TextMatch(of: "sek", with: "secret")  // .differs(position: 3)
    }
    #expect(shown == [".prefix(count: 3)", ".differs(position: 3)"])
    var rule: ValidationRule<SignupInput> {
      ValidationRule<SignupInput>.matches(\.confirmation, \.password)
    }
    #expect(rule.evaluate(SignupInput(password: "a", confirmation: "a")) == .met)
  }

  @Test("issues and their texts")
  func messages() {
    let shown = results {
      let issue = ValidationIssue(.tooShort, ["minimum": 8])
      ValidationMessages(["tooShort": "Use at least {minimum} characters"]).text(for: issue)
      // "Use at least 8 characters"
    }
    #expect(shown == [#""Use at least 8 characters""#])

    let german = ValidationMessages(
      ["tooShort": "Mindestens {minimum} Zeichen"], listSeparator: ", ", lastSeparator: " und ")
    let issue = ValidationIssue(.tooShort, ["minimum": 8])
    #expect(german.text(for: issue) == "Mindestens 8 Zeichen")
  }

  @Test("one thing that a value must be")
  func rule() {
    let shown = results {
      let rule = ValidationRule<String>.minimumLength(8)
      rule.evaluate("secret") == .notYet(ValidationIssue(.tooShort, ["minimum": 8]))  // true
      rule.evaluate("secrets!")  // .met
    }
    #expect(shown == ["true", ".met"])
    let required = results {
      let rule: ValidationRule<Int?> = .required
      rule.evaluate(nil) == .notYet(ValidationIssue(.required))  // true
    }
    #expect(required == ["true"])
  }

  @Test("rules that warn, rules of a part, rules of a list")
  func kinds() {
    var warning: ValidationRule<String> {
      ValidationRule.maximumLength(60).asWarning()
    }
    #expect(warning.isWarning)
    var part: ValidationRule<SignupInput> {
      ValidationRule.minimumLength(3).of(\SignupInput.username)
    }
    #expect(part.evaluate(SignupInput(username: "ann")) == .met)
    var distinct: ValidationRule<[Phone]> {
      ValidationRule<[Phone]>.distinct { $0.number }
    }
    #expect(distinct.evaluate([Phone(number: "1"), Phone(number: "1")]) != .met)
  }
}
