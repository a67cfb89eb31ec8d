/// A question with a few answers, shown over the screen.
///
/// Tab and the arrows move between answers, Enter, Space and the mouse choose one, and Esc
/// dismisses the dialog.
public struct Dialog: Equatable, Sendable {
  /// The effect of an event on a dialog.
  public enum Response: Equatable, Sendable {
    /// The dialog stays open.
    case open
    /// The answer at this index was chosen.
    case chosen(Int)
    /// The dialog was dismissed without an answer.
    case dismissed
  }

  /// The question, in a sentence.
  public var question: String
  /// The answers in reading order.
  public var answers: [String]
  /// The index of the answer that Enter chooses.
  public private(set) var focus: Int

  /// Makes a question; `focus` should be the index of the answer that loses nothing.
  public init(question: String, answers: [String], focus: Int) {
    precondition(answers.indices.contains(focus), "The focused answer must be one of them.")
    (self.question, self.answers, self.focus) = (question, answers, focus)
  }

  /// Handles an event and returns its effect.
  public mutating func handle(_ event: InputEvent) -> Response {
    if case .mouse(let mouse) = event, mouse.action == .press,
      let answer = mouse.target(as: Answer.self), answers.indices.contains(answer.index)
    {
      return .chosen(answer.index)
    }
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

  /// An answer, as a target of the mouse.
  struct Answer: Hashable { let index: Int }

  /// Draws the dialog in the middle of `rect`, in a box as large as it needs, and hides the cursor.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let buttons = buttons
    // The border, and a blank inside it if the longest answer leaves room.
    let widest = buttons.size(within: 0, symbols: canvas.symbols).width
    let margin = widest > rect.width - 4 ? 1 : 2
    let room = max(1, rect.width - 2 * margin)
    let answerSize = buttons.size(within: room, symbols: canvas.symbols)
    let lines = TextWrapping.lines(of: question, width: room, breaksWords: true)
    let lineColumns = lines.map { Glyph.columns(of: $0) }.max() ?? 0
    let box = rect.centered(
      Size(max(lineColumns, answerSize.width) + 2 * margin, lines.count + 1 + answerSize.height + 2)
    )
    canvas.coverSpots()
    canvas.fill(box.inset(columns: -1))
    Frame().draw(in: box, on: &canvas)
    let content = box.inset(columns: margin, rows: 1)
    // If the area is low, the blank row goes first and then the question's end; the answers stay.
    let questionRows = max(1, content.height - answerSize.height)
    let shown = TextWrapping.lines(
      of: question, width: room, limit: questionRows, breaksWords: true)
    for (number, line) in shown.enumerated() {
      canvas.write(line, in: content.row(number), style: .bold)
    }
    canvas.cursor = nil
    let indent = max(0, content.width - answerSize.width) / 2
    let first = min(shown.count + 1, questionRows)
    let area = Rect(
      x: content.x + indent, y: content.y + first, width: content.width - indent,
      height: content.height - first)
    drawAnswers(in: area, on: &canvas)
  }

  /// The screen's footer while the dialog is open.
  ///
  /// - Parameter dismissal: What Esc does, in a word or two.
  package static func footer(_ dismissal: String) -> Footer {
    Footer(hints: [
      KeyHint("←→", "choose"), KeyHint("Enter", "answer"), KeyHint("Esc", dismissal),
    ])
  }

  /// The answers as buttons.
  package var buttons: ButtonRow { ButtonRow(buttons: answers.map { Button(label: $0) }) }

  /// Draws only the answers, for a screen that shows the question elsewhere.
  package func drawAnswers(in rect: Rect, on canvas: inout Canvas) {
    buttons.draw(
      in: rect, on: &canvas, focus: focus, targets: answers.indices.map { Answer(index: $0) })
  }

  private mutating func move(_ step: Int) { focus = (focus + step + answers.count) % answers.count }
}
