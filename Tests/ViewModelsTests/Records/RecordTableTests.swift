import TestSupport
import Testing
import ViewModels

@Suite("Records as the rows of a table")
struct RecordTableTests {
  private static let body = """
    {"data": {"users": [
      {"id": 7, "name": "Ada", "age": 36, "company": {"name": "Engines"}, "tags": ["a", "b"]},
      {"id": 8, "name": "bea", "age": null, "company": {"name": "Bridges"}},
      {"id": 9, "name": "Cleo", "age": 7.5, "company": null, "tags": []}]},
     "roles": ["admin"]}
    """

  private func table(
    _ columns: String? = nil, _ body: String = body, items: String? = nil
  ) throws -> RecordTable {
    try RecordTable(
      of: Array(body.utf8), items: items.map { RecordPath($0) },
      columns: columns.map { try RecordColumn.list($0) })
  }

  private func texts(_ table: RecordTable) -> [[String]] { table.rows.map { $0.cells.map(\.text) } }

  @Test("A column is a path or an expression, and what is not there is empty")
  func columns() throws {
    let table = try table(
      "name, company.name, tags[-1], Years: if value.age == null then '?' else value.age")
    #expect(table.columns.map(\.title) == ["name", "company.name", "tags[-1]", "Years"])
    #expect(
      texts(table) == [
        ["Ada", "Engines", "b", "36"], ["bea", "Bridges", "", "?"], ["Cleo", "", "", "7.5"],
      ])
  }

  @Test("Numbers that are longer than 64 bits keep their digits, and their order")
  func longNumbers() throws {
    let body = """
      [{"id": 18446744073709551616}, {"id": 7}, {"id": -18446744073709551617},
       {"id": "18446744073709551616"}, {"id": 9007199254740993}]
      """
    let table = try table("id", body)
    #expect(
      table.rows(by: 0).flatMap(\.json).map(\.compactText) == [
        "-18446744073709551617", "7", "9007199254740993", "18446744073709551616",
        "\"18446744073709551616\"",
      ])
    #expect(texts(table)[0] == ["18446744073709551616"])
    #expect(table.line(of: table.rows[0]) == #"{"id":18446744073709551616}"#)
  }

  @Test("Null in place of the list is no user", arguments: ["null", #"{"users":null}"#])
  func nothing(body: String) throws { #expect(try table(nil, body).rows.isEmpty) }

  @Test("An expression without a result leaves its cell empty")
  func failing() throws {
    let cells = texts(try table("name, 1 / value.age")).map { $0[1] }
    #expect(cells == ["0.027777777777777776", "", "0.13333333333333333"])
  }

  @Test(
    "Commas in brackets and quotation marks are no ends of columns",
    arguments: [
      ("a,b", ["a", "b"]), (" a , b ", ["a", "b"]),
      ("join([1, 2], ','),b", ["join([1, 2], ',')", "b"]),
      ("get(value, 'x,y'), \"a,b\"", ["get(value, 'x,y')", "\"a,b\""]),
      ("Full name: name, value.a ? 1 : 2", ["Full name", "value.a ? 1 : 2"]),
      ("Cafe\u{301} 1: cafe\u{301}, नाम: हिन्दी.नाम", ["Cafe\u{301} 1", "नाम"]),
      ("a \u{338}b:\u{338}c,\u{338}d", ["a \u{338}b", "\u{338}d"]),
    ])
  func list(text: String, titles: [String]) throws {
    #expect(try RecordColumn.list(text).map(\.title) == titles)
  }

  @Test(
    "A column that is neither is a sentence",
    arguments: [
      ("", "a column is empty; remove a comma"), ("a,,b", "a column is empty; remove a comma"),
      ("a +", "the column “a +” is neither a path nor an expression: column 4: "),
      ("upper(a)", "the column “upper(a)” is neither a path nor an expression: "),
    ])
  func wrong(text: String, beginning: String) {
    let error = #expect(throws: RecordError.self) { try RecordColumn.list(text) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test("Without columns they are the first record's texts and numbers, what names it first")
  func usual() throws {
    #expect(try table(items: "data.users").columns.map(\.title) == ["name", "age"])
    #expect(try table(nil, #"[{"id": 1}]"#).columns.map(\.title) == ["id"])
    #expect(try table(nil, #"[{"a": {"b": 1}}]"#).columns.map(\.title) == ["a"])
    #expect(texts(try table(nil, #"["x", 1]"#)) == [["x"], ["1"]])
    #expect(try table(nil, "[]").rows.isEmpty)
  }

  @Test("The list is found where it is the only one of objects, and an error names those there are")
  func items() throws {
    #expect(try table("name").rows.count == 3)
    let error = #expect(throws: RecordError.self) { try table("name", items: "data.people") }
    #expect(error?.description.contains("data.users") == true, "\(error?.description ?? "")")
  }

  @Test("Rows are ordered by amount, by text without capitals, and empty ones are last")
  func order() throws {
    let table = try table("name, age")
    func names(_ column: Int, _ isDescending: Bool) -> [String] {
      table.rows(by: column, isDescending: isDescending).map { $0.cells[0].text }
    }
    #expect(names(0, false) == ["Ada", "bea", "Cleo"])
    #expect(names(0, true) == ["Cleo", "bea", "Ada"])
    #expect(names(1, false) == ["Cleo", "Ada", "bea"])
    #expect(names(1, true) == ["Ada", "Cleo", "bea"])
    #expect(table.rows(by: 9) == table.rows)
  }

  @Test("A record is known by its key, and one that is the same is the same row wherever it stands")
  func identity() throws {
    let first = try table(
      "name", #"[{"id": 1, "name": "a"}, {"id": 1, "name": "b"}, {"name": "c"}]"#)
    #expect(Set(first.rows.map(\.id)).count == 3, "Also where two have one key.")
    let (before, after) = (
      try table("name", #"[{"id": 1, "name": "a", "x": 1}]"#),
      try table("name", #"[  {"id": 2, "name": "z"}, {"id": 1, "name": "a", "x": 1}]"#)
    )
    #expect(before.rows[0] == after.rows[1])
    let changed = try table("name", #"[{"id": 1, "name": "a", "x": 2}]"#)
    #expect(before.rows[0] != changed.rows[0], "What is not shown counts, too.")
  }

  @Test("A whole record is what the service has sent")
  func whole() throws {
    let table = try table("id", #"[ {"id": 1.50,  "n": null} ]"#)
    #expect(table.text(of: table.rows[0]) == #"{"id": 1.50,  "n": null}"#)
  }

  @Test("Cells keep their values: numbers, texts with escapes, lists, and what is computed")
  func values() throws {
    let table = try table(
      "a, b, c, value.a + 1, upper(value.b)",
      #"[{"a": 1.50, "b": "x\n\u00e9", "c": [1, "d"]}, {"a": 2, "b": "y", "c": {"e": null}}]"#)
    #expect(
      table.rows.map { $0.cells.map(\.value) } == [
        [1.5, "x\né", [1, "d"], 2.5, "X\nÉ"], [2, "y", ["e": .null], 3, "Y"],
      ])
    #expect(table.rows[1][3].number == 3 && table.rows[0][1].text == "x\né")
  }

  @Test("A row that shows its place is another one where it has moved")
  func moved() throws {
    let record = #"{"id": 1}"#
    let (before, after) = (
      try table("index", "[\(record)]"), try table("index", #"[{"id": 2}, \#(record)]"#)
    )
    #expect(before.rows[0].id == after.rows[1].id && before.rows[0] != after.rows[1])
  }

  @Test("The members of a whole record are named by their paths")
  func details() throws {
    let table = try table(
      "id",
      #"[{"id": 1, "company": {"name": "A", "tags": ["x", 2, null]}, "list": [{"b": 1}], "no": null}]"#
    )
    #expect(
      table.details(of: table.rows[0]).map { "\($0.name)=\($0.text)" } == [
        "id=1", "company.name=A", "company.tags=x, 2, ", "list[0].b=1", "no=",
      ])
    #expect(
      RecordDetail.all(inJSON: Array("no JSON".utf8)) == [RecordDetail(name: "", text: "no JSON")])
    let many = "[" + (0..<2000).map { "{\"a\": \($0)}" }.joined(separator: ",") + "]"
    #expect(RecordDetail.all(inJSON: Array(many.utf8)).last?.text == "and 1000 more")
  }

  @Test("What is no JSON, or has no list, is an error", arguments: ["", "<html>", "{", "7", "{}"])
  func refused(body: String) {
    #expect(throws: RecordError.self) { try table(nil, body) }
  }
}
