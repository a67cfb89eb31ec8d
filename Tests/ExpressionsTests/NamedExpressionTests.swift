import Expressions
import Testing

@Suite("A condition on values with names")
struct NamedExpressionTests {
  private let kinds: [String: ExpressionKind] = [
    "age": .number, "price": .number, "ticket": .text, "arrival": .text, "departure": .text,
    "terms": .truth, "news": .truth, "workshops": .list,
  ]
  private let values: [String: StreamValue] = [
    "age": 20, "price": 1.5, "ticket": "day", "arrival": "2026-02-01", "departure": "2026-02-03",
    "terms": 1, "news": 0, "workshops": ["a", "b"],
  ]

  @Test(
    "holds or does not, for values of every kind",
    arguments: [
      ("age >= 21 or ticket != 'business'", true), ("age >= 21 and ticket != 'business'", false),
      ("arrival < departure", true), ("arrival > '2026-12-31'", false),
      ("terms", true), ("not terms", false), ("!news and terms", true), ("terms == true", true),
      ("news != false", false), ("terms = (age > 18)", true),
      ("age * 2 + 1 == 41", true), ("price < age", true), ("price == 1.5", true),
      ("ticket == 'day' ? age > 18 : terms", true), ("workshops == workshops", true),
      ("ticket + '!' == 'day!'", true), ("true", true), ("age == null", false),
      ("age != null", true), ("ticket == ''", false), ("workshops != ''", true),
    ])
  func holds(text: String, expected: Bool) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(condition.holds { values[$0] } == expected)
    #expect(condition.isBroken { values[$0] } != expected)
  }

  @Test(
    "does not hold by a comparison with a missing value, and is not broken by it",
    arguments: [
      "age > 18", "age < 18", "age == 18", "age != 18", "age + 1 > 2", "-age < 1",
      "age == price", "ticket == 'day'", "ticket != 'day'", "arrival < '2027-01-01'",
      "age > 18 and terms", "workshops == workshops",
    ])
  func missing(text: String) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(!condition.holds { $0 == "terms" ? 1 : nil })
    #expect(!condition.isBroken { $0 == "terms" ? 1 : nil })
  }

  @Test(
    "can ask whether a value is missing",
    arguments: [
      ("age == null", true), ("null == age", true), ("age != null", false), ("ticket == ''", true),
      ("ticket != ''", false), ("'' = arrival", true), ("workshops == null", true),
      ("ticket != '' or arrival != ''", false), ("null == ''", true),
      ("age > 18 or ticket == ''", true),
    ])
  func asksForMissing(text: String, expected: Bool) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(condition.holds { _ in nil } == expected)
  }

  @Test("is broken where it needs no missing value to be wrong")
  func broken() throws {
    let condition = try NamedExpression("ticket != '' or arrival != ''", kinds: kinds)
    #expect(condition.isBroken { _ in nil })
    #expect(!condition.isBroken { $0 == "arrival" ? "2026-01-01" : nil })
  }

  @Test("that cannot be computed neither holds nor is broken")
  func faults() throws {
    let condition = try NamedExpression("100 / age > 3", kinds: kinds)
    #expect(!condition.holds { _ in 0 } && !condition.isBroken { _ in 0 })
  }

  @Test("knows the names that it reads, each once and in order")
  func names() throws {
    let condition = try NamedExpression("price > 1 and age > 1 or price < 0", kinds: kinds)
    #expect(condition.names == ["price", "age"])
  }

  @Test(
    "is refused with the place of what is wrong",
    arguments: [
      ("agee > 1", 1, "there is no value named “agee” here; use age, arrival, departure, news"),
      ("age > 1 and", 12, "a value was expected, not the end"),
      ("age", 1, "a condition was expected"), ("index > 1", 1, "no value named “index”"),
      ("%d > 1", 1, "placeholders are for streams"), ("age > 'a'", 5, "a number and text"),
      ("ticket < 3", 8, "text and a number"), ("terms + 1 > 2", 1, "a value was expected"),
      ("terms > 1", 1, "a value was expected"), ("terms == 1", 10, "a condition was expected"),
      ("workshops < workshops", 11, "a list and a list"), ("-ticket == 'a'", 1, "not text"),
      ("age > 1 or ticket", 12, "a condition was expected"),
      ("length(age) > 1", 8, "length takes text, a list or an object, not a number"),
      ("ticket in age", 11, "a list was expected after in, not a number"),
    ])
  func refused(text: String, column: Int, reason: String) {
    let error = #expect(throws: StreamExpressionError.self) {
      try NamedExpression(text, kinds: kinds)
    }
    #expect(error?.column == column, "\(text)")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "has the functions of the language",
    arguments: [
      ("length(ticket) >= 3", true), ("ticket in ['day', 'week']", true),
      ("ticket in ['week']", false), ("contains(workshops, 'b')", true),
      ("length(workshops) == 2 and workshops[0] == 'a'", true),
      ("time(departure) - time(arrival) <= 7 * 86400", true),
      ("if terms then age >= 18 else true", true), ("let t = upper(ticket) in t == 'DAY'", true),
      ("starts(ticket, 'x')", false),
    ])
  func functions(text: String, expected: Bool) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(condition.holds { values[$0] } == expected)
    #expect(condition.isBroken { values[$0] } != expected)
  }

  @Test(
    "is not judged by a function of a missing value",
    arguments: [
      "ticket in ['day']", "contains(workshops, 'a')", "starts(ticket, 'd')",
      "time(departure) > time(arrival)", "[age] == [1]", "get(workshops, '0', 'x') == 'x'",
    ])
  func functionsOfMissing(text: String) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(!condition.holds { _ in nil })
    #expect(!condition.isBroken { _ in nil })
  }

  @Test("counts nothing as a text or a list of length 0")
  func lengthOfMissing() throws {
    for text in ["length(ticket) == 0", "length(workshops) < 1", "length(ticket) + 3 == 3"] {
      #expect(try NamedExpression(text, kinds: kinds).holds { _ in nil })
    }
    #expect(try NamedExpression("length(ticket) >= 3", kinds: kinds).isBroken { _ in nil })
  }

  @Test("can name values with words of the language that are new")
  func words() throws {
    let kinds: [String: ExpressionKind] = ["if": .number, "null": .number, "length": .number]
    let condition = try NamedExpression("if + null + length == length + 2", kinds: kinds)
    #expect(condition.holds { _ in 1 })
  }
}
