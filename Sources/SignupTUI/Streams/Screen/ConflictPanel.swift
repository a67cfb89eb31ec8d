/// A document as it is here and as another program has saved it, side by side, to be decided.
struct ConflictPanel {
  /// The effect of an event.
  enum Response: Equatable {
    case open
    case cancelled
    case decided(StreamEdits.Decision)
  }

  let conflict: StreamEdits.Conflict
  let file: String
  private let rows: [(title: String, mine: String, theirs: String)]
  private var table = Table(columns: [])
  private var dialog: Dialog

  init(_ conflict: StreamEdits.Conflict, in file: String) {
    (self.conflict, self.file) = (conflict, file)
    let name = conflict.mine?.title ?? conflict.theirs?.title ?? conflict.id
    dialog = Dialog(
      question: "Another program has also changed “\(name)”. Which version do you want to keep?",
      answers: ["Mine", "Theirs", "Both", "Not now"], focus: 3)
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
    switch event {
    case .key(.control("c")): return .cancelled
    case .key(let press) where table.handle(press): return .open
    case .mouse(let mouse) where table.handle(mouse): return .open
    default: break
    }
    return switch dialog.handle(event) {
    case .open: .open
    case .dismissed, .chosen(3): .cancelled
    case .chosen(let answer): .decided(StreamEdits.Decision.allCases[answer])
    }
  }

  mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    canvas.fill(rect)
    let lines = TextWrapping.lines(
      of: dialog.question, width: rect.width, limit: max(1, min(2, rect.height - 3)))
    for (number, line) in lines.enumerated() {
      canvas.write(line, in: rect.row(number), style: .title)
    }
    let needed = dialog.buttons.size(within: rect.width, symbols: canvas.symbols).height
    // If not all answers fit, the chosen one is shown.
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
    let area = Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height)
    if height < needed {
      ChoiceField(options: dialog.answers, selected: dialog.focus)
        .draw(in: area, on: &canvas, isFocused: true)
    } else {
      dialog.drawAnswers(in: area, on: &canvas)
    }
  }

  /// The lines of a row, each with its cells; a difference is shown to its end.
  private static func lines(
    of row: (title: String, mine: String, theirs: String), width: Int
  ) -> [[String]] {
    guard row.mine != row.theirs else { return [[row.title, " ", row.mine, row.theirs]] }
    let mine = TextWrapping.lines(of: row.mine, width: width, breaksWords: true)
    let theirs = TextWrapping.lines(of: row.theirs, width: width, breaksWords: true)
    return (0..<max(mine.count, theirs.count)).map { line -> [String] in
      let head = line == 0 ? [row.title, "!"] : ["", " "]
      return head + [mine, theirs].map { line < $0.count ? $0[line] : "" }
    }
  }
}
