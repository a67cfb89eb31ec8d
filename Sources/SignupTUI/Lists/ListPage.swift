/// A list between its title and its message, as a whole screen.
@MainActor struct ListPage {
  /// The title.
  let title: String
  /// The line below the title, if there is room; empty for none.
  var subtitle = ""
  /// The number of rows in words.
  let count: String
  /// The message below the list; nil for the line of the search or the filter.
  let message: MessageRow?

  /// Below this size, only the list is drawn.
  private static let leastSize = Size(16, 5)

  /// Returns true if there is room for more than the list, so that no question waits unseen.
  static func hasRoom(in size: Size) -> Bool { size.fits(leastSize) }

  /// Draws the page.
  ///
  /// - Parameters:
  ///   - panel: The list.
  ///   - name: Returns the first text of the chosen row, which is shown in full if the list cuts
  ///     it; nil for none.
  ///   - footer: Returns the keys, once the chosen row is known.
  func draw<Item: Identifiable & Equatable & Sendable>(
    _ panel: ListPanel<Item>, name: () -> String?, footer: () -> Footer, on canvas: inout Canvas
  ) where Item.ID: Sendable {
    let size = canvas.size
    guard Self.hasRoom(in: size) else { return _ = panel.draw(in: canvas.bounds, on: &canvas) }
    let width = size.width - 2
    let page = canvas.bounds.inset(columns: 1, rows: 0)
    func rows(_ y: Int, _ count: Int = 1) -> Rect { page.rows(y, count) }
    let countWidth = Glyph.columns(of: count)
    canvas.write(
      title,
      in: Rect(x: 1, y: 0, width: max(0, width - countWidth - (countWidth > 0 ? 2 : 0)), height: 1),
      style: .title)
    Label(text: count, style: .muted, alignment: .trailing).draw(in: rows(0), on: &canvas)
    let top = subtitle.isEmpty || size.height < 8 ? 1 : 2
    if top == 2 { canvas.write(subtitle, in: rows(1), style: .muted) }
    let messageRows = min(
      max(1, size.height - 5 - top), message?.rows(width: width, symbols: canvas.symbols) ?? 1)
    let end = size.height - 1 - messageRows
    panel.draw(in: rows(top, end - top), on: &canvas)
    if let message {
      message.draw(in: rows(end, messageRows), on: &canvas)
    } else if !panel.drawSearch(in: rows(end), on: &canvas), let name = name(),
      Glyph.columns(of: name) > panel.firstColumnWidth
    {
      MessageRow(kind: .hint, text: name).draw(in: rows(end), on: &canvas)
    }
    (panel.typingFooter ?? footer()).draw(in: rows(size.height - 1), on: &canvas)
  }
}

extension Rect {
  /// Returns some of its rows.
  func rows(_ first: Int, _ count: Int) -> Rect {
    Rect(x: x, y: y + first, width: width, height: count)
  }
}
