import TerminalKit
import Testing

@Suite("A checklist")
struct ChecklistTests {
  private func frame(_ checklist: Checklist, width: Int, symbols: Symbols = .unicode) -> [String] {
    let rows = checklist.rows(width: width, symbols: symbols)
    var canvas = Canvas(size: Size(width, rows), symbols: symbols)
    checklist.draw(in: canvas.bounds, on: &canvas)
    return canvas.lines
  }

  private let requirements = Checklist(items: [
    Checklist.Item(requirement: "at least 8 characters", mark: .open),
    Checklist.Item(requirement: "a digit", mark: .met),
    Checklist.Item(requirement: "no blank", mark: .failed),
  ])

  @Test(
    "Requirements stand side by side as long as they fit; one that does not is cut between words")
  func widths() {
    #expect(
      frame(requirements, width: 60) == ["· at least 8 characters   ✓ a digit   ✗ no blank"])
    #expect(
      frame(requirements, width: 40) == ["· at least 8 characters   ✓ a digit", "✗ no blank"])
    #expect(
      frame(requirements, width: 14)
        == ["· at least 8", "  characters", "✓ a digit", "✗ no blank"])
    #expect(
      frame(requirements, width: 60, symbols: .ascii)
        == ["-  at least 8 characters   ok a digit   x  no blank"])
  }

  @Test("Progress that is shown moves nothing", arguments: [60, 40, 14, 8])
  func progress(width: Int) {
    var typed = requirements
    typed.items[0].progress = "5 of 8 characters"
    let (before, after) = (frame(requirements, width: width), frame(typed, width: width))
    #expect(after.joined().contains("5 of"))
    func places(_ lines: [String]) -> [String] {
      let found = lines.enumerated().flatMap { row, line in
        line.enumerated().filter { "✓✗".contains($0.element) }.map { "\(row), \($0.offset)" }
      }
      return found + ["\(lines.count) rows"]
    }
    #expect(places(after) == places(before))
    if width == 60 {
      #expect(after == ["· 5 of 8 characters       ✓ a digit   ✗ no blank"])
    }
  }

  @Test("On any size it is drawn, and nothing traps")
  func anySize() {
    for width in 0...30 {
      for height in 0...4 {
        var canvas = Canvas(size: Size(width, height))
        requirements.draw(in: canvas.bounds, on: &canvas)
      }
    }
  }
}

@Suite("A message of several rows")
struct MessageRowTests {
  @Test(
    "It takes the rows it is given, and its last one ends in an ellipsis where that is not enough")
  func rows() {
    let message = MessageRow(kind: .failure, text: "Password needs at least 8 characters")
    #expect(message.rows(width: 14, symbols: .unicode) == 4)
    func lines(_ height: Int) -> [String] {
      var canvas = Canvas(size: Size(14, height))
      message.draw(in: canvas.bounds, on: &canvas)
      return canvas.lines
    }
    #expect(lines(4) == ["✗ Password", "  needs at", "  least 8", "  characters"])
    #expect(lines(2) == ["✗ Password", "  needs at le…"])
    #expect(lines(1) == ["✗ Password ne…"])
  }
}
