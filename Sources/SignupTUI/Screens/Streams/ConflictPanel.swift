import Formats
import TerminalKit
import ViewModels

/// A document as it is here and as another program has saved it, side by side, to be decided.
struct ConflictPanel {
  /// What an event did to it.
  enum Response: Equatable {
    case open
    case cancelled
    case decided(StreamEdits.Decision)
  }

  let conflict: StreamEdits.Conflict
  let file: String
  private let rows: [(title: String, mine: String, theirs: String)]
  private var table = Table(columns: [])
  private var focus = 3

  /// An answer, for the mouse.
  private struct Answer: Hashable {
    let index: Int
  }

  private static let answers = ["Mine", "Theirs", "Both", "Not now"]

  init(_ conflict: StreamEdits.Conflict, in file: String) {
    (self.conflict, self.file) = (conflict, file)
    func lines(_ document: StreamDocument?) -> [(String, String)] {
      guard let form = document.map(StreamForm.init) else { return [("", "removed")] }
      return form.fields.map { field in
        (
          String(repeating: " ", count: 2 * form.level(of: field)) + form.title(of: field),
          form[field]
        )
      }
    }
    let (mine, theirs) = (lines(conflict.mine), lines(conflict.theirs))
    rows = (0..<max(mine.count, theirs.count)).map { index in
      let here = mine.indices.contains(index) ? mine[index] : ("", "")
      let there = theirs.indices.contains(index) ? theirs[index] : ("", "")
      return (here.0.isEmpty ? there.0 : here.0, here.1, there.1)
    }
  }

  mutating func handle(_ event: InputEvent) -> Response {
    if case .mouse(let mouse) = event {
      guard mouse.action == .press, let answer = mouse.target(as: Answer.self) else {
        _ = table.handle(mouse)
        return .open
      }
      focus = answer.index
      return handle(.key(KeyPress(.enter)))
    }
    guard case .key(let press) = event else { return .open }
    switch press {
    case KeyPress(.escape), .control("c"): return .cancelled
    case KeyPress(.left), KeyPress(.tab, .shift): focus = (focus + 3) % 4
    case KeyPress(.right), KeyPress(.tab): focus = (focus + 1) % 4
    case KeyPress(.enter), KeyPress(.character(" ")):
      return focus == 3 ? .cancelled : .decided(StreamEdits.Decision.allCases[focus])
    default: _ = table.handle(press)
    }
    return .open
  }

  mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    canvas.fill(rect)
    let name = conflict.mine?.title ?? conflict.theirs?.title ?? conflict.id
    let lines = TextWrapping.lines(
      of: "Another program has changed “\(name)”, too. Which is to be kept?", width: rect.width,
      limit: max(1, min(2, rect.height - 3)))
    for (number, line) in lines.enumerated() {
      canvas.write(line, in: rect.row(number), style: .title)
    }
    let buttons = ButtonRow(buttons: Self.answers.map { Button(label: $0) })
    let needed = buttons.size(within: rect.width, symbols: canvas.symbols).height
    // Where not all answers can be seen, the chosen one is.
    let height = needed <= rect.height / 2 ? needed : 1
    let body = Rect(
      x: rect.x, y: rect.y + lines.count, width: rect.width,
      height: rect.height - lines.count - height)
    let titles = rect.width >= 50 ? 18 : 8
    let column = max(4, (rect.width - titles - 8) / 2)
    table.columns = [
      Table.Column(width: titles, style: .muted), Table.Column(width: 1, style: .warning),
      Table.Column(title: "Mine", width: column), Table.Column(title: "Theirs", width: column),
    ]
    let cells = rows.flatMap { Self.lines(of: $0, width: column) }
    table.draw(cells.indices, in: body, on: &canvas) { row, column in cells[row][column] }
    let place = Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height)
    if height < needed {
      ChoiceField(options: Self.answers, selected: focus)
        .draw(in: place, on: &canvas, isFocused: true)
    } else {
      buttons.draw(
        in: place, on: &canvas, focus: focus,
        targets: Self.answers.indices.map { Answer(index: $0) })
    }
  }

  /// The lines of a row, each with its cells; what is different is there to its end.
  private static func lines(
    of row: (title: String, mine: String, theirs: String), width: Int
  ) -> [[String]] {
    guard row.mine != row.theirs else { return [[row.title, " ", row.mine, row.theirs]] }
    let (mine, theirs) = (row.mine.folded(to: width), row.theirs.folded(to: width))
    return (0..<max(mine.count, theirs.count)).map { line in
      [
        line == 0 ? row.title : "", line == 0 ? "!" : " ",
        line < mine.count ? mine[line] : "", line < theirs.count ? theirs[line] : "",
      ]
    }
  }
}

extension String {
  /// The text in lines of a width, with a word that is longer cut into pieces.
  fileprivate func folded(to width: Int) -> [String] {
    TextWrapping.lines(of: self, width: width).flatMap { line in
      var lines = [""]
      for character in line {
        if Glyph.columns(of: lines[lines.count - 1] + String(character)) > width {
          lines.append("")
        }
        lines[lines.count - 1].append(character)
      }
      return lines
    }
  }
}
