/// A question with a few answers, over the screen.
public struct Dialog: Equatable, Sendable {
  public enum Response: Equatable, Sendable {
    case open
    /// The answer at this index was chosen.
    case chosen(Int)
    /// Esc: as if nothing had been asked.
    case dismissed
  }

  public var question: String
  public var answers: [String]
  /// The answer that Enter chooses.
  public private(set) var focus: Int

  /// Makes a question; `focus` should be the answer that loses nothing.
  public init(question: String, answers: [String], focus: Int) {
    precondition(answers.indices.contains(focus), "The focused answer has to be one of them.")
    self.question = question
    self.answers = answers
    self.focus = focus
  }

  public mutating func handle(_ event: InputEvent) -> Response {
    guard case .key(let press) = event else { return .open }
    switch press.key {
    case .escape: return .dismissed
    case .enter, .character(" "): return .chosen(focus)
    case .tab where press.modifiers.contains(.shift), .left, .up: move(-1)
    case .tab, .right, .down: move(1)
    default: break
    }
    return .open
  }

  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let buttons = ButtonRow(buttons: answers.map { Button(label: $0) })
    let answerSize = buttons.size(within: rect.width - 4, symbols: canvas.symbols)
    let lines = TextWrapping.lines(of: question, width: rect.width - 4)
    let lineColumns = lines.map { Glyph.columns(of: $0) }.max() ?? 0
    let box = rect.centered(
      Size(max(lineColumns, answerSize.width) + 4, lines.count + 1 + answerSize.height + 2))
    Frame().draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    // Where it is low, the blank row goes first and then the question's end; the answers stay.
    let room = max(1, content.height - answerSize.height)
    let shown = TextWrapping.lines(of: question, width: rect.width - 4, limit: room)
    for (number, line) in shown.enumerated() {
      canvas.write(line, in: content.row(number), style: .bold)
    }
    canvas.cursor = nil
    let indent = max(0, content.width - answerSize.width) / 2
    let first = min(shown.count + 1, room)
    let place = Rect(
      x: content.x + indent, y: content.y + first, width: content.width - indent,
      height: content.height - first)
    buttons.draw(in: place, on: &canvas, focus: focus)
  }

  private mutating func move(_ step: Int) {
    focus = (focus + step + answers.count) % answers.count
  }
}
