import Expressions
import TestSupport
import Testing

@Suite("Examples in comments: conditions on values with names")
struct ConditionCommentExamples {
  @Test("a condition, and whether it holds")
  func condition() throws {
    let shown = try results {
      let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
      let condition = try NamedExpression("age >= 21 or ticket != 'business'", kinds: kinds)
      condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
    }
    #expect(shown == ["true"])
  }

  @Test("a pattern")
  func pattern() throws {
    let shown = try results {
      try TextPattern("[0-9]{5}").matches("12345")  // true
    }
    #expect(shown == ["true"])
  }

  @Test("a decimal number")
  func decimal() throws {
    let shown = try results {
      let sum = try DecimalNumber("0.1")!.adding(0.2)
      sum == 0.3  // true, as it is not of two Doubles
      DecimalNumber("12.50")!.description  // "12.50": the places stay as they were written
    }
    #expect(shown == ["true", #""12.50""#])
  }
}
