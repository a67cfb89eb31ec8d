import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: tables of records")
struct TableCommentExamples {
  @Test("columns")
  func columns() throws {
    let shown = try results {
      try RecordColumn.list("name, Company: company.name, upper(value.city)").map(\.title)
      // ["name", "Company", "upper(value.city)"]
    }
    #expect(shown == [#"["name", "Company", "upper(value.city)"]"#])
  }

  @Test("a table")
  func table() throws {
    let body = Array(
      """
      [{"name": "Ada", "company": {"name": "Engines"}},
       {"name": "Bea", "company": {"name": "Bridges"}}]
      """.utf8)
    let shown = try results {
      let table = try RecordTable(of: body, columns: RecordColumn.list("name, company.name"))
      table.rows.map { $0.cells.map(\.text) }  // [["Ada", "Engines"], ["Bea", "Bridges"]]
    }
    #expect(shown == [#"[["Ada", "Engines"], ["Bea", "Bridges"]]"#])
  }

  @Test("the members of a record")
  func details() {
    let shown = results {
      RecordDetail.all(inJSON: Array(#"{"name": "Ada", "tags": ["a", "b"]}"#.utf8))
        .map { "\($0.name): \($0.text)" }  // ["name: Ada", "tags: a, b"]
    }
    #expect(shown == [#"["name: Ada", "tags: a, b"]"#])
  }
}
