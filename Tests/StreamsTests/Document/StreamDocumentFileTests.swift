import Streams
import Testing

@Suite("A file of documents")
struct StreamDocumentFileTests {
  let text = """
    {
      "version": 1,
      "owner": "ann",
      "documents": [
        {"source": {"id": "a", "name": null, "description": null, "stream": [
          {"value": 1.50, "operators": []}]}},
        {"chain": {"id": "c", "source": "a", "operators": [{"wrap": {"width": 1.10}}]}},
        {"union": {"id": "u", "operator": "merge", "sources": ["a", "a"], "colour": "red"}},
        {"join": {"id": "j", "operator": "zip", "sources": ["a", "u"], "expression": "a + b"}}
      ]
    }
    """

  @Test(
    "Sources, chains, unions and joins are read; an unreadable document is reported by its name")
  func reading() throws {
    let file = try streamFile(text, named: "s.json")
    #expect(file.documents.map(\.id) == ["a", "u", "j"])
    #expect(
      file.errors.map(\.description) == [
        "s.json:7:57: documents[1].chain.operators[0].wrap: there is no operator “wrap”"
      ])
    #expect(file["j"]?.title == "j")
  }

  @Test("A document with an unknown operator stays as it stands while others are edited")
  func unknownKept() throws {
    var file = try streamFile(text)
    file.replace(
      .source(StreamModel(id: "a", name: "new", items: [StreamItem(value: 2)])))
    file.replace(.chain(StreamChain(id: "d", source: "a")))
    file.remove(id: "j")
    let written = String(decoding: file.bytes, as: UTF8.self)
    #expect(written.contains(#"{"wrap": {"width": 1.10}}"#))
    #expect(written.contains(#""owner": "ann""#))
    let again = try streamFile(written)
    #expect(again.errors.count == 1)
    #expect(again.documents.map(\.id) == ["a", "u", "d"])
    #expect(again["a"]?.title == "new")
    #expect(again.bytes == file.bytes)
  }

  @Test("A key that nobody knows stays in a document that is replaced")
  func unknownKey() throws {
    var file = try streamFile(text)
    file.replace(.union(StreamUnion(id: "u", name: "both", kind: .append, sources: ["a", "a"])))
    let written = String(decoding: file.bytes, as: UTF8.self)
    #expect(written.contains(#""colour": "red""#) && written.contains(#""operator": "append""#))
    #expect(try streamFile(written)["u"]?.title == "both")
  }

  @Test("A bare stream, a list of streams and a list of documents are read, too")
  func bare() throws {
    let stream = #"{"id": "a", "stream": [{"value": 1, "operators": []}]}"#
    #expect(try streamFile(stream).documents.count == 1)
    #expect(try streamFile("[\(stream), {\"source\": \(stream)}]").documents.count == 2)
    #expect(try streamFile("[]").documents.isEmpty)
    let broken = try streamFile(#"{"id": "a", "stream": [{"value": 1, "operators": [{"x": 1}]}]}"#)
    #expect(broken.errors[0].keyPath == "stream[0].operators[0].x")
    let written = try StreamDocumentFile(bytes: streamFile(stream).bytes)
    #expect(written.documents == (try streamFile(stream).documents))
  }

  @Test("A file is written with a document on each line, as far as a line reaches")
  func layout() {
    let file = StreamDocumentFile([
      .chain(
        StreamChain(
          id: "c", name: "The value that comes first of all that its source has to send",
          source: "a", operators: [.first]))
    ])
    #expect(
      String(decoding: file.bytes, as: UTF8.self) == """
        {
          "version": 1,
          "documents": [
            {
              "chain": {
                "id": "c",
                "name": "The value that comes first of all that its source has to send",
                "source": "a",
                "operators": [{"first": {}}]
              }
            }
          ]
        }

        """)
  }

  @Test("A free id has a number behind it if the text is taken")
  func freeID() throws {
    let file = try streamFile(text)
    #expect(file.freeID(like: "a") == "a-2" && file.freeID(like: "z") == "z")
  }

  @Test(
    "Broken text gets one sentence with file, key, line and column",
    arguments: [
      ("", "f: it is empty"),
      (" \n", "f: it is empty"),
      ("\u{89}PNG", "f:1:1: a value was expected, not the byte 0xc2"),
      ("{\"a\": [1,\n 2 3]}", "f:2:4: a[1]: a comma or ] was expected, not 3"),
      ("{\"a\": {\"b\": tru}}", "f:1:13: a.b: a value was expected, not t"),
      ("{\"ä\": }", "f:1:7: ä: a value was expected, not }"),
      ("{\"a\": 1,}", "f:1:9: a key in quotation marks was expected, not }"),
      (
        "{\"a\": \"x",
        "f:1:9: a: the quotation mark that ends the text was expected, not the end of the document"
      ),
      ("[1] 2", "f:1:5: the end of the document was expected, not 2"),
      ("[01]", "f:1:3: [0]: a comma or ] was expected, not 1"),
      ("[1.]", "f:1:4: [0]: a digit was expected, not ]"),
      (
        "[\"\\ud800\"]",
        "f:1:3: [0]: after \\, one of \" \\ / b f n r t was expected, or u and four hex digits"
      ),
      ("{}", "f: the key “documents” or “stream” is missing"),
      ("3", "f: an object with documents, or a stream, was expected, not a number"),
      (#"{"version": 2, "documents": []}"#, "f: version: version 2 cannot be read; use version 1"),
      (#"{"documents": []}"#, "f: the key “version” is missing"),
      (#"{"version": 1, "documents": 3}"#, "f: documents: a list was expected"),
    ])
  func broken(text: String, sentence: String) {
    #expect {
      try streamFile(text, named: "f")
    } throws: {
      #expect("\($0)" == sentence)
      return true
    }
  }

  @Test(
    "An error in a document names its key, and in an expression the column",
    arguments: [
      (#"[{"a": 1, "b": 2}]"#, "[0]: a document is an object of one key, not of 2"),
      ("[7]", "[0]: an object was expected, not a number"),
      (
        #"[{"loop": {}}]"#,
        "[0].loop: there is no such kind of document; use source, input, chain, union or join"
      ),
      (#"[{"chain": {"id": "a", "operators": []}}]"#, "[0].chain: the key “source” is missing"),
      (
        #"[{"union": {"id": "a", "operator": "zip", "sources": ["s", "t"]}}]"#,
        "[0].union.operator: there is no operator “zip” here; use merge, flatMap or append"
      ),
      (
        #"[{"join": {"id": "a", "operator": "zip", "sources": ["s"]}}]"#,
        "[0].join.sources: the ids of two documents or more were expected"
      ),
      (
        #"[{"chain": {"id": "a", "source": "s", "operators": [{"filter": {"expression": "%d !="}}]}}]"#,
        "[0].chain.operators[0].filter.expression, column 6: a value was expected, not the end"
      ),
      (
        #"[{"chain": {"id": "a", "source": "s", "operators": [{"delay": {"seconds": -1}}]}}]"#,
        "[0].chain.operators[0].delay.seconds: between 0 and a billion seconds were expected, "
          + "not -1.0"
      ),
      (
        #"[{"chain": {"id": "a", "source": "s", "operators": [{"delay": {"seconds": 1, "s": 2}}]}}]"#,
        "[0].chain.operators[0].delay.s: there is no such key here; use seconds"
      ),
      (
        #"[{"chain": {"id": "a", "source": "s", "operators": [{"collect": {"count": 0}}]}}]"#,
        "[0].chain.operators[0].collect.count: 1 or more was expected, not 0"
      ),
      (
        #"[{"chain": {"id": "a", "source": "s", "operators": [{}]}}]"#,
        "[0].chain.operators[0]: an operator is an object of one key, its name, not of 0"
      ),
      (
        #"[{"id": "a", "stream": [{"value": 1\#(String(repeating: "0", count: 38)), "#
          + #""operators": []}]}]"#,
        "[0].stream[0].value: an integer of at most 38 digits was expected, not 1"
          + String(repeating: "0", count: 38)
      ),
      (
        #"[{"id": "a", "id": "b", "stream": []}]"#, "[0]: the key “id” occurs twice"
      ),
      (
        #"[{"id": "a", "stream": [{"value": 1e999, "operators": []}]}]"#,
        "[0].stream[0].value: 1e999 is too large a number"
      ),
    ])
  func wrongDocuments(text: String, sentence: String) throws {
    // With the streams that the documents refer to.
    let known = #", {"id": "s", "stream": []}, {"id": "t", "stream": []}]"#
    let file = try streamFile(String(text.dropLast()) + known)
    #expect(file.errors.map(\.sentence) == [sentence])
  }

  @Test("Every error of a document is reported, each with the line and column of its key")
  func everyError() throws {
    let file = try streamFile(
      #"""
      {"version": 1, "documents": [
        {"source": {"name": 3, "stream": [
          {"value": 1e999, "operators": [{"wrap": {}}, {"first": {}}, {"delay": {"seconds": -1}}]},
          {"value": 1, "operators": [
            {"scan": {"initialvalue": 0, "expression": "%d +"}},
            {"filter": {"expression": "%d"}}]}, 5]}},
        {"union": {"id": "u", "operator": "zip", "sources": ["a"]}},
        {"join": {"id": "j", "operator": "zip", "sources": ["a", "b"],
          "expression": "ä"}}
      ]}
      """#, named: "f")
    let stream = "documents[0].source.stream"
    #expect(
      file.errors.map(\.description) == [
        "f:2:4: documents[0].source: the key “id” is missing",
        "f:2:15: documents[0].source.name: text was expected, not a number",
        "f:3:6: \(stream)[0].value: 1e999 is too large a number",
        "f:3:37: \(stream)[0].operators[0].wrap: there is no operator “wrap”",
        "f:3:76: \(stream)[0].operators[2].delay.seconds: between 0 and a billion seconds were "
          + "expected, not -1.0",
        "f:5:8: \(stream)[1].operators[0].scan: the key “initialValue” is missing",
        "f:5:17: \(stream)[1].operators[0].scan.initialvalue: there is no such key here; use "
          + "initialValue or expression",
        "f:5:36: \(stream)[1].operators[0].scan.expression, column 5: a value was expected, not "
          + "the end",
        "f:6:19: \(stream)[1].operators[1].filter.expression, column 1: a condition was expected, "
          + "such as value > 1, not a value",
        "f:6:43: \(stream)[2]: an object was expected, not a number",
        "f:7:25: documents[1].union.operator: there is no operator “zip” here; use merge, flatMap "
          + "or append",
        "f:7:44: documents[1].union.sources: the ids of two documents or more were expected",
        "f:7:56: documents[1].union.sources[0]: there is no document “a” that can be read",
        "f:8:55: documents[2].join.sources[0]: there is no document “a” that can be read",
        "f:8:60: documents[2].join.sources[1]: there is no document “b” that can be read",
        "f:9:5: documents[2].join.expression, column 1: a value was expected, not “ä”",
      ])
  }

  @Test(
    "A reference that leads nowhere has the line and column of its key, until the file is edited")
  func located() throws {
    var file = try streamFile(
      """
      \u{FEFF}{"version": 1, "documents": [
        {"chain": {"id": "ä\\"]", "source": "gone", "operators": []}}]}
      """)
    #expect(
      file.errors.map(\.description) == [
        "line 2, column 28: documents[0].chain.source: there is no document “gone” that can be read"
      ])
    file.remove(id: "none")
    #expect(file.errors.map(\.position) == [nil])
  }

  @Test("Very many keys are shortened")
  func shortened() {
    let error = StreamDocumentError("no", keyPath: String(repeating: "[0]", count: 129))
    #expect(error.description == "[0][0][0][0][0][0]…[0][0][0]: no")
    let long = StreamDocumentError("no", keyPath: "a." + String(repeating: "x", count: 1_000))
    #expect(long.description.count < 160)
  }

  @Test(
    "A document nested 100,000 deep gets one sentence",
    arguments: ["[", "{\"a\":", "{\"version\":1,\"documents\":["])
  func deep(piece: String) {
    #expect {
      try streamFile(String(repeating: piece, count: 100_000), named: "f")
    } throws: {
      "\($0)".hasSuffix(": lists and objects are nested more than 128 deep") && "\($0)".count < 200
    }
  }

  @Test("A document of 100 MB gets one sentence")
  func huge() {
    #expect {
      try StreamDocumentFile(bytes: [UInt8](repeating: 0x20, count: 100_000_000), named: "f")
    } throws: {
      "\($0)" == "f: it is larger than 4 MiB"
    }
  }
}
