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

  @Test("Every publisher can be drawn, with the time on any scheduler")
  func anyPublisher() {
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, TestError>()
    var row = MarbleTimeline.Row()
    let subscription = subject.marbles(on: time).sink { row.marbles.append($0) }
    for (delay, value) in [(1, 1), (2, 20), (0, 3)] {
      time.advance(by: .seconds(delay))
      subject.send(value)
    }
    time.advance(by: .milliseconds(1_500))
    subject.send(completion: .failure(.expected))
    #expect(row.text() == "-1-([20]3)#")
    #expect(row.marbles.map(\.seconds) == [1, 3, 3, 4.5])
    #expect(row.text(frame: second / 2) == "--1---([20]3)--#")
    withExtendedLifetime(subscription) {}
  }

  @Test(
    "A written row reads back",
    arguments: [
      "", "|", "#", "--1--2--3--|", "(ab|)", "-[10]-[]-[a\\sb]-[\\]\\\\\\n]|", "-(1[22]#)", "-1…",
    ])
  func readsBack(text: String) throws {
    let timeline = try MarbleTimeline(text + "  a title")
    #expect(timeline.rows[0].title == "a title")
    #expect(timeline.rows[0].text() == text)
    #expect(timeline.text() == text + "  a title")
    #expect(try MarbleTimeline(timeline.text()) == timeline)
    let lines = timeline.text() + "\n"
    #expect(
      try MarbleTimeline(
        String(decoding: lines.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self))
        == timeline)
  }

  @Test("Any text of a value reads back, at any time")
  func randomRows() throws {
    var random = SplitMix(seed: 5)
    let characters: [Character] = [
      "a", "1", "-", "|", "#", "(", ")", "[", "]", "\\", " ", "\n", "ä",
    ]
    for _ in 0..<300 {
      var row = MarbleTimeline.Row()
      var time = 0
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        time += Int.random(in: 0...4, using: &random)
        let text = (0..<Int.random(in: 0...3, using: &random))
          .map { _ in characters.randomElement(using: &random)! }
        row.marbles.append(Marble(nanoseconds: time * second, event: .value(String(text))))
      }
      let timeline = MarbleTimeline(rows: [row])
      if row.marbles.isEmpty { continue }
      #expect(try MarbleTimeline(timeline.text()) == timeline)
    }
  }

  @Test(
    "Text that is no row of marbles has its line and column",
    arguments: [
      ("-1-\n--+", "line 2, column 3: a marble was expected, not +"),
      ("-(1", "line 1, column 3: a closing parenthesis is missing"),
      ("-[1", "line 1, column 4: a closing bracket is missing"),
    ])
  func mistakes(text: String, sentence: String) {
    #expect {
      try MarbleTimeline(text)
    } throws: {
      #expect("\($0)" == sentence)
      return true
    }
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
