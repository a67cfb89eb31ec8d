/// All keys in a box over the screen (F1). Any key closes it, but those that scroll what does not
/// fit.
struct KeyHelp: Equatable, Sendable {
  var title: String
  let hints: [KeyHint]
  private var table: Table

  init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
    func columns(_ text: (KeyHint) -> String) -> Int {
      hints.map { Glyph.columns(of: text($0)) }.max() ?? 0
    }
    table = Table(
      columns: [
        .init(width: columns { $0.key }, style: .bold), .init(width: columns { $0.action }),
      ], hasHeader: false)
  }

  /// What the footer says meanwhile.
  static let footer = Footer(hints: [KeyHint("↑↓", "scroll"), KeyHint("any other key", "closes")])

  /// Lets a key act on the overlay and returns whether it stays open.
  mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let press): table.handle(press)
    case .focus, .paste: true
    }
  }

  mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    let symbols = canvas.symbols
    // In ASCII a sign may take a word: `⇥` is spelt `Tab`.
    func columns(_ text: String) -> Int {
      Glyph.columns(of: symbols.isASCII ? ASCIIText.spelling(text) : text)
    }
    table.columns[0].width = hints.map { columns($0.key) }.max() ?? 0
    table.columns[1].width = hints.map { columns($0.action) }.max() ?? 0
    let inner = max(
      table.columns[0].width + 2 + table.columns[1].width, columns(title) + 2)
    // Two more columns are for the marks where not all of it fits.
    let scrollColumns = hints.count + 2 > rect.height ? 2 : 0
    let box = rect.centered(Size(inner + 4 + scrollColumns, hints.count + 2))
    Frame(title: title).draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    table.draw(hints.indices, in: content, on: &canvas) { row, column in
      column == 0 ? hints[row].key : hints[row].action
    }
    canvas.cursor = nil
  }
}
