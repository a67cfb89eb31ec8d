import TerminalKit
import TestSupport
import Testing

@Suite("Documented examples: drawing and settings")
@MainActor struct DrawingExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  @Test("text in a rectangle")
  func text() {
    var canvas = Canvas(size: Size(20, 2))
    let place = Rect(x: 0, y: 0, width: 8, height: 1)
    canvas.write("漢字 and more", in: place, style: .bold)
    print(canvas.lines)  // ["漢字 an…", ""]
    #expect(printed == ["[\"漢字 an…\", \"\"]"])
  }

  @Test("rectangles in rectangles")
  func places() {
    let page = Rect(Size(40, 12)).inset(columns: 2, rows: 1)
    let (heading, dialog) = (page.row(0), page.centered(Size(20, 4)))
    print(heading.x, heading.y, heading.width)  // 2 1 36
    print(dialog.x, dialog.y)  // 10 4
    #expect(printed == ["2 1 36", "10 4"])
  }

  @Test("widths and lines")
  func widths() {
    print(Glyph.columns(of: "漢字"))  // 4
    let lines = TextWrapping.lines(of: "at least 8 characters", width: 10)
    print(lines)  // ["at least 8", "characters"]
    #expect(printed == ["4", "[\"at least 8\", \"characters\"]"])
  }

  @Test("text that would steer the terminal")
  func safety() {
    let shown = Glyph.all(in: "a\u{1B}[2J").map(\.character)
    print(shown)  // ["a", "␛", "[", "2", "J"]
    #expect(printed == ["[\"a\", \"␛\", \"[\", \"2\", \"J\"]"])
  }

  @Test("a table")
  func table() {
    let rows = [(time: "12:00", speed: "50"), (time: "12:01", speed: "48")]
    var canvas = Canvas(size: Size(14, 3))
    var table = Table(columns: [
      .init(title: "Time", width: 6),
      .init(title: "km/h", width: 5, alignment: .trailing),
    ])
    table.draw(rows.indices, in: canvas.bounds, on: &canvas) { row, column in
      column == 0 ? rows[row].time : rows[row].speed
    }
    print(canvas.lines)  // ["Time     km/h", "12:00      50", "12:01      48"]
    #expect(printed == ["[\"Time     km/h\", \"12:00      50\", \"12:01      48\"]"])
  }

  @Test("settings of an environment")
  func settings() {
    let settings = TerminalSettings(
      environment: ["TERM": "xterm-256color", "LANG": "C"])
    print(settings.colorDepth, settings.symbols.isASCII)  // ansi256 true
    #expect(printed == ["ansi256 true"])
  }

  @Test("lines on a terminal that cannot move its cursor")
  func presentation() throws {
    let presentation = try Presentation.choose(
      isAccessible: false, needsAnswers: true,
      isInputTerminal: true, isOutputTerminal: true,
      environment: ["TERM": "dumb"])
    print(presentation)  // lines
    #expect(printed == ["lines"])
  }

  @Test("a screen without a terminal")
  func screen() {
    let screen = Greeting()
    for letter in "Ann" { screen.handle(.key(KeyPress(.character(letter)))) }
    var canvas = Canvas(size: Size(30, 4))
    screen.draw(on: &canvas)
    print(canvas.lines[2].contains("Ann"))  // true
    #expect(printed == ["true"])
  }
}
