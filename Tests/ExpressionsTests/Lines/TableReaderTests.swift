import Testing

@testable import Expressions

@Suite("The rows of a table")
struct TableReaderTests {
  /// Reads a table: its rows, and the problems with their lines, in the order in which they come.
  private func read(_ text: String, _ type: ValueType = .object) -> [String] {
    var reader = LineReader(of: type, format: .csv, returnsLines: true)
    var found: [String] = []
    func note(_ number: Int, _ read: () throws(LineProblem) -> StreamValue?) {
      do throws(LineProblem) {
        if let value = try read() { found.append(value.json.compactText) }
      } catch { found.append("\(error.line ?? number): \(error.reason)") }
    }
    func noteReturned() {
      while reader.hasReturned { note(0) { () throws(LineProblem) in try reader.takeReturned() } }
    }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      Array(line).withUnsafeBytes { bytes in
        note(place + 1) { () throws(LineProblem) in
          try reader.value(of: bytes, number: place + 1)
        }
      }
      noteReturned()
    }
    note(0) { () throws(LineProblem) in
      try reader.finish()
      return nil
    }
    noteReturned()
    return found
  }

  private static let open = "the quoted cell that begins here is not closed"
  private static func own(_ line: Int) -> String {
    "; the lines after line \(line) are read as separate rows"
  }

  @Test(
    "A quotation mark opens a cell at its beginning alone",
    arguments: [
      ("size,b\n5\" disk,2\n3,x", [#"{"size":"5\" disk","b":2}"#, #"{"size":3,"b":"x"}"#]),
      ("a,b\nx\"y\",\"\"", [#"{"a":"x\"y\"","b":""}"#]),
      ("a,b\nx, \"y", [#"{"a":"x","b":" \"y"}"#]),
      ("a,b\n\"x\n\ny\",\"\"\"\"", [#"{"a":"x\n\ny","b":"\""}"#]),
      ("a,\"b\nc\"\n1,2", [#"{"a":1,"b\nc":2}"#]),
      ("a,b\n\"x\u{301}\",\"\u{301}\"", ["{\"a\":\"x\u{301}\",\"b\":\"\u{301}\"}"]),
      ("\u{FEFF}a,b\n1,2\n\u{FEFF}a,b\n3,4", [#"{"a":1,"b":2}"#, #"{"a":3,"b":4}"#]),
      ("\"a\";b\n\"1;2\";3", [#"{"a":"1;2","b":3}"#]),
      ("a\n\"x\"y\n1", ["2: a closing quotation mark is in the middle of a field", #"{"a":1}"#]),
    ])
  func quotationMarks(text: String, rows: [String]) { #expect(read(text) == rows) }

  @Test(
    "Of a row that is none because a quotation mark has no end the other lines are read",
    arguments: [
      (
        "a,b\n\"x,1\n2,3\n4,5",
        ["2: \(open)\(own(2))", #"{"a":2,"b":3}"#, #"{"a":4,"b":5}"#]
      ),
      ("a,b\n1,2\n3,\"x", [#"{"a":1,"b":2}"#, "3: \(open)"]),
      (
        "a,b\n\"5 inch,1\n2,3\n\"6 inch\",4\n7,8",
        [
          "2: a closing quotation mark is in the middle of a field\(own(2))", #"{"a":2,"b":3}"#,
          #"{"a":"6 inch","b":4}"#, #"{"a":7,"b":8}"#,
        ]
      ),
      (
        "a,b\n\"x,1\n2,3\n4\"\n5,6",
        [
          "2: 2 fields were expected, as in the first line, not 1\(own(2))", #"{"a":2,"b":3}"#,
          "4: 2 fields were expected, as in the first line, not 1", #"{"a":5,"b":6}"#,
        ]
      ),
      (
        // The mark that has no end is the second one of the row.
        "a,b\n\"x\ny\",\"z\n1,2",
        ["3: \(open)\(own(2))", "3: \(open)", #"{"a":1,"b":2}"#]
      ),
      (
        "a,\"b\n1,2", ["1: \(open); no rows are read without the column names"]
      ),
      (
        "a,a\n1,2",
        ["1: the column “a” occurs twice; no rows are read without the column names"]
      ),
    ])
  func returned(text: String, rows: [String]) { #expect(read(text) == rows) }

  @Test(
    "Cells are numbers if they are written as such, and else texts",
    arguments: [
      ("1", "1"), ("-20", "-20"), ("0", "0"), ("1.50", "1.5"), ("0.5", "0.5"), (".5", "0.5"),
      ("1.5e3", "1500.0"), ("1e-5", "1e-05"), ("2E+3", "2000.0"), ("true", "true"), ("", "null"),
      ("9223372036854775807", "9223372036854775807"), ("\"1\"", "\"1\""),
      ("01234", "\"01234\""), ("-01", "\"-01\""), ("00", "\"00\""), ("00.5", "\"00.5\""),
      ("+49", "\"+49\""), ("+49 30 123", "\"+49 30 123\""), ("1e5", "\"1e5\""),
      ("12E3", "\"12E3\""), ("5.", "\"5.\""), ("-", "\"-\""), (".", "\".\""), ("1e", "\"1e\""),
      ("1e+", "\"1e+\""), ("0x10", "\"0x10\""), ("inf", "\"inf\""),
      ("9223372036854775808", "\"9223372036854775808\""), ("1\u{301}", "\"1\u{301}\""),
    ])
  func cells(text: String, value: String) {
    #expect(read("a,b\n\(text),x") == ["{\"a\":\(value),\"b\":\"x\"}"])
  }

  @Test("A column of one type is read as that type")
  func columns() {
    #expect(read("a\n01234\n+1\n1e5", .text) == ["\"01234\"", "\"+1\"", "\"1e5\""])
    #expect(read("a\n+1\n1e5\n07", .number) == ["1", "100000.0", "7"])
  }

  @Test("A line that is too long ends the row that it stands in; without names there are no rows")
  func skipped() throws {
    var reader = TableReader(returnsLines: true)
    func row(_ text: String, _ number: Int) throws -> [String]? {
      try Array(text.utf8).withUnsafeBytes { bytes in
        try reader.row(of: bytes, number)?.cells.map(\.text)
      }
    }
    _ = try row("a", 1)
    #expect(try row("\"x", 2) == nil)
    #expect(throws: LineProblem(reason: Self.open, line: 2)) { try reader.skip(3) }
    #expect(try row("y", 4) == ["y"])
    reader = TableReader(returnsLines: true)
    #expect(throws: LineProblem.self) { try reader.skip(1) }
    #expect(try row("1,2", 2) == nil)
  }

  @Test(
    "The work for a row without an end grows as its lines do",
    arguments: ["x,y", "x\",\"y", "\"x", "x,\"\"\"", ""])
  func linear(line: String) {
    // Counted by rows that are read, each of which is read at most three times.
    let rows = read("a,b\n1,\"x\n" + String(repeating: line + "\n", count: 20_000))
    #expect(rows.count <= 60_000)
  }

  @Test("Another text may name the columns again, in another order or number, or not at all")
  func otherText() {
    var reader = LineReader(of: .object, format: .csv, returnsLines: true)
    func read(_ lines: String...) -> [String] {
      lines.map { line in
        Array(line.utf8).withUnsafeBytes { bytes in
          do throws(LineProblem) {
            return try reader.value(of: bytes, number: 1)?.json.compactText ?? ""
          } catch { return error.reason }
        }
      }
    }
    #expect(read("a,b", "1,2") == ["", #"{"a":1,"b":2}"#])
    reader.beginText()
    #expect(read("b,c,a", "1,2,3") == ["", #"{"b":1,"c":2,"a":3}"#])
    reader.beginText()
    #expect(read("4,5,6", "7,8,9") == [#"{"b":4,"c":5,"a":6}"#, #"{"b":7,"c":8,"a":9}"#])
    reader.beginText()
    #expect(read("b,c,a") == [""])
  }
}
