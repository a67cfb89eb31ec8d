/// A question with a few answers, over the screen.
struct Dialog: Equatable, Sendable {
  enum Response: Equatable, Sendable {
    case open
    /// The answer at this index was chosen.
    case chosen(Int)
    /// Esc: as if nothing had been asked.
    case dismissed
  }

  var question: String
  var answers: [String]
  /// The answer that Enter chooses.
  private(set) var focus: Int

  /// Makes a question; `focus` should be the answer that loses nothing.
  init(question: String, answers: [String], focus: Int) {
    precondition(answers.indices.contains(focus), "The focused answer has to be one of them.")
    self.question = question
    self.answers = answers
    self.focus = focus
  }

  mutating func handle(_ event: InputEvent) -> Response {
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

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let buttons = answers.map { Button(label: $0) }
    let widths = buttons.map { $0.columns(symbols: canvas.symbols) }
    let rowColumns = widths.reduce(0, +) + (widths.count - 1) * 2
    // Answers that do not fit side by side stand below each other.
    let isStacked = rowColumns + 4 > rect.width
    let columns = isStacked ? widths.max() ?? 0 : rowColumns
    let lines = TextWrapping.lines(of: question, width: rect.width - 4)
    let lineColumns = lines.map { Glyph.columns(of: $0) }.max() ?? 0
    let buttonRows = isStacked ? buttons.count : 1
    let box = rect.centered(
      Size(max(lineColumns, columns) + 4, lines.count + 1 + buttonRows + 2))
    Frame().draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    // Where it is low, the blank row goes first and then the question's end; the answers stay.
    let shown = lines.prefix(max(1, content.height - buttonRows))
    for (number, line) in shown.enumerated() {
      canvas.write(line, in: content.row(number), style: .bold)
    }
    canvas.cursor = nil
    var place = content.row(min(shown.count + 1, max(1, content.height - buttonRows)))
    place.x += max(0, content.width - columns) / 2
    for (index, button) in buttons.enumerated() {
      place.width = widths[index]
      button.draw(in: place.intersection(content), on: &canvas, isFocused: index == focus)
      if isStacked { place.y += 1 } else { place.x += widths[index] + 2 }
    }
  }

  private mutating func move(_ step: Int) {
    focus = (focus + step + answers.count) % answers.count
  }
}
