import Reactive
import TestSupport
import Testing
import ViewModels

@Suite("Pages of files")
struct RecordFileTests {
  private typealias Page = CursorPage<RecordItem, RecordCursor>
  private let folder = ScratchFolder()

  private func file(
    _ name: String, _ text: some Sequence<UInt8>, _ mapping: RecordMapping = RecordMapping(),
    pageSize: Int = 3
  ) -> RecordFile {
    RecordFile(path: folder.write(name, text), mapping: mapping, pageSize: pageSize)
  }

  private func page(
    _ file: RecordFile, _ cursor: RecordCursor? = nil
  ) async -> Result<Page, PageLoadError>? { await file.source.load(cursor).outcome() }

  /// The titles of all pages.
  private func titles(_ file: RecordFile) async throws -> [[String]] {
    var titles: [[String]] = []
    var cursor: RecordCursor?
    repeat {
      let page = try #require(await page(file, cursor)).get()
      titles.append(page.content.map(\.title))
      cursor = page.next
    } while cursor != nil && titles.count < 1000
    return titles
  }

  private func complaint(_ file: RecordFile) async -> String? {
    if case .failure(let error)? = await page(file) { error.description } else { nil }
  }

  @Test(
    "The form is guessed by the name",
    arguments: [
      ("a.JSON", RecordFileFormat.json), ("a.ndjson", .jsonl), ("a.tsv", .csv), ("a.log", .log),
      ("json", .log),
    ])
  func formats(name: String, format: RecordFileFormat) {
    #expect(RecordFileFormat(path: name) == format)
  }

  @Test(
    "Lines of a log are texts, with either end, the last one without", arguments: ["\n", "\r\n"])
  func log(end: String) async throws {
    let text = (0..<7).map { $0 == 3 ? "" : "line \($0)" }.joined(separator: end)
    let file = file("a.log", text.utf8)
    #expect(
      try await titles(file)
        == [["line 0", "line 1", "line 2"], ["", "line 4", "line 5"], ["line 6"]])
  }

  @Test("Lines of JSON are records; empty ones are none, broken ones are kept with the reason")
  func jsonLines() async throws {
    let file = file(
      "a.jsonl", "{\"name\": \"a\"}\n\n[1]\noops\n{\"id\": 1, \"name\": \"b\"}\n".utf8)
    let first = try #require(await page(file)).get()
    #expect(first.content.map(\.title) == ["a", "[1]", "oops"])
    #expect(first.content.map(\.id) == [.place(0), .place(15), .place(19)])
    #expect(first.content[2].problem != nil && first.content[0].problem == nil)
    #expect(try await titles(file).last == ["b"])
  }

  @Test("Rows of a table are objects, also those that go over several lines")
  func table() async throws {
    let text = "name;n\n\"a\nb\";1\nc;2\n\n\"d\"\"\";3\ne;4\nf;5;6\n"
    let mapping = try RecordMapping(detail: "value.n")
    let file = file("a.csv", text.utf8, mapping)
    #expect(try await titles(file) == [["a\nb", "c", "d\""], ["e", "f;5;6"]])
    let second = try #require(await page(file, .number(1))).get()
    #expect(second.content[0].detail == "4")
    #expect(second.content[1].problem == "2 fields were expected, as in the first line, not 3")
  }

  @Test(
    "Elements of a list in JSON, below a path or the first there is",
    arguments: [
      (#"[{"name":"0"},{"name":"1"},{"name":"2"},{"name":"3"}]"#, nil),
      (#"{"a": {"b]": "[", "c": [ "0" , "1","2", "3" ] }, "d": [4]}"#, nil),
      (#"{"d": [4], "a": [[], {"c\"": 1, "l": ["0", "1", "2", "3"]}]}"#, "a.1.l"),
      ("\u{FEFF}\n[\"0\",\n\"1\",\n\"2\",\n\"3\"\n]\n", ""),
    ] as [(String, String?)])
  func lists(text: String, path: String?) async throws {
    let mapping = try RecordMapping(items: path.map { RecordPath($0) })
    #expect(try await titles(file("a.json", text.utf8, mapping)) == [["0", "1", "2"], ["3"]])
  }

  @Test("Pages lead back, and one that was not reached is found")
  func back() async throws {
    let file = file("a.log", (0..<30).map { "\($0)\n" }.joined().utf8)
    let first = try #require(await page(file)).get()
    #expect(first.previous == nil && first.next == .number(1))
    let fifth = try #require(await page(file, .number(5))).get()
    #expect(fifth.content.map(\.title) == ["15", "16", "17"] && fifth.previous == .number(4))
    let third = try #require(await page(file, .number(3))).get()
    #expect(third.content.map(\.title) == ["9", "10", "11"])
    #expect(try #require(await page(file, .number(99))).get().content.isEmpty)
  }

  @Test("What is appended comes with the pages that are loaded then")
  func grows() async throws {
    let file = file("a.log", "0\n1\n2\n3\n".utf8)
    #expect(try #require(await page(file)).get().next == .number(1))
    folder.write("a.log", "0\n1\n2\n3\n4\n".utf8)
    #expect(try #require(await page(file, .number(1))).get().content.map(\.title) == ["3", "4"])
  }

  @Test("A page ends after a mebibyte, and a line of more is cut")
  func large() async throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let file = file("a.log", Array("a\n".utf8) + long + Array("\nb\nc\n".utf8))
    let titles = try await titles(file)
    #expect(titles.map(\.count) == [2, 2] && titles[1] == ["b", "c"])
    #expect(titles[0][1].utf8.count == 1 << 20)
  }

  @Test("What is wrong with a file is said")
  func complaints() async {
    let missing = RecordFile(path: folder.file("none.log"), mapping: RecordMapping())
    #expect(await complaint(missing)?.hasSuffix("none.log: No such file or directory.") == true)
    let isFolder = RecordFile(path: folder.path, mapping: RecordMapping())
    #expect(await complaint(isFolder)?.contains("only a regular file") == true)
    func ending(_ text: String) async -> String? {
      await complaint(file("a.json", text.utf8)).map { String($0.dropFirst(folder.path.count)) }
    }
    #expect(await ending("") == "/a.json: there is nothing in it.")
    #expect(await ending(#"{"a": 1}"#) == "/a.json: there is no list of records in it.")
    #expect(await ending("[1 2]") == "/a.json: byte 4: a comma or ] was expected, not 2.")
    #expect(
      await ending(#"[{"a": "#)
        == "/a.json: byte 8: a value was expected, not the end of the file.")
  }
}
