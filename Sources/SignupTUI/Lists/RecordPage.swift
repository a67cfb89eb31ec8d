/// A whole record: its members, one or more rows each, scrolled if they do not fit.
struct RecordPage {
  /// The name of the record.
  let title: String
  /// Its members.
  let members: [RecordDetail]
  private var state = ListState()

  init(title: String, members: [RecordDetail]) { (self.title, self.members) = (title, members) }

  /// Members are next to their names if there is room for this many columns, otherwise below.
  private static let leastTextColumns = 16
  private static let gap = 2

  /// The decision about an event.
  enum Response {
    /// The page stays open.
    case open
    /// Back to the list.
    case closed
    /// The key is for the screen.
    case ignored
  }

  /// Handles an event that scrolls the page or closes it.
  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .key(KeyPress(.escape)), .key(KeyPress(.enter)): return .closed
    case .key(let press): return state.handle(press) ? .open : .ignored
    case .mouse(let mouse): return state.handle(mouse) ? .open : .ignored
    case .focus, .paste: return .ignored
    }
  }

  /// The keys of the page, for the footer and the list of all keys; it handles them itself.
  static var keys: [KeyBinding] {
    [
      .elsewhere("↑ ↓ PgUp PgDn", "scroll", footer: KeyHint("↑↓", "scroll", rank: 3)),
      .elsewhere("Home End", "first, last row"),
      .elsewhere("Esc Enter", "back to the list", footer: KeyHint("Esc", "list")),
    ]
  }

  /// Draws the page, all but its last row, which is for the footer.
  mutating func draw(footer: Footer, on canvas: inout Canvas) {
    let size = canvas.size
    let rect = Rect(x: 1, y: 0, width: max(0, size.width - 2), height: size.height)
    canvas.write(title, in: rect.row(0), style: .title)
    let body = Rect(x: rect.x, y: 1, width: rect.width, height: max(0, rect.height - 2))
    // Two columns are for the scroll marks if not everything fits.
    let lines = layout(width: max(1, body.width - 2), canvas.symbols)
    let visible = state.show(lines.indices, height: body.height)
    for (row, line) in lines[visible].enumerated() {
      let rect = body.row(row)
      canvas.write(line.name, in: rect, style: .muted)
      canvas.write(
        line.text,
        in: Rect(
          x: rect.x + line.indent, y: rect.y, width: max(0, rect.width - line.indent),
          height: rect.height))
    }
    ScrollMarks(visible: visible, of: lines.indices).draw(in: body, on: &canvas)
    footer.draw(in: rect.row(size.height - 1), on: &canvas)
  }

  private struct Line {
    var name = ""
    var text = ""
    var indent = 0
  }

  private func layout(width: Int, _ symbols: Symbols) -> [Line] {
    func encoded(_ text: String) -> String { symbols.characterSet.encoded(text) }
    let longest = members.map { Glyph.columns(of: encoded($0.name)) }.max() ?? 0
    let names = longest == 0 ? 0 : min(longest, width * 2 / 5) + Self.gap
    let isBeside = width - names >= Self.leastTextColumns || longest == 0
    let indent = isBeside ? names : Self.gap
    return members.flatMap { member -> [Line] in
      let texts = member.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        TextWrapping.lines(
          of: encoded(String($0)), width: max(1, width - indent), breaksWords: true)
      }
      let lines = (texts.isEmpty ? [""] : texts).map { Line(text: $0, indent: indent) }
      let isCut = Glyph.columns(of: encoded(member.name)) > names - Self.gap
      guard isBeside, !isCut, var first = lines.first else {
        return [Line(name: member.name)] + lines.filter { !$0.text.isEmpty }
      }
      first.name = member.name
      return [first] + lines.dropFirst()
    }
  }
}
