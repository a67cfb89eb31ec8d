import Streams
import TestSupport
import Testing

@Suite("Streams drawn in cells of equal width")
struct MarbleDiagramTests {
  private func row(
    _ title: String, isCut: Bool = false, _ marbles: (Double, Marble.Event)...
  ) -> MarbleTimeline.Row {
    MarbleTimeline.Row(
      title: title,
      marbles: marbles.map { Marble(nanoseconds: Int(($0 * 1e9).rounded()), event: $1) },
      isCut: isCut)
  }

  private func every(_ interval: Double, _ values: Int) -> MarbleTimeline {
    let marbles = (1...values).map { number in
      Marble(
        nanoseconds: Int((Double(number) * interval * 1e9).rounded()),
        event: .value(String(number % 10)))
    }
    return MarbleTimeline(rows: [MarbleTimeline.Row(title: "s", marbles: marbles)])
  }

  private func svg(of timeline: MarbleTimeline) -> String {
    var lines: [String] = []
    MarbleDiagram(timeline, step: 1_000_000_000).writeSVG { lines.append($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("What happens at one time stands in one column, whatever is beside it")
  func aligned() {
    let timeline = MarbleTimeline(rows: [
      row("Numbers", (1, .value("1")), (2, .value("2")), (3, .value("3")), (3, .finished)),
      row("Odd tens", (1, .value("10")), (3, .value("30")), (3, .finished)),
      row("Fails", (2, .failed)), row("Cut", isCut: true, (1, .value("x"))), row("None"),
    ])
    #expect(
      MarbleDiagram(timeline).text == """
        0  1  2  3    seconds
        ---1--2--3|   Numbers
        ---10----30|  Odd tens
        ------#       Fails
        ---x…         Cut
                      None
        """)
  }

  @Test("Values that the line could be taken for stand in brackets, without control characters")
  func brackets() {
    let timeline = MarbleTimeline(rows: [
      row("", (0, .value("-5")), (1, .value("")), (2, .value("a b")), (3, .value("|"))),
      row(
        "", (0, .value("é\n")), (1, .value("{\"a\":1}")), (2, .value("\u{1B}")), (3, .value("2.5"))),
    ])
    #expect(
      MarbleDiagram(timeline).text == """
        0       1       2       3    seconds
        [-5]----[]------[a b]---[|]
        [é\\n]---{"a":1}-[\u{FFFD}]-----2.5
        """)
  }

  @Test("Several values of one step, and the rest of a long one, are in the notes")
  func notes() {
    let timeline = MarbleTimeline(rows: [
      row("A", (1, .value("1")), (1, .value("2")), (1.5, .value("3")), (2, .value("4"))),
      row("B", (1, .value("Too fast:\n84 km/h")), (2, .value("1234567890")), (2, .finished)),
    ])
    let diagram = MarbleDiagram(timeline, step: 1_000_000_000)
    #expect(
      diagram.text == """
        0          1          2            seconds
        -----------*1---------4            A
        -----------[Too fas…2-12345678…3|  B
        *1  A, at 1 s: 1, 2; at 1.5 s: 3
        …2  B, at 1 s: Too fast:\\n84 km/h
        …3  B, at 2 s: 1234567890
        """)
  }

  @Test("A value of wide characters takes its columns")
  func wideCharacters() {
    let timeline = MarbleTimeline(rows: [
      row("", (0, .value("東京")), (1, .value("b"))), row("", (0, .value("a")), (1, .value("c"))),
    ])
    let diagram = MarbleDiagram(timeline) { $0.reduce(0) { $0 + ($1 > "あ" ? 2 : 1) } }
    #expect(diagram.text == "0    1  seconds\n東京-b\na----c")
  }

  @Test(
    "The step that is chosen keeps times apart, and the diagram no wider than 120 columns",
    arguments: [
      (1.0, 4, 1.0), (0.1, 30, 0.1), (0.25, 8, 0.25), (2, 4, 1), (0.3, 10, 0.1), (1, 59, 1),
      (1, 61, 5), (60, 5, 10), (3_600, 24, 1_800), (1e6, 30, 691_200), (0.000_5, 2, 0.001),
    ])
  func chosenStep(interval: Double, values: Int, step: Double) {
    let diagram = MarbleDiagram(every(interval, values))
    #expect(Double(diagram.step) / 1e9 == step)
    let width = diagram.text.split(separator: "\n").prefix(2).map(\.count).max()!
    #expect(width <= MarbleDiagram.widthLimit + "  seconds".count)
  }

  @Test("A stream of ten values a second is no group a second")
  func fast() {
    #expect(
      MarbleDiagram(every(0.1, 6)).text == """
        0   0.2 0.4 0.6  seconds
        --1-2-3-4-5-6    s
        """)
  }

  @Test("A row that lasts for years is cut behind the last cell")
  func bounded() {
    let timeline = MarbleTimeline(rows: [row("", (1, .value("a")), (1e6, .finished))])
    let lines = MarbleDiagram(timeline, step: 1_000_000_000).text.split(separator: "\n")
    #expect(lines[1] == "--a…")
    #expect(lines[0].hasPrefix("0         5         10        15 "))
  }

  @Test("Rows are not filled up to one that is very long")
  func padding() {
    let timeline = MarbleTimeline(rows: [
      row("long", (5_000, .finished)), row("short", (0, .finished)),
    ])
    let lines = MarbleDiagram(timeline, step: 1_000_000_000).text.split(separator: "\n")
    #expect(lines[1].hasSuffix("-|  long") && lines[1].count == 10_007 && lines[2].count < 600)
  }

  @Test("A picture has a line, circles, ends, times and notes, with every text escaped")
  func picture() {
    let timeline = MarbleTimeline(rows: [
      row("<b> & \u{8}", (1, .value("<&>")), (2, .value("</text>")), (2, .finished)),
      row("B", isCut: true, (0.5, .value("1")), (1, .value("2")), (2, .failed)),
    ])
    let svg = self.svg(of: timeline)
    #expect(
      svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(">&lt;b&gt; &amp; \u{FFFD}</text>"))
    #expect(svg.contains(">[&lt;&amp;&gt;]</text>") && svg.contains(">[&lt;/text&gt;]</text>"))
    #expect(svg.contains("class=\"end\"") && svg.contains("class=\"failure\""))
    #expect(svg.contains("stroke-dasharray") && svg.contains("prefers-color-scheme:dark"))
    #expect(svg.contains(">2</text>") && svg.contains(">seconds</text>"))
    #expect(svg == self.svg(of: timeline))
    // Each element is closed.
    let opened = svg.split(separator: "<").count
    #expect(
      opened > 20 && svg.split(separator: "<text").count == svg.split(separator: "</text").count)
  }
}
