import TestSupport
import Testing

@testable import Expressions

@Suite("An expression")
struct StreamExpressionTests {
  private func map(_ text: String, _ value: StreamValue) throws -> StreamValue? {
    try StreamExpression(text).result(of: [value], for: .map)
  }

  @Test(
    "Values are computed as in arithmetic, integers apart from decimals",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 / 2", 3.5), ("-7 / 2", -3.5), ("-7 % 3", -1),
      ("8 / 2", 4), ("value / 6", 3.5), ("value / 7", 3), ("%d / 2", 10), ("5 / 2 + %d", 23),
      ("quotient(7, 2)", 3), ("quotient(-7.5, 2)", -3), ("quotient(value, 2)", 10),
      ("1 / 3", .decimal(1.0 / 3)), ("20 / 8 == 20.0 / 8", true),
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

  @Test(
    "Texts match patterns as a whole, and parts of them are captured where they come first",
    arguments: [
      ("matches(value, '[a-z ]+=[0-9]')", true), ("matches(value, 'x=1')", false),
      ("matches(value, '.*x=1')", true), ("capture(value, '([a-z])=([0-9])')", ["x", "1"]),
      ("capture(value, '^([^ ]+)')[0]", "at"), ("capture(value, '=')", []),
      ("capture(value, '^=')", .null), ("capture(value, '(y)|(x)')", [.null, "x"]),
      ("capture(value, '(a|at).*?(.)=')", ["a", "x"]),
      ("capture(value, '(.*)=(.*)')", ["at x", "1"]),
      ("capture(value, '((a)t) (?=x)(.{2})')", ["at", "a", "x="]),
    ] as [(String, StreamValue)])
  func patterns(text: String, result: StreamValue) throws {
    #expect(try map(text, "at x=1") == result)
  }

  @Test("A pattern of very many ways takes no longer than another", .untilStandstill)
  func manyWays() throws {
    let long = StreamValue.text(String(repeating: "a", count: 20_000))
    #expect(try map("capture(value, '((a+)+)b')", long) == .null)
    #expect(try map("matches(value, '(a+)+b')", long) == false)
  }

  private static let formatArguments =
    "format takes one time zone in quotation marks and one format such as %H:%M"
  private static let hiddenGroup = "a group in a lookahead captures nothing; write (?:…) there"

  @Test(
    "A pattern and a time zone are checked before anything is computed",
    arguments: [
      ("matches(value, value)", "column 16: matches takes a pattern in quotation marks"),
      (
        "capture(value, '(')",
        "column 16: “(” is not a regular expression: expected ')'"
      ),
      (
        "matches(value, 'a{2000}')",
        "column 16: this pattern is too long: more than 1000 steps, counting repeats"
      ),
      (
        "format(0, '../passwd')",
        "column 11: there is no time zone “../passwd”; use a name such as Europe/Zurich"
      ),
      ("format(0, '')", "column 11: there is no time zone “”; use a name such as Europe/Zurich"),
      ("format(0, '%H', '%M')", "column 1: \(formatArguments)"),
      ("format(0, value, '%M')", "column 1: \(formatArguments)"),
      ("format(0, 'UTC', 'Europe/Zurich')", "column 1: \(formatArguments)"),
      ("capture('a', '(?=(a))a')", "column 14: \(hiddenGroup)"),
      ("capture('a', '(?=a(?!(b)))a')", "column 14: \(hiddenGroup)"),
    ])
  func prepared(text: String, reason: String) {
    #expect { try StreamExpression(text) } throws: { "\($0)" == reason }
  }

  @Test("The time is that of the clock that is given")
  func now() throws {
    let nanoseconds = 1_767_225_600_250_000_000
    func result(_ text: String) throws -> StreamValue {
      try ExpressionEvaluation(StreamExpression(text), for: .map, now: { nanoseconds })
        .result(of: 0)
    }
    #expect(try result("now()") == 1_767_225_600.25)
    #expect(try result("format(now(), '%H:%M:%S.%L')") == "00:00:00.250")
    #expect(try result("format(now(), '-03:30')") == "2025-12-31T20:30:00.250-03:30")
    #expect(try result("format('2026-01-01T00:00:00Z', '%H h', '+05:45')") == "05 h")
  }

  @Test(
    "Values of every kind are computed with",
    arguments: [
      ("value", true, true), ("value", .null, .null), ("value > 1", 2, true),
      ("value == null", .null, true), ("null != value", 1, true), ("value == true", true, true),
      ("value and not false", true, true), ("true == (1 < 2)", 0, true),
      ("value.a.b", ["a": ["b": 7]], 7), ("value['a b']", ["a b": 1], 1),
      ("value[0] + value[-1]", [1, 2, 3], 4), ("value[value[0]]", [1, 2, 3], 2),
      ("%@.a + %@[\"a\"]", ["a": 2], 4), ("value == [1, [2.0]]", [1.0, [2]], true),
      ("value == {b: 2, a: 1}", ["a": 1, "b": 2], true),
      ("value == {a: 1}", ["a": 1, "b": 2], false),
      ("value in [1, 'a', null]", 1.0, true), ("value in [1, 'a', null]", .null, true),
      ("value in [1, 'a']", "b", false), ("not value in []", 1, true),
      ("let x = value + 1 in x * x", 2, 9),
      ("let x = 1 in let y = x + 1 in let x = 5 in x * 10 + y + value", 0, 52),
      ("let x = (value in [1, 2]) in x ? 'yes' : 'no'", 2, "yes"),
      ("1 + let x = value in x", 2, 3),
      ("if value > 1 then 'a' else if value > 0 then 'b' else 'c'", 1, "b"),
      ("[value, value + 1, 'x']", 1, [1, 2, "x"]),
      ("{v: value, 'a b': [value]}", 1, ["v": 1, "a b": [1]]),
      ("{}", 1, [:]), ("[]", 1, []), ("LET x = 1 IN IF true THEN x ELSE NULL", 0, 1),
      ("true ? null : value", 1, .null), ("value ? 1 : 2", false, 2),
      ("abs(value)", -2.5, 2.5), ("round(value)", 2.5, 3), ("round(value)", -2.5, -3),
      ("round(value)", 2, 2), ("floor(value)", -0.5, -1), ("ceil(value)", -0.5, 0),
      ("sqrt(value)", 2, 1.4142135623730951), ("min(value, 2.5)", 3, 2.5),
      ("max('a', 'b')", 0, "b"),
      ("min(value)", ["b", "a"], "a"), ("length(value)", "Zoë👩‍👩‍👧", 4), ("length(value)", ["a": 1], 1),
      ("lower(value)", "ÄB", "äb"), ("trim(value)", " \n a b\t", "a b"),
      ("contains(value, 'aab')", "aaaab", true), ("contains(value, '')", "", true),
      ("contains(value, 2.0)", [1, 2], true), ("contains(value, 'x')", [1, 2], false),
      ("starts(value, 'Zo')", "Zoë", true), ("ends(value, 'ë')", "Zoë", true),
      ("split(value, '')", "Zoë", ["Z", "o", "ë"]), ("split(value, ',')", "", [""]),
      ("split(value, 'aa')", "aaab", ["", "ab"]),
      ("join(value, '')", ["a", 1, true, .null], "a1truenull"),
      ("replace(value, 'aa', 'b')", "aaaaa", "bba"),
      ("get(value, 'a.0.b')", ["a": [["b": 1]]], 1), ("get(value, 'a.-1')", ["a": [1, 2]], 2),
      ("get(value, 'b')", ["a": 1], .null), ("get(value, 'a', 5)", ["a": .null], 5),
      ("get(value, 'a', 5)", 1, 5), ("has(value, 'a')", ["a": .null], true),
      ("has(value, 'a.b')", ["a": 1], false), ("has(value, '1')", [1], false),
      ("keys(value)", ["b": 1, "a": 2], ["b", "a"]), ("first(value)", [1, 2], 1),
      ("text(value)", 0.1, "0.1"), ("text(value)", "a", "a"),
      ("text(value)", [1, "a"], "[1,\"a\"]"),
      ("number(value)", " -12 ", -12), ("number(value)", "1e3", 1000.0),
      ("number(value)", 1.5, 1.5),
      ("time(value)", "1970-01-01T00:00:01.5", 1.5), ("time(value)", "1969-12-31 23:59Z", -60),
      ("time(value)", "2026-11-30T14:30:00-0230", 1_796_058_000),
      ("format(value)", -1, "1969-12-31T23:59:59Z"),
      ("format(value)", 1.25, "1970-01-01T00:00:01.250Z"), ("format(value, '%L%%')", 0.007, "007%"),
    ] as [(String, StreamValue, StreamValue)])
  func kinds(text: String, value: StreamValue, result: StreamValue) throws {
    #expect(try map(text, value) == result)
  }

  @Test("A filter takes a value that turns out to be a condition, and names one that does not")
  func conditionsAtRunTime() throws {
    let open: StreamExpression = "value.open"
    #expect(try open.result(of: [["open": true]], for: .filter) == ["open": true])
    #expect(try open.result(of: [["open": false]], for: .filter) == nil)
    #expect {
      try open.result(of: [["open": 1]], for: .filter)
    } throws: {
      "\($0)" == "column 1: a condition was expected, not an integer: 1"
    }
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
      ("%x", "column 2: d, f or @ after % was expected, not x"),
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
      ("(1 < 2) == 3", "column 12: a condition was expected in a comparison, not a value"),
      ("1 == (2 < 3)", "column 6: a value was expected in a comparison, not a condition"),
      ("(1 < 2) < true", "column 1: a value was expected in a comparison, not a condition"),
      ("1 + (2 < 3)", "column 5: a value was expected in a sum, not a condition"),
      ("value.", "column 7: the name of a field was expected, not the end"),
      ("value[0", "column 8: a closing bracket was expected, not the end"),
      ("[1, 2", "column 6: a comma or a closing bracket was expected, not the end"),
      ("{a 1}", "column 4: a colon was expected, not 1"),
      ("{a: 1, 'a': 2}", "column 8: the key “a” occurs twice"),
      ("if true 1", "column 9: then was expected, not 1"),
      ("if true then 1", "column 15: else was expected, not the end"),
      ("if 1 then 2 else 3", "column 4: a condition was expected after if, not a value"),
      ("let in = 1 in 2", "column 5: “in” is a reserved word"),
      ("let x = 1", "column 10: in was expected, not the end"),
      ("1 in 2", "column 6: a list was expected after in, not a number"),
      ("1.5.a", "column 4: a number has no fields"),
      ("'a' + 1", "column 5: this operator cannot combine text and a number"),
      ("'a' * 'b'", "column 5: this operator cannot combine text and text"),
      ("lower(1)", "column 7: lower takes text, not a number"),
      ("round('a')", "column 7: round takes a number, not text"),
      ("starts('a')", "column 1: starts takes 2 values, not 1"),
      ("format()", "column 1: format takes 1 to 3 values, not 0"),
      ("min()", "column 1: min takes 1 value or more, not 0"),
      ("abs(1, 2)", "column 1: abs takes 1 value, not 2"),
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
      ("result", .map, "column 1: there is no value named “result” here; use value or index"),
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
    "A whole number is one for %d however it is written", arguments: [20, 20.0] as [StreamValue])
  func wholeNumbers(value: StreamValue) throws {
    #expect(try StreamExpression("%d / 8").result(of: [value], for: .map) == 2)
    #expect(try StreamExpression("%d % 3 == 2").result(of: [value], for: .filter) == value)
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
      ("%d", 1e300, "column 1: %d takes an integer, not a decimal: 1e+300"),
      ("%d", 1.5, "column 1: %d takes an integer, not a decimal: 1.5"),
      ("%d", "a", "column 1: %d takes an integer, not text: \"a\""),
      ("%f", "a", "column 1: %f takes a number, not text: \"a\""),
      ("value + 1", "a", "column 7: + cannot take text and an integer: \"a\" + 1"),
      ("value - 'a'", "a", "column 7: - cannot take text and text: \"a\" - \"a\""),
      ("value < 1 ? 1 : 2", "a", "column 7: < cannot take text and an integer: \"a\" < 1"),
      ("value == 1 ? 1 : 2", "a", "column 7: == cannot take text and an integer: \"a\" == 1"),
      ("value != 'a' ? 1 : 2", 1, "column 7: != cannot take an integer and text: 1 != \"a\""),
      ("value == true", 1, "column 7: == cannot take an integer and true or false: 1 == true"),
      ("value and true", 1, "column 1: a condition was expected, not an integer: 1"),
      ("not value", "a", "column 5: a condition was expected, not text: \"a\""),
      ("value.a", 1, "column 6: an integer has no fields: 1"),
      ("value.b", ["a": 1], "column 6: there is no field “b” in {\"a\":1}"),
      ("value[3]", [1, 2], "column 6: there is no element 3 in a list of 2: [1,2]"),
      ("value[-3]", [1, 2], "column 6: there is no element -3 in a list of 2: [1,2]"),
      (
        "value['a']", [1],
        "column 6: a list takes an integer index in brackets, not text: \"a\""
      ),
      (
        "value[index]", ["a": 1],
        "column 6: an object takes a text key in brackets, not an integer: 0"
      ),
      ("1 in value", 1, "column 3: in takes a list, not an integer: 1"),
      ("lower(value)", 1, "column 1: lower takes text, not an integer: 1"),
      ("length(value)", 1, "column 1: length takes text, a list or an object, not an integer: 1"),
      ("abs(value)", .integer(.min), "column 1: 0 - -9223372036854775808 is too large"),
      ("round(value)", 1e300, "column 1: 1e+300 does not fit in an integer of 64 bits"),
      ("sqrt(value)", -1, "column 1: -1 has no square root"),
      ("number(value)", "1x", "column 1: \"1x\" is not a number"),
      ("number(value)", "9223372036854775808", "column 1: \"9223372036854775808\" is not a number"),
      ("first(value)", [], "column 1: first takes a list that is not empty"),
      ("max(value)", [], "column 1: max takes a list that is not empty"),
      ("max(value, 'a')", 1, "column 1: < cannot take text and an integer: \"a\" < 1"),
      ("replace(value, '', 'x')", "a", "column 1: replace cannot search for empty text"),
      ("time(value)", "today", "column 1: \"today\" is not a time such as 2026-11-30T14:30:00Z"),
      (
        "time(value)", "2026-02-30",
        "column 1: \"2026-02-30\" is not a time such as 2026-11-30T14:30:00Z"
      ),
      ("format(value)", 1e15, "column 1: 1000000000000000.0 is not a time of the years 1 to 9999"),
      (
        "format(0, value)", "%x", "column 1: format knows %Y, %m, %d, %H, %M, %S, %L and %%, not %x"
      ),
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

  @Test(
    "What an expression makes is bounded, however it grows",
    arguments: [
      (
        "[result, value]",
        "column 1: lists and objects would be nested more than 64 deep"
      ),
      (
        "let a = [result, result] in [a, a, a, a]",
        "column 1: a list would have more than 262144 bytes"
      ),
      (
        "replace(text(value) + text(result), '1', '11111111111111111111')",
        "column 1: the text would have more than 65536 bytes"
      ),
      ("join([result, result, 'x'], ',')", "column 1: the text would have more than 65536 bytes"),
    ])
  func growth(text: String, sentence: String) throws {
    let expression = try StreamExpression(text)
    var result: StreamValue = "1"
    #expect {
      for _ in 0..<1_000 { result = try expression.result(of: [result, "1"], for: .fold)! }
    } throws: {
      #expect("\($0)".hasSuffix(String(sentence.dropFirst("column 1: ".count))))
      return true
    }
  }

  @Test("Searching takes time that the texts' lengths bound")
  func search() throws {
    let text = StreamValue.text(String(repeating: "a", count: 400_000))
    let expression: StreamExpression = "contains(a, b + 'b')"
    let part = StreamValue.text(String(repeating: "a", count: 60_000))
    #expect(try expression.result(of: [text, part], for: .join(of: 2)) == false)
  }

  @Test("Depth, length and the size of results are bounded, whatever the text")
  func bounds() throws {
    let deep = [
      String(repeating: "(", count: 4000), String(repeating: "-", count: 4000),
      String(repeating: "!", count: 4000), String(repeating: "not ", count: 1000),
      String(repeating: "true ? 1 : ", count: 300), String(repeating: "[", count: 4000),
      String(repeating: "{a:", count: 1000), String(repeating: "abs(", count: 1000),
      String(repeating: "let a = ", count: 300), String(repeating: "let a = 1 in ", count: 300),
      String(repeating: "if true then ", count: 300),
      "value" + String(repeating: "[value", count: 600),
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

  @Test(
    "Conditions on integers have the same result by a chain as by the machine",
    arguments: [
      "value > 3 and value % 7 != 3 or value < 0", "value > 0 or value / 0 > 1",
      "value > 0 and (value < 3 or value == 7)", "(value == 1 or value == 2) and value != 2",
      "value > 0 && value * 9223372036854775807 > 0 || index > 12",
      "value < 0 or value > index and index != 3 and value - 1 > 2", "value % 2 = 0",
    ])
  func conditions(text: String) throws {
    let expression = try StreamExpression(text)
    let chained = try ExpressionEvaluation(expression, for: .filter)
    let general = try ExpressionEvaluation(expression, for: .filter)
    #expect(chained.computation.chainIsCondition == true)
    for value in (-3...12).map({ StreamValue.integer($0) }) {
      let result = Result { try chained.result(of: value) }
      #expect("\(result)" == "\(Result { try general.result(of: [value]) })")
    }
  }
}
