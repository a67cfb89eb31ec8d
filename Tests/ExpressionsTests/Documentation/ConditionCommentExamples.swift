import Expressions
import TestSupport
import Testing

@Suite("Examples in comments: conditions on values with names")
struct ConditionCommentExamples {
  @Test("a condition, and whether it holds")
  func condition() throws {
    let shown = try results {
      let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
      let condition = try NamedCondition("age >= 21 or ticket != 'business'", kinds: kinds)
      condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
    }
    #expect(shown == ["true"])
  }
}
