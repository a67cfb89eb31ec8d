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
    #expect(first.content.map(\.id) == [.position(0), .position(15), .position(19)])
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
    "Of a row whose quotation mark has no end the first line alone is lost, and cells stay texts",
    arguments: [
      ("\"5 inch\n01\n+2\n", ["\"5 inch", "01", "+2"]), ("1\n\"x\n2\n\n3", ["1", "\"x", "2", "3"]),
      ("\"a\n\nb\"\n2\n", ["a\n\nb", "2"]), ("\"x\ny\nz\"q\n2", ["\"x", "y", "z\"q", "2"]),
    ])
  func openRows(text: String, wanted: [String]) async throws {
    let file = file("a.csv", ("name\n" + text).utf8, pageSize: 10)
    #expect(try await titles(file) == [wanted])
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

  /// The last page, and what was reported before it was found.
  private func last(
    _ file: RecordFile
  ) async throws -> (page: Page, cursor: RecordCursor, itemsBefore: Int?, progress: [Double]) {
    var progress: [Double] = []
    let find = try #require(file.source.findLast)
    for step in try #require(await find().collect().outcome()).get() {
      switch step {
      case .progress(let part): progress.append(part)
      case .found(let page, let cursor, let before): return (page, cursor, before, progress)
      }
    }
    throw PageLoadError("nothing was found")
  }

  @Test(
    "The last page of lines is found from behind, and pages lead back to the first line",
    arguments: ["a.log", "a.jsonl"], [0, 1, 2, 3, 4, 100])
  func fromBehind(name: String, count: Int) async throws {
    let file = file(name, (0..<count).map { "\($0)\r\n" }.joined().utf8)
    let last = try await last(file)
    #expect(last.page.next == nil && last.itemsBefore == nil && last.progress.isEmpty)
    var rows = last.page.content
    var previous = last.page.previous
    while let cursor = previous {
      let before = try #require(await page(file, cursor)).get()
      #expect(before.content.count <= 3 && before.next?.address == .from(rows[0].offset))
      // Forward again it is the page that was there, or begins with it.
      let next = try #require(await page(file, before.next)).get()
      #expect(next.content.first == rows.first)
      rows = before.content + rows
      previous = before.previous
    }
    #expect(rows.map(\.title) == (0..<count).map { "\($0)" })
    #expect(Set(rows.map(\.id)).count == count)
  }

  @Test("Long lines and a last one without an end are found from behind, and no line is broken")
  func longFromBehind() async throws {
    func line(_ letter: Character, _ count: Int) -> String {
      String(repeating: letter, count: count)
    }
    let lines = [line("a", 70_000), line("b", 600_000), line("c", 600_000), "d", line("e", 65_536)]
    let file = file("a.log", lines.joined(separator: "\n").utf8, pageSize: 10)
    let last = try await last(file)
    #expect(last.page.content.map(\.text.count) == [600_000, 1, 65_536])
    let first = try #require(await page(file, last.page.previous)).get()
    #expect(first.content.map(\.text.count) == [70_000, 600_000] && first.previous == nil)
    #expect(first.next?.address == .from(670_002))
    // A line longer than a page is one.
    let lone = self.file("b.log", ("x\n" + line("y", 3 << 20) + "\n").utf8, pageSize: 10)
    let end = try await self.last(lone)
    #expect(end.page.content.map(\.id) == [.position(2)] && end.page.next == nil)
    #expect(try #require(await page(lone, end.page.previous)).get().content.map(\.title) == ["x"])
  }

  @Test(
    "The last page of a table or of JSON is found by reading through, with its number",
    arguments: [
      ("a.csv", "name\n" + (0..<1000).map { "\"\($0)\n[\"\n" }.joined() + "\n\n"),
      ("a.json", "[" + (0..<1000).map { "\"\($0)\\n[\"" }.joined(separator: ",\n") + "]\n"),
    ])
  func readThrough(name: String, text: String) async throws {
    let file = file(name, text.utf8)
    for _ in 0..<2 {
      let last = try await last(file)
      #expect(last.page.content.map(\.title) == ["999\n["] && last.itemsBefore == 999)
      #expect(last.cursor == .number(333) && last.page.previous == .number(332))
      #expect(last.progress == last.progress.sorted() && last.progress.allSatisfy { $0 <= 1 })
    }
    let before = try #require(await page(file, .number(332))).get()
    #expect(before.content.map(\.title) == ["996\n[", "997\n[", "998\n["])
    #expect(before.next == .number(333))
  }

  @Test("How far the reading has come is reported by the hundredth")
  func progress() async throws {
    let file = file("a.csv", ("name\n" + (0..<5000).map { "\($0)\n" }.joined()).utf8)
    let progress = try await last(file).progress
    #expect(progress.count > 50 && progress.count <= 100)
    #expect(progress == progress.sorted() && progress.last ?? 0 >= 0.99)
  }

  @Test("What is wrong with a file is said at its end, too")
  func wrongEnd() async throws {
    let broken = file("a.json", #"["0", "1", "2", "3", {"a"}, "4"; "5"]"#.utf8)
    let find = try #require(broken.source.findLast)
    guard case .failure(let error)? = await find().collect().outcome() else {
      return _ = Issue.record("the end of a broken file was found")
    }
    #expect(error.description.hasSuffix("byte 32: a comma or ] was expected, not ;."))
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
    #expect(await ending("") == "/a.json: it is empty.")
    #expect(await ending(#"{"a": 1}"#) == "/a.json: it has no list of records.")
    #expect(await ending("[1 2]") == "/a.json: byte 4: a comma or ] was expected, not 2.")
    #expect(
      await ending(#"[{"a": "#)
        == "/a.json: byte 8: a value was expected, not the end of the file.")
  }
}

extension RecordItem {
  /// The byte of the file at which it begins.
  fileprivate var offset: Int { if case .position(let offset) = id { offset } else { -1 } }
}
