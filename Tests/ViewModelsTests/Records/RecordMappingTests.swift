import Expressions
import Testing
import ViewModels

@Suite("Records of an answer, by a path and expressions")
struct RecordMappingTests {
  private func records(
    _ json: String, _ mapping: RecordMapping = RecordMapping(), from start: Int = 0
  ) throws -> [RecordItem] { try mapping.records(of: Array(json.utf8), from: start) }

  private func complaint(_ json: String, _ items: RecordPath? = nil) -> String? {
    do {
      _ = try records(json, RecordMapping(items: items))
      return nil
    } catch { return "\(error)" }
  }

  @Test(
    "The records stand at the end of a path",
    arguments: [
      (#"[{"name": "a"}, {"name": "b"}]"#, nil),
      (#"{"data": [{"name": "a"}, {"name": "b"}]}"#, nil),
      (#"{"tags": ["x"], "data": {"users": [{"name": "a"}, {"name": "b"}]}}"#, nil),
      (#"{"a": [[1], ["a", "b"]]}"#, "a.1"), (#"{"a": [[1], ["a", "b"]]}"#, "$.a[-1]"),
      (#"{"\u0061 b": {"list": ["a", "b"]}, "list": []}"#, ".a b.list"),
      ("\u{FEFF} [\n\"a\",\n\t\"b\" ]\r\n", ""),
    ] as [(String, String?)])
  func places(_ json: String, _ path: String?) throws {
    let mapping = try RecordMapping(items: path.map { RecordPath($0) })
    #expect(try records(json, mapping).map(\.title) == ["a", "b"])
  }

  @Test("Titles and details are computed; numbers, lists and objects are shown, null is nothing")
  func expressions() throws {
    let mapping = try RecordMapping(
      title: "upper(value.n) + text(index)", detail: "get(value, 'more.0')")
    let found = try records(
      #"[{"n": "a", "more": [1.50]}, {"n": "b", "more": [{"x": [1, 2]}]}, {"n": "c"}]"#, mapping)
    #expect(found.map(\.title) == ["A0", "B1", "C2"])
    #expect(found.map(\.detail) == ["1.5", #"{"x":[1,2]}"#, nil])
    #expect(found[1].text == #"{"n":"b","more":[{"x":[1,2]}]}"#)
  }

  @Test("Without a title a usual name counts, then the first text, then the whole")
  func usualTitles() throws {
    let found = try records(
      #"[{"kind": "x", "name": "n"}, {"a": 1, "b": "t"}, {"a": 1}, 7, "s", {"title": ""}, []]"#)
    #expect(found.map(\.title) == ["n", "t", #"{"a":1}"#, "7", "s", #"{"title":""}"#, "[]"])
  }

  @Test(
    "A record for which an expression fails is kept with the reason, and so is an unreadable one")
  func problems() throws {
    let mapping = try RecordMapping(title: "value.name")
    let found = try records(
      #"[{"name": "a"}, {"nom": "b"}, 123456789012345678901, {"x": 01}]"#, mapping)
    #expect(found.map(\.title) == ["a", #"{"nom":"b"}"#, "123456789012345678901", #"{"x": 01}"#])
    #expect(found[0].problem == nil)
    #expect(found[1].problem == #"column 6: there is no field “name” in {"nom":"b"}"#)
    #expect(found[2].problem != nil && found[3].problem != nil)
  }

  @Test("A key of its own is a record's identity, counted where it comes twice; else its place")
  func identities() throws {
    let found = try records(#"[{"id": 7}, {"_id": "x"}, {"id": 7}, {"n": 1}]"#, from: 40)
    #expect(
      found.map(\.id) == [
        .key("7", count: 0), .key("x", count: 0), .key("7", count: 1), .position(43),
      ])
    let mapping = try RecordMapping(key: "value.n")
    #expect(try records(#"[{"id": 7, "n": 1}]"#, mapping).map(\.id) == [.key("1", count: 0)])
  }

  @Test("What is wrong with an answer is said, and where its lists are")
  func complaints() {
    #expect(
      complaint(#"{"a": [1], "b": {"c": [2]}}"#)
        == "it has several lists; there are lists at “a” and “b.c”")
    #expect(complaint(#"{"a": 1}"#) == "it has no list of records")
    #expect(complaint("7") == "it is a number, not a list of records")
    #expect(
      complaint(#"{"a": {"b": []}}"#, "a")
        == "at “a” there is an object, not a list; there is a list at “a.b”")
    #expect(
      complaint(#"{"a": 1}"#, "b.c") == "there is nothing at “b.c”; there are no lists")
    #expect(
      complaint("<html>")
        == "it is not JSON: line 1, column 1: a value was expected, not <")
    #expect(complaint("")?.hasPrefix("it is not JSON") == true)
    #expect(complaint(#"[{"a": 1}, {"#)?.hasPrefix("it is not JSON: line 1, column 13") == true)
    #expect(
      complaint("{\"a\": 1}\n{\"a\": 2}\n")
        == "it has several JSON values, one after the other, as in NDJSON; "
        + "pages --command 'curl URL' reads these")
    #expect(complaint("[1] x")?.hasPrefix("it is not JSON") == true)
  }

  @Test("An answer with very many records is refused")
  func limit() throws {
    let many = "[" + String(repeating: "1,", count: RecordMapping.mostRecords)
    #expect(complaint(many + "1]") == "it has more than 20000 records; request fewer at a time")
    #expect(try records(many.dropLast() + "]").count == RecordMapping.mostRecords)
  }

  @Test("An expression that does not suit records is refused at once")
  func unsuitable() {
    #expect(throws: StreamExpressionError.self) { try RecordMapping(title: "name") }
    #expect(throws: StreamExpressionError.self) { try RecordMapping(detail: "a + b") }
  }
}
