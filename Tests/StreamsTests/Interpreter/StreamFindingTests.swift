import Streams
import Testing

@Suite("Everything that is wrong with a stream file")
struct StreamFindingTests {
  private func sentences(_ json: String) throws -> [String] {
    try streamFile(json, named: "f").findings.map(\.error.description)
  }

  @Test("Errors of every kind come in the order of the file, none hides another, each once")
  func all() throws {
    let file = try streamFile(
      """
      {"version": 1, "owner": "ann", "documents": [
        {"chain": {"id": "broken", "nmae": "Broken", "source": "nowhere", "operators": [
          {"zip": {"stream": "numbrs"}}, {"fliter": {"expression": "%d > 1"}}]}},
        {"chain": {"id": "behind", "source": "broken", "operators": []}},
        {"source": {"id": "numbers", "stream": [
          {"value": 1, "operators": [{"map": {"expression": "1 +"}}], "comment": "one"}]}},
        {"union": {"id": "numbers", "operator": "zip", "sources": ["numbers", "gone"]}}
      ]}
      """, named: "f")
    #expect(
      file.findings.map(\.error.description) == [
        "f:1:16: owner: there is no such key here; use $schema, version or documents",
        "f:2:30: documents[0].chain.nmae: there is no such key here; did you mean “name”?",
        "f:2:48: documents[0].chain.source: there is no document “nowhere” that can be read",
        "f:3:14: documents[0].chain.operators[0].zip.stream: there is no document “numbrs” that "
          + "can be read; did you mean “numbers”?",
        "f:3:37: documents[0].chain.operators[1].fliter: there is no operator “fliter”; did you "
          + "mean “filter”?",
        "f:4:30: documents[1].chain.source: it needs “broken”, which cannot be run (there is no "
          + "operator “fliter”; did you mean “filter”?)",
        "f:6:41: documents[2].source.stream[0].operators[0].map.expression, column 4: a value was "
          + "expected, not the end",
        "f:6:65: documents[2].source.stream[0].comment: there is no such key here; use value or "
          + "operators",
        "f:7:14: documents[3].union.id: the id “numbers” is taken, at documents[2].source",
        "f:7:31: documents[3].union.operator: there is no operator “zip” here; use merge, "
          + "flatMap or append",
      ])
    #expect(
      file.findings.map(\.document) == [
        nil, "broken", "broken", "broken", "broken", "behind", "numbers", "numbers", "numbers",
        "numbers",
      ])
  }

  /// A source, an operator, and true if what is appended behind it never comes.
  private static let operators: [(String, String, Bool)] = [
    ("s", #""combineLatest": {"stream": "a"}"#, true), ("s", #""flatMap": {"stream": "a"}"#, true),
    ("a", #""flatMap": {"stream": "s"}"#, true), ("a", #""combineLatest": {"stream": "s"}"#, true),
    ("a", #""zip": {"stream": "s"}"#, false), ("s", #""zip": {"stream": "a"}"#, false),
    ("a", #""zip": {"stream": "b"}"#, true), ("s", #""merge": {"stream": "a"}"#, true),
    ("s", #""withLatestFrom": {"stream": "a"}"#, false), ("i", #""delay": {"seconds": 1}"#, true),
  ]

  private static func chain(_ source: String, _ step: String) -> String {
    #"{"chain": {"id": "u", "source": "\#(source)", "operators": [{\#(step)}, {"append": {"stream": "b"}}]}}"#
  }

  /// The kind of a join of an input and a finite stream, and the same.
  private static let joins = [("zip", false), ("combineLatest", true)]

  private static func join(_ kind: String) -> String {
    #"{"join": {"id": "j", "operator": "\#(kind)", "sources": ["a", "s"]}}, "#
      + #"{"chain": {"id": "u", "source": "j", "operators": [{"append": {"stream": "b"}}]}}"#
  }

  @Test(
    "A stream that waits for the end of an input is found, unless it ends before",
    arguments: [
      (#"{"union": {"id": "u", "operator": "append", "sources": ["s", "a", "b"]}}"#, true),
      (#"{"union": {"id": "u", "operator": "append", "sources": ["s", "a", "s"]}}"#, false),
      (#"{"union": {"id": "u", "operator": "merge", "sources": ["a", "b"]}}"#, false),
      (#"{"chain": {"id": "u", "source": "a", "operators": [{"append": {"stream": "b"}}]}}"#, true),
      (
        #"{"chain": {"id": "u", "source": "a", "operators": [{"prepend": {"stream": "b"}}]}}"#, true
      ),
      (
        #"{"chain": {"id": "u", "source": "a", "operators": [{"append": {"stream": "s"}}]}}"#, false
      ),
      (
        #"{"chain": {"id": "u", "source": "a", "operators": [{"first": {}}, {"append": {"stream": "b"}}]}}"#,
        false
      ),
    ] + operators.map { (chain($0, $1), $2) } + joins.map { (join($0), $1) })
  func waits(document: String, isFound: Bool) throws {
    let file = try streamFile(
      """
      [{"input": {"id": "a", "type": "number"}}, {"input": {"id": "b", "type": "number"}},
       {"source": {"id": "s", "stream": [{"value": 1, "operators": []}]}},
       {"source": {"id": "i", "stream": [{"value": 1, "operators": [{"merge": {"stream": "a"}}]}]}},
       \(document)]
      """)
    #expect(
      file.findings.map(\.error.reason).filter { $0.contains("waits for the end of") }.count
        == (isFound ? 1 : 0))
    #expect(file.library.errors.isEmpty)
  }

  @Test("A circle is found, also through a document that cannot be read")
  func circle() throws {
    #expect(
      try sentences(
        """
        [{"chain": {"id": "a", "source": "b", "operators": []}},
         {"chain": {"id": "b", "source": "a", "operators": [{"wrap": {}}]}}]
        """) == [
          "f:2:24: [1].chain.source: the references form a cycle: a → b → a",
          "f:2:54: [1].chain.operators[0].wrap: there is no operator “wrap”",
        ])
  }

  @Test("A document that can be read is run, though one before it that cannot has its id")
  func taken() throws {
    let file = try streamFile(
      """
      [{"chain": {"id": "a", "source": 5, "operators": []}},
       {"source": {"id": "a", "stream": []}},
       {"chain": {"id": "b", "source": "a", "operators": []}}]
      """)
    #expect(throws: Never.self) { try file.library.check("a") }
    #expect(throws: Never.self) { try file.library.check("b") }
    #expect(
      file.findings.map(\.error.description) == [
        "line 1, column 13: [0].chain.id: the id “a” is taken, at [1].source",
        "line 1, column 24: [0].chain.source: text was expected, not a number",
      ])
  }

  @Test(
    "A key that means nothing is found in documents of every kind, and stops none",
    arguments: [
      (#"{"source": {"id": "a", "x": 1, "stream": []}}"#, "source.x"),
      (#"{"id": "a", "x": 1, "stream": []}"#, "x"),
      (#"{"input": {"id": "a", "x": 1, "type": "any"}}"#, "input.x"),
      (#"{"chain": {"id": "a", "x": 1, "source": "s", "operators": []}}"#, "chain.x"),
      (#"{"union": {"id": "a", "x": 1, "operator": "merge", "sources": ["s", "s"]}}"#, "union.x"),
      (#"{"join": {"id": "a", "x": 1, "operator": "zip", "sources": ["s", "s"]}}"#, "join.x"),
    ])
  func unknown(document: String, key: String) throws {
    let file = try streamFile(#"[{"source": {"id": "s", "stream": []}}, \#(document)]"#)
    #expect(file.errors.isEmpty)
    #expect(file.findings.map(\.error.keyPath) == ["[1].\(key)"])
    #expect(file.findings[0].error.reason.hasPrefix("there is no such key here"))
    #expect(throws: Never.self) { try file.library.check("a") }
  }

  @Test("Nothing is found in a file that is written, nor in one that names its schema")
  func none() throws {
    let file = try StreamDocumentFile(bytes: StreamDocumentFile(StreamDocument.defaults).bytes)
    #expect(file.findings.isEmpty)
    #expect(try sentences(#"{"$schema": "x", "version": 1, "documents": []}"#).isEmpty)
  }

  @Test("A kind of document that is misspelt is named")
  func kind() throws {
    #expect(
      try sentences(#"[{"chian": {"id": "a"}}]"#)
        == ["f:1:3: [0].chian: there is no such kind of document; did you mean “chain”?"])
  }
}
