import Testing

@testable import Expressions

@Suite("The lines of an input")
struct LineReaderTests {
  /// Reads lines, and returns the values, or the reasons why they are none.
  private func read(
    _ text: String, _ type: ValueType, _ format: LineFormat? = nil
  ) -> [String] {
    var reader = LineReader(of: type, format: format)
    return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      Array(line.utf8).withUnsafeBytes { bytes in
        do throws(LineProblem) {
          return try reader.value(of: bytes).map { "\($0.kind) \($0.json.compactText)" }
        } catch { return "✗ \(error.reason)" }
      }
    }
  }

  @Test("Numbers are read as JSON and as people write them")
  func numbers() {
    #expect(
      read("1\n-20\n1.50\n 7 \n\n.5\n+3\n1e3\n9223372036854775807\n0.1234567890123456789", .number)
        == [
          "an integer 1", "an integer -20", "a decimal 1.5", "an integer 7", "a decimal 0.5",
          "an integer 3", "a decimal 1000.0", "an integer 9223372036854775807",
          "a decimal 0.12345678901234568",
        ])
    #expect(
      read("one\ntrue\n1 2\n\"1\"", .number) == [
        "✗ a number was expected, not “one”", "✗ a number was expected, not “true”",
        "✗ a number was expected, not “1 2”",
        "✗ a number was expected, not “\"1\"”",
      ])
  }

  @Test(
    "Integers of more than 64 bits keep their digits, alone and within others",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "99999999999999999999999999999999999999",
    ], [LineFormat?.none, .json])
  func longIntegers(_ digits: String, _ format: LineFormat?) {
    for (text, type) in [
      (digits, ValueType.number), (digits, .any), ("{\"id\":\(digits)}", .object),
      ("{\"id\":[1,\(digits)]}", .any), ("[{\"id\":\(digits)}]", .any),
    ] {
      var reader = LineReader(of: type, format: format)
      let value = Array(text.utf8).withUnsafeBytes { try? reader.value(of: $0) }
      var written: [UInt8] = []
      if let value { written.append(json: value) }
      #expect(String(decoding: written, as: UTF8.self) == text)
    }
    #expect(read(digits, .text) == ["text \"\(digits)\""])
  }

  @Test("Every decimal that is read in the quick way is the one that is read with care")
  func decimals() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let digits = Int.random(in: 0..<1_000_000_000, using: &generator)
      let text = "\(digits).\(Int.random(in: 0..<1_000_000, using: &generator))"
      #expect(read(text, .number) == ["a decimal \(Double(text)!)"])
    }
  }

  @Test("A blank with a combining mark is not one that stands beside a number")
  func combiningMarks() {
    #expect(
      read("5 \u{301}\n 7\u{A0}", .number) == [
        "✗ a number was expected, not “5 \u{301}”", "an integer 7",
      ])
    #expect(read("5 \u{301}", .any, .text) == ["text \"5 \u{301}\""])
  }

  @Test("Texts are lines as they stand, or texts of JSON")
  func texts() {
    #expect(
      read("a b\n1\n\"x\\ny\"\n\"open", .text) == [
        #"text "a b""#, #"text "1""#, #"text "x\ny""#, #"text "\"open""#,
      ])
    #expect(read("\"x\"", .text, .text) == [#"text "\"x\"""#])
    #expect(
      read("x\n\"x\"", .text, .json) == [
        "✗ text was expected, not “x”", #"text "x""#,
      ])
  }

  @Test("True and false, objects, and values of every kind")
  func others() {
    #expect(
      read("true\nfalse\n1", .boolean) == [
        "true or false true", "true or false false", "✗ true or false was expected, not “1”",
      ])
    #expect(
      read(#"{"a":1,"b":[true,null,"ü"]}"# + "\n[1]\n{\"a\":1,\"a\":2}\n{\"a\"", .object) == [
        #"an object {"a":1,"b":[true,null,"ü"]}"#, "✗ an object was expected, not a list",
        "✗ the key “a” occurs twice",
        "✗ a, column 5: a colon was expected, not the end of the document",
      ])
    #expect(
      read("$GPGGA,1\n 1 2\nnulx\n[1", .object) == [
        "✗ an object was expected, not “$GPGGA,1”", "✗ an object was expected, not “ 1 2”",
        "✗ an object was expected, not “nulx”",
        "✗ [0], column 3: a comma or ] was expected, not the end of the document",
      ])
    #expect(
      read("1\nx\n{\"a\": {\"b\": -0.5}}\nnull\n[ ]", .any) == [
        "an integer 1", #"text "x""#, #"an object {"a":{"b":-0.5}}"#, "null null", "a list []",
      ])
  }

  @Test("A table's rows are objects with the names of its first line")
  func tables() {
    #expect(
      read("name,price,ok\n\"a, b\",1.5,true\n\"say \"\"x\"\"\",,\"1\"\nx,1", .object, .csv) == [
        #"an object {"name":"a, b","price":1.5,"ok":true}"#,
        #"an object {"name":"say \"x\"","price":null,"ok":"1"}"#,
        "✗ 3 fields were expected, as in the first line, not 2",
      ])
    #expect(read("a;b\n1;2", .any, .csv) == [#"an object {"a":1,"b":2}"#])
    #expect(read("a\n\"x\ny\"", .text, .csv) == [#"text "x\ny""#])
    #expect(
      read("price\n3\nx", .number, .csv) == ["an integer 3", "✗ a number was expected, not text"])
    #expect(
      read("a,b\n1,2", .number, .csv) == [
        "✗ a number was expected, not a row of 2 columns, which an input of objects takes"
      ])
  }

  @Test("Lines come whole, whatever the pieces that they come in")
  func pieces() {
    let text = "one\r\n\ntwo\nthree"
    for length in 1...text.utf8.count {
      var splitter = LineSplitter()
      var lines: [String] = []
      func take(_ line: UnsafeRawBufferPointer?, _ number: Int) {
        lines.append(String(decoding: line!, as: UTF8.self))
        #expect(number == lines.count)
      }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        Array(rest.prefix(length)).withUnsafeBytes { bytes in
          var piece = bytes
          while splitter.takeLine(from: &piece, take) {}
        }
        rest = rest.dropFirst(length)
      }
      splitter.finish(take)
      #expect(lines == ["one", "", "two", "three"])
    }
  }

  @Test("A line of more than a mebibyte is left out, and the next one is read")
  func long() {
    var splitter = LineSplitter()
    var lengths: [Int?] = []
    let bytes = [UInt8](repeating: 0x78, count: LineSplitter.longestLine * 2) + [0x0A, 0x79, 0x0A]
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      bytes[start..<min(start + 1 << 16, bytes.count)].withUnsafeBytes { bytes in
        var piece = bytes
        while splitter.takeLine(from: &piece, { line, _ in lengths.append(line?.count) }) {}
      }
    }
    #expect(lengths == [nil, 1])
  }

  @Test("A last line of more than a mebibyte without an end is said, too")
  func longAtEnd() {
    var splitter = LineSplitter()
    var lines: [(length: Int?, number: Int)] = []
    let bytes = [0x79, 0x0A] + [UInt8](repeating: 0x78, count: LineSplitter.longestLine + 1)
    bytes.withUnsafeBytes { bytes in
      var piece = bytes
      while splitter.takeLine(from: &piece, { lines.append(($0?.count, $1)) }) {}
    }
    #expect(splitter.hasBeginning)
    splitter.finish { lines.append(($0?.count, $1)) }
    #expect(lines.map(\.length) == [1, nil] && lines.map(\.number) == [1, 2])
    #expect(!splitter.hasBeginning)
  }

  @Test(
    "A byte order mark is no part of a value",
    arguments: [
      ("\u{FEFF}1\n\u{FEFF}2", .number, nil, ["an integer 1", "an integer 2"]),
      ("\u{FEFF}a b", .text, nil, [#"text "a b""#]),
      ("\u{FEFF}\"x\"", .text, .json, [#"text "x""#]),
      ("\u{FEFF}true", .boolean, .text, ["true or false true"]),
      ("\u{FEFF}{\"a\":1}", .object, nil, [#"an object {"a":1}"#]),
      ("\u{FEFF}", .any, nil, []), ("a\u{FEFF}", .text, nil, ["text \"a\\ufeff\""]),
    ] as [(String, ValueType, LineFormat?, [String])])
  func byteOrderMark(
    text: String, type: ValueType, format: LineFormat?, values: [String]
  ) {
    #expect(read(text, type, format) == values)
  }

  @Test("Of any kind, a plain line is a number if it is written as one, and else a text")
  func plainLines() {
    for format in [nil, LineFormat.text] {
      #expect(
        read("12\n-1.5\n01234\n+49\n1e5\n1e-5", .any, format) == [
          "an integer 12", "a decimal -1.5", #"text "01234""#, #"text "+49""#,
          format == nil ? "a decimal 100000.0" : #"text "1e5""#, "a decimal 1e-05",
        ])
    }
  }
}
