import Expressions
import Testing

@Suite("A condition on the rows of a list")
struct RowConditionTests {
  private let kinds: [String: ExpressionKind] = [
    "items": .listOf(
      .row([
        "name": .text, "amount": .number, "tags": .listOf(.text),
        "parts": .listOf(.row(["n": .number])),
      ])),
    "limit": .number, "name": .text, "pair": .text, "colours": .listOf(.text), "on": .truth,
  ]

  private func row(
    _ name: StreamValue?, _ amount: String?, tags: [StreamValue] = [], parts: [Int] = []
  )
    -> StreamValue
  {
    var members: [(String, StreamValue)] = []
    if let name { members.append(("name", name)) }
    if let amount { members.append(("amount", .exact(DecimalNumber(amount)!))) }
    members.append(("tags", .list(tags)))
    members.append(("parts", .list(parts.map { .object(["n": .integer($0)]) })))
    return .object(StreamObject(members))
  }

  private var values: [String: StreamValue] {
    [
      "items": .list([
        row("a", "0.1", tags: ["x"], parts: [1, 2]), row(nil, "0.2", parts: [3]),
        row("c", nil, tags: ["x", "y"]),
      ]),
      "limit": 3, "name": "form", "colours": .list([]), "on": .truth(true),
    ]
  }

  @Test(
    "holds or does not",
    arguments: [
      ("items[0].amount == 0.1", true), ("items[-1].name == 'c'", true),
      ("items[1].name == ''", true),
      ("items[9].name == ''", true), ("items[0]['amount'] < 1", true), ("length(items) == 3", true),
      ("sum(items.amount) == 0.3", true), ("max(items.amount) == 0.2", true),
      ("min(items.amount) < 0.15", true),
      ("length(items.amount) == 3", true), ("items.amount[1] == 0.2", true),
      ("any(items, amount > 0.15)", true), ("any(items, amount > 0.25)", false),
      ("all(items, amount < 1 or amount == '')", true), ("all(items, name != '')", false),
      ("any(items, name == '')", true), ("any(items, length(tags) > 1)", true),
      ("any(items, contains(tags, 'y'))", true), ("contains(items.tags, 'y')", true),
      ("sum(items.parts.n) == 6", true), ("any(items, any(parts, n == 3))", true),
      ("any(items, all(parts, n > 2) and length(parts) > 0)", true),
      ("any(items, sum(parts.n) == limit)", true),
      // A row's field before the form's, and a name that let gave.
      ("any(items, name == 'form')", false), ("let x = 0.2 in any(items, amount == x)", true),
      ("first(items).name == 'a'", true), ("last(items).amount == ''", true),
      ("length(colours) == 0 and sum(items.amount) > 0", true), ("colours == ''", true),
      ("items != null", true),
      ("not contains(colours, 'red')", true), ("length(pair) == 0", true),
      ("'a' in items.name", true),
      ("join(items.name, '+') == 'a+c'", true), ("sum(items.amount) / 2 == 0.15", true),
      ("quotient(limit, 2) == 1", true), ("limit / 2 == 1.5", true), ("limit / 2.0 == 1.5", true),
      ("round(sum(items.amount)) == 0", true),
      ("any(items, amount > 0.15) and on", true),
      ("on ? all(items, amount != 5 or true) : false", true),
    ])
  func holds(text: String, expected: Bool) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(condition.holds { values[$0] } == expected)
    #expect(condition.isBroken { values[$0] } != expected)
  }

  @Test(
    "knows no rows and needs none",
    arguments: [
      ("length(items) == 0", true), ("sum(items.amount) == 0", true),
      ("any(items, amount > 0)", false),
      ("all(items, amount > 0)", true), ("items == null", true), ("length(items) >= 2", false),
    ])
  func empty(text: String, expected: Bool) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(condition.holds { $0 == "items" ? .list([]) : nil } == expected)
    #expect(condition.isBroken { $0 == "items" ? .list([]) : nil } != expected)
  }

  @Test(
    "is not judged by what an empty list has not",
    arguments: [
      "items[0].amount >= 20", "max(items.amount) > 3", "first(items).name == 'a'",
      "items[-1].name < 'b'",
    ])
  func needsRows(text: String) throws {
    let condition = try NamedExpression(text, kinds: kinds)
    #expect(!condition.holds { $0 == "items" ? .list([]) : nil })
    #expect(!condition.isBroken { $0 == "items" ? .list([]) : nil })
    #expect(condition.needs == ["items"])
  }

  @Test("passes over a row that lacks what is compared, and judges the others")
  func rowsWithoutValue() throws {
    let rows = StreamValue.list([row("a", nil), row("b", "150")])
    for (text, isBroken) in [
      ("all(items, amount <= 100)", true), ("not any(items, amount > 100)", true),
      ("all(items, amount <= 200)", false), ("any(items, amount > 200)", true),
    ] {
      let condition = try NamedExpression(text, kinds: kinds)
      #expect(condition.isBroken { $0 == "items" ? rows : nil } == isBroken, "\(text)")
    }
  }

  @Test(
    "is refused for what rows have not",
    arguments: [
      (
        "items.size > 1",
        "column 6: the rows have no field “size”; use amount, name, parts or tags"
      ),
      ("any(items, size > 1)", "column 12: there is no value named “size” here"),
      ("sum(items.name) > 1", "column 5: sum takes a list of numbers, not a list"),
      ("any(colours, true)", "column 5: any takes a list of rows, not a list of other values"),
      ("any(name, true)", "column 5: any takes a list of rows, not text"),
      ("any(items)", "column 10: a comma and a condition on the rows was expected, not )"),
      ("any(items, amount)", "column 12: a condition was expected in any, not a value"),
      ("items[0].amount > 'a'", "column 17: this operator cannot combine a number and text"),
      ("limit.x > 1", "column 6: a number has no fields"),
      ("colours.x == 1", "column 8: text has no fields"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: StreamExpressionError.self) {
      try NamedExpression(text, kinds: kinds)
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "names what a rule is not judged without",
    arguments: [
      ("pair == name", ["name", "pair"]), ("length(pair) + length(name) <= 72", []),
      ("length(items) >= 1", []),
      ("name == '' or name < 'm'", []), ("pair != null and limit > 3", ["limit"]),
      ("on or limit > 3", ["limit"]),
      ("not (limit > 3 and on)", ["limit"]), ("(on ? limit : 3) > 2", ["limit"]),
      ("limit + 1 == 2", ["limit"]),
      ("sum(items.amount) <= limit", ["limit"]), ("items[0].amount > 1", ["items"]),
      ("any(items, amount > 1)", []),
      ("any(items, amount > limit)", ["limit"]), ("let x = limit in x * x > 2", ["limit"]),
      ("contains(name, 'a')", ["name"]), ("contains(colours, 'red')", []),
      ("name in ['a', 'b']", ["name"]),
      ("max([limit, 3]) > 1", ["limit"]), ("upper(name) == 'A'", ["name"]), ("on", []),
    ] as [(String, Set<String>)])
  func needs(text: String, names: Set<String>) throws {
    #expect(try NamedExpression(text, kinds: kinds).needs == names)
  }

  @Test(
    "computes with integers that are too large together, and is broken by what is too large at all")
  func large() throws {
    let values: [String: StreamValue] = ["limit": .integer(.max)]
    #expect(
      try NamedExpression("limit + 1 == 9223372036854775808", kinds: kinds).holds { values[$0] })
    #expect(try NamedExpression("limit * limit > limit", kinds: kinds).holds { values[$0] })
    let huge = try NamedExpression("limit * limit * limit > 0", kinds: kinds)
    #expect(!huge.holds { values[$0] })
    #expect(huge.isBroken { values[$0] })
    #expect(
      try NamedExpression("number('123456789012345678.5') > 123456789012345678", kinds: kinds).holds
      { _ in nil })
  }
}
