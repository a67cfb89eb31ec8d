import Testing

@testable import Expressions

@Suite("Values of JSON over several lines")
struct JSONLinesTests {
  /// Reads a text: its values, and the problems with their lines, in the order in which they come.
  private func read(_ text: String, _ type: ValueType = .any) -> [String] {
    var reader = LineReader(of: type, format: .json, returnsLines: true)
    var found: [String] = []
    func note(_ number: Int, _ read: () throws(LineProblem) -> StreamValue?) {
      do throws(LineProblem) {
        if let value = try read() { found.append(value.json.compactText) }
      } catch { found.append("\(error.line ?? number): \(error.reason)") }
    }
    func noteReturned() {
      while reader.hasReturned { note(0) { () throws(LineProblem) in try reader.takeReturned() } }
    }
    for (index, line) in text.utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).enumerated() {
      Array(line).withUnsafeBytes { bytes in
        note(index + 1) { () throws(LineProblem) in
          try reader.value(of: bytes, number: index + 1)
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

  @Test(
    "A value ends where its brackets close, and another may follow",
    arguments: [
      ("{\n  \"a\": [1,\n 2],\n\n \"b\": {}\n}\n7", [#"{"a":[1,2],"b":{}}"#, "7"]),
      ("[\n{\"a\":1},\n{\"a\":2}\n]", [#"[{"a":1},{"a":2}]"#]),
      (#"{"a":1} {"a":"}{"} [] "x""#, [#"{"a":1}"#, #"{"a":"}{"}"#, "[]", #""x""#]),
      ("{\"a\":1}\n\n{\"a\":\n2}{\"a\":3}", [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]),
      ("{\"a\":\"\\\\\"\n}", [#"{"a":"\\"}"#]),
      ("true\nnull\n-1.5e3", ["true", "null", "-1500.0"]),
    ])
  func values(text: String, values: [String]) { #expect(read(text) == values) }

  @Test(
    "A value that does not go on takes no other with it",
    arguments: [
      (
        "{\"a\":1\n{\"a\":2}\n{\"a\":3}",
        [
          "1: the value that begins here stops being valid JSON in line 2", #"{"a":2}"#,
          #"{"a":3}"#,
        ]
      ),
      ("{\"a\":[1,\n2\n", ["1: the value that begins here is incomplete"]),
      ("x\n{\"a\":1}", ["1: a value was expected, not “x”", #"{"a":1}"#]),
      ("{\"a\": 1} ]", [#"{"a":1}"#, "1: a value was expected, not “]”"]),
    ])
  func broken(text: String, found: [String]) { #expect(read(text) == found) }

  @Test(
    "None of a value's parts becomes a value because it is too long",
    arguments: ["]\n{\"b\":2}", "]{\"b\":2}", "\n1\n{\"b\":2}"])
  func long(ending: String) {
    let element = "{\"a\":\"" + String(repeating: "x", count: 1_000) + "\"}"
    let list = Array(repeating: element, count: 3_000).joined(separator: ",\n")
    let problem = "1: the value that begins here is larger than 1 MiB"
    #expect(
      read("[" + list + ending) == [problem] + (ending.hasPrefix("\n") ? ["1"] : []) + [#"{"b":2}"#]
    )
    #expect(read("[" + list) == [problem])
  }

  @Test("A value of another type has the line at which it begins")
  func types() {
    #expect(
      read("7\n[\n1]\n{\n}", .object)
        == [
          "1: an object was expected, not an integer", "2: an object was expected, not a list",
          "{}",
        ])
  }
}

@Suite("Texts with escapes, and beyond ASCII")
struct JSONTextTests {
  private static let texts = [
    "", "a\"b\\c/d", "\n\t\r\u{8}\u{C}\u{0}\u{1F}\u{7F}", "ä – “x” …", "日本語 한국어 русский", "😀👩‍👩‍👧",
    "\u{AD}", "\u{34F}", "\u{200B}\u{200E}", "\u{2028}", "\u{202E}x", "\u{2060}", "\u{FEFF}",
    "\u{3164}",
    "\u{85}\u{A0}", "\u{E000}", "\u{10FFFF}", "e\u{301}", "\u{61C}",
  ]

  @Test(
    "are read as the slower reader reads them, and written as the slower writer writes them",
    arguments: texts)
  func both(text: String) throws {
    let slow = StreamValue.text(text).json.compactText
    var fast: [UInt8] = []
    fast.append(json: .text(text))
    #expect(String(decoding: fast, as: UTF8.self) == slow)
    var reader = ValueReader()
    let object = "{\"k\\u00e9\": \(slow)}"
    let value = Array(object.utf8).withUnsafeBytes { reader.plainValue($0) }
    #expect(value == ["ké": .text(text)])
  }

  @Test(
    "Escapes stand for what JSON says; those that stand for nothing are left to the slower reader",
    arguments: [
      (#""\u00e9\u20ac\ud83d\ude00""#, "é€😀"), (#""\/\b\f\n\r\t\"\\""#, "/\u{8}\u{C}\n\r\t\"\\"),
      (#""\ud83d""#, nil), (#""\ud83dx""#, nil), (#""\ude00""#, nil), (#""\u12""#, nil),
      (#""\x""#, nil),
      ("\"a", nil), ("\"a\\", nil), (#""\u00g0""#, nil),
    ])
  func escapes(json: String, text: String?) {
    var reader = ValueReader()
    let value = Array(json.utf8).withUnsafeBytes { reader.plainValue($0) }
    #expect(value == text.map { .text($0) })
  }
}

@Suite("Lines of a source")
struct LineSplitterTests {
  private func lines(_ text: String, pieceLength: Int) -> [String] {
    var (splitter, lines) = (LineSplitter(), [String]())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      bytes[start..<min(start + pieceLength, bytes.count)].withUnsafeBytes { piece in
        var piece = piece
        while splitter.takeLine(
          from: &piece, { line, _ in lines.append(String(decoding: line!, as: UTF8.self)) })
        {}
      }
    }
    splitter.finish { line, _ in lines.append(String(decoding: line!, as: UTF8.self)) }
    return lines
  }

  @Test(
    "end with a line feed, with a carriage return before it, and with that alone if the first does",
    arguments: [
      ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n\r\nc", ["a", "b", "", "c"]),
      ("a\rb\rc", ["a", "b", "c"]),
      ("a\rb\r", ["a", "b"]), ("a\nb\rc\n", ["a", "b\rc"]), ("a\r\rb", ["a", "", "b"]),
      ("\ra", ["", "a"]), ("a\rb\nc\nd\n", ["a", "b", "c", "d"]),
      ("a\rb\r\nc\r\n", ["a", "b", "c"]), ("a\rb\n\nc", ["a", "b", "", "c"]),
      ("a\rb\r\n\r\nc\n", ["a", "b", "", "c"]),
      ("", []), ("a", ["a"]), ("a\r", ["a"]),
    ])
  func ends(text: String, lines: [String]) {
    for length in 1...6 { #expect(self.lines(text, pieceLength: length) == lines, "\(length)") }
  }
}
