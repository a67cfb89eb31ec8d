import Expressions
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("Streams drawn over time")
struct MarbleTimelineTests {
  let second = 1_000_000_000

  private func row(_ marbles: (Double, Marble.Event)...) -> MarbleTimeline.Row {
    MarbleTimeline.Row(
      marbles: marbles.map { Marble(nanoseconds: Int($0 * 1e9), event: $1) })
  }

  @Test("A document's rows are computed on virtual time, and drawn below each other")
  func documents() throws {
    let file = StreamDocumentFile(
      StreamDocument.defaults + [
        .chain(
          StreamChain(
            id: "c", name: "Odd sums", source: "serial-a",
            operators: [
              .filter(expression: "%d % 2 == 1"), .scan(initialValue: 0, expression: "%d + %d"),
            ])),
        .union(StreamUnion(id: "u", kind: .merge, sources: ["serial-a", "serial-b"])),
      ])
    #expect(
      try file.library.timeline(of: "c").text() == """
        -123(4|)  Serial Stream A
        -1-3|     filter %d % 2 == 1
        -1-4|     scan 0, %d + %d
        """)
    #expect(
      try file.library.timeline(of: "u").text() == """
        -123(4|)            Serial Stream A
        --A-B-C-(D|)        Serial Stream B
        -1(A2)3(B4)-C-(D|)  u
        """)
  }

  @Test(
    "Values that are not one letter or digit stand in brackets, with escapes",
    arguments: [
      ("10", "[10]"), ("", "[]"), ("a b", "[a\\sb]"), ("]\\\n", "[\\]\\\\\\n]"), ("-", "[-]"),
      ("ä", "ä"),
    ])
  func values(value: String, text: String) {
    #expect(row((1, .value(value)), (2, .finished)).text() == "-\(text)|")
  }

  @Test("A row that lasts for years is cut, and so is one of many values")
  func bounded() throws {
    #expect(row((1e8, .finished)).text(limit: 100) == "…")
    #expect(row((1, .value("a")), (1e8, .finished)).text(limit: 100) == "-a…")
    let file = StreamDocumentFile([
      .source(StreamModel(id: "a", items: (0..<50_000).map { StreamItem(value: .integer($0)) }))
    ])
    let row = try file.library.timeline(of: "a", limit: 100).rows[0]
    #expect(row.marbles.count == 100 && row.isCut)
    let four = StreamDocumentFile(StreamDocument.defaults).library
    #expect(try four.timeline(of: "serial-a", limit: 3).text() == "-123…  Serial Stream A")
    #expect(try four.timeline(of: "serial-a", limit: 4).text() == "-123(4|)  Serial Stream A")
  }

  @Test("The rows of a wide document are cut where all together get too large, and read one by one")
  func wide() throws {
    let value = StreamValue.text(String(repeating: "x", count: 2_000))
    let sources = (0..<50).map { number in
      StreamModel(
        id: "s\(number)", items: Array(repeating: StreamItem(value: value), count: 100))
    }
    let union = StreamUnion(id: "u", kind: .merge, sources: sources.map(\.id))
    let library = StreamDocumentFile(sources.map { .source($0) } + [.union(union)]).library
    let timeline = try library.timeline(of: "u")
    #expect(timeline.rows.count == 51)
    let whole = timeline.rows.prefix { !$0.isCut }
    #expect(whole.count > 10 && whole.allSatisfy { $0.marbles.count == 101 })
    #expect(timeline.rows.dropFirst(whole.count + 1).allSatisfy { $0.isCut && $0.marbles.isEmpty })

    let lines = timeline.text().split(separator: "\n")
    for (line, row) in zip(lines, timeline.rows) {
      #expect(line.hasPrefix(row.text()) && line.hasSuffix("  \(row.title)"))
    }
  }
}
