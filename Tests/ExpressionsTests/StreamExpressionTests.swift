import Expressions
import Testing

@Suite("An expression")
struct StreamExpressionTests {
  private func map(_ text: String, _ value: StreamValue) throws -> StreamValue? {
    try StreamExpression(text).result(of: [value], for: .map)
  }

  @Test(
    "Values are computed as in arithmetic, integers apart from decimals",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 / 2", 3), ("-7 / 2", -3), ("-7 % 3", -1),
      ("7 / 2.0", 3.5), ("7.5 % 2", 1.5), ("2 - 3 - 4", -5), ("- -3", 3), ("-(1 + 2)", -3),
      ("%d * 2", 42), ("%d * %d", 441), ("%d%%d", 0), ("%f / 2", 10.5), ("value + 1", 22),
      ("1e3", 1000.0), ("1.5e-1", 0.15), ("-9223372036854775808", .integer(.min)),
      ("'a' + \"b\"", "ab"), ("'it\\'s\\n'", "it's\n"), ("index", 0),
      ("value > 20 ? 'big' : 'small'", "big"), ("value > 21 ? 1 : value > 20 ? 2 : 3", 2),
      ("1 > 2 or 2 > 1 ? 1 : 0", 1), ("not 1 > 2 and true ? 1 : 0", 1), ("!false ? 1 : 0", 1),
      ("NOT (1 = 1) ? 1 : 0", 0), ("1 <> 2 && 2 <= 2 || false ? 1 : 0", 1),
      ("value % 2 == 0 ? value / 2 : 3 * value + 1", 64), (" \n\tvalue ", 21),
      ("true or 1 / 0 == 1 ? 1 : 0", 1), ("false and 1 / 0 == 1 ? 1 : 0", 0),
      ("true ? 1 : 1 / 0", 1), ("'ä' < 'b' ? 1 : 0", 0), ("'10' == '10' ? 1 : 0", 1),
      ("-9223372036854775808 % -1", 0),
    ] as [(String, StreamValue)])
  func values(text: String, result: StreamValue) throws {
    #expect(try map(text, 21) == result)
  }

  @Test("An integer and a decimal are compared by amount, exactly")
  func exactComparison() throws {
    let large: StreamValue = 9_007_199_254_740_993
    #expect(try map("value == 9007199254740992.0 ? 1 : 0", large) == 0)
    #expect(try map("value > 9007199254740992.0 ? 1 : 0", large) == 1)
    #expect(try map("value < 1e19 ? 1 : 0", .integer(.max)) == 1)
    #expect(try map("-1e19 < value ? 1 : 0", .integer(.min)) == 1)
    #expect(try map("value <= 2 and value >= 2 ? 1 : 0", 2.0) == 1)
    #expect(try map("value < 3 and value > 2 ? 1 : 0", 2.5) == 1)
  }

  @Test("A condition keeps the values for which it holds")
  func conditions() throws {
    let odd: StreamExpression = "%d % 2 != 0"
    #expect(try odd.result(of: [3], for: .filter) == 3)
    #expect(try odd.result(of: [4], for: .filter) == nil)
  }

  @Test("Placeholders and names stand for the values of their use, in order")
  func uses() throws {
    #expect(try StreamExpression("%d - %d").result(of: [10, 3], for: .fold) == 7)
    #expect(try StreamExpression("value - result").result(of: [10, 3], for: .fold) == -7)
    #expect(
      try StreamExpression("c + %@ + b").result(of: ["x", "y", "z"], for: .join(of: 3)) == "zxy")
    #expect(StreamExpression.Use.join(of: 28).names.suffix(3) == ["z", "value27", "value28"])
  }

  @Test(
    "A mistake has its column",
    arguments: [
      ("", "column 1: a value was expected, not the end"),
      ("1 +", "column 4: a value was expected, not the end"),
      ("1 + + 2", "column 5: a value was expected, not +"),
      ("(1", "column 3: a closing parenthesis was expected, not the end"),
      ("1)", "column 2: an operator or the end was expected, not )"),
      ("%x", "column 2: d, f or @ behind % was expected, not x"),
      ("'abc", "column 1: this text has no closing quotation mark"),
      ("'ä' + $", "column 7: a value was expected, not $"),
      ("9223372036854775808", "column 1: this integer does not fit in 64 bits"),
      ("1e999", "column 1: this number is too large"),
      ("5x", "column 2: an operator or the end was expected, not x"),
      ("1 ? 2 : 3", "column 1: a condition was expected before ?, not a value"),
      ("true ? 1", "column 9: a colon was expected, not the end"),
      ("true ? 1 : false", "column 12: a value was expected after : as before it, not a condition"),
      ("1 and true", "column 1: a condition was expected before and, not a value"),
      ("true or 2", "column 9: a condition was expected after or, not a value"),
      ("not 1", "column 5: a condition was expected after not, not a value"),
      ("-true", "column 2: a value was expected after -, not a condition"),
      ("1 < 2 < 3", "column 7: an operator or the end was expected, not <"),
      ("(1 < 2) == (2 < 3)", "column 1: a value was expected in a comparison, not a condition"),
      ("1 + (2 < 3)", "column 5: a value was expected in a sum, not a condition"),
      ("system('ls')", "column 7: an operator or the end was expected, not ("),
    ])
  func mistakes(text: String, sentence: String) {
    #expect {
      try StreamExpression(text)
    } throws: {
      #expect("\($0)" == sentence)
      return true
    }
  }

  @Test(
    "An expression that is not fit for its use is refused before it is run",
    arguments: [
      (
        "%d", StreamExpression.Use.filter,
        "column 1: a condition was expected, such as value > 1, not a value"
      ),
      ("result", .map, "column 1: there is no value named “result” here, only value and index"),
      ("%d + %d + %d", .fold, "column 11: this is placeholder number 3, and there are 2 values"),
    ])
  func unfit(text: String, use: StreamExpression.Use, sentence: String) throws {
    let expression = try StreamExpression(text)
    #expect {
      try expression.check(for: use)
    } throws: {
      #expect("\($0)" == sentence)
      return true
    }
  }

  @Test(
    "Overflow, division by zero and wrong kinds are failures with a sentence, not traps",
    arguments: [
      ("value + 9223372036854775807", 1, "column 7: 1 + 9223372036854775807 is too large"),
      ("value - 1", .integer(.min), "column 7: -9223372036854775808 - 1 is too large"),
      (
        "value * value", .integer(.max),
        "column 7: 9223372036854775807 * 9223372036854775807 is too large"
      ),
      ("-value", .integer(.min), "column 1: 0 - -9223372036854775808 is too large"),
      ("value / -1", .integer(.min), "column 7: -9223372036854775808 / -1 is too large"),
      ("12 / %d", 0, "column 4: 12 / 0 is a division by zero"),
      ("12 % %d", 0, "column 4: 12 % 0 is a division by zero"),
      ("%f / 0", 1.5, "column 4: 1.5 / 0 is a division by zero"),
      ("value * 1e200", 1e200, "column 7: 1e+200 * 1e+200 is too large"),
      ("%d", 1.5, "column 1: %d takes an integer, not a decimal"),
      ("%d", "a", "column 1: %d takes an integer, not text"),
      ("%f", "a", "column 1: %f takes a number, not text"),
      ("value + 1", "a", "column 7: + cannot take text and an integer"),
      ("value - 'a'", "a", "column 7: - cannot take text and text"),
      ("value < 1 ? 1 : 2", "a", "column 7: < cannot take text and an integer"),
      ("value == 1 ? 1 : 2", "a", "column 7: == cannot take text and an integer"),
    ] as [(String, StreamValue, String)])
  func failures(text: String, value: StreamValue, sentence: String) throws {
    let expression = try StreamExpression(text)
    #expect {
      try expression.result(of: [value], for: .map)
    } throws: {
      #expect("\($0)" == sentence)
      return true
    }
  }

  @Test("Depth, length and the size of results are bounded, whatever the text")
  func bounds() throws {
    let deep = [
      String(repeating: "(", count: 4000), String(repeating: "-", count: 4000),
      String(repeating: "!", count: 4000), String(repeating: "not ", count: 1000),
      String(repeating: "true ? 1 : ", count: 300),
    ]
    for text in deep {
      #expect { try StreamExpression(text) } throws: {
        "\($0)".hasSuffix("this is nested more than 64 deep")
      }
    }
    #expect { try StreamExpression(String(repeating: "1+", count: 3000) + "1") } throws: {
      "\($0)" == "column 1: an expression has at most 4096 bytes, not 6001"
    }
    let sum = try StreamExpression(String(repeating: "1+", count: 2000) + "1")
    #expect(try sum.result(of: [0], for: .map) == 2001)
    let long = StreamValue.text(String(repeating: "x", count: 40_000))
    #expect { try StreamExpression("value + value").result(of: [long], for: .map) } throws: {
      "\($0)" == "column 7: the text would have more than 65536 bytes"
    }
  }
}
