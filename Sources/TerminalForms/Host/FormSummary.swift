import TerminalKit

/// The message about a whole form, and its rows: below the page, or if a refused form has more
/// rows than the window, in the window's last rows, so that it is in sight wherever the focus is.
package struct FormSummary {
  /// The message.
  package let row: MessageRow
  /// The rows below the page; 0 if it is in the window's last rows.
  package let rows: Int
  /// The window's last rows that it takes.
  package let pinnedRows: Int

  /// Decides on the rows.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - isRefused: True if a submission has been refused.
  ///   - pageHeight: The rows of the page without the message.
  ///   - window: The window, without the footer.
  ///   - width: The columns of the message.
  ///   - least: The rows below the page that are kept free for it.
  ///   - most: The most of the window's last rows that it takes; nil for a fifth of them.
  ///   - symbols: The symbols that it is drawn with.
  package init(
    _ row: MessageRow, isRefused: Bool, below pageHeight: Int, in window: Size, width: Int,
    least: Int, most: Int? = nil, symbols: Symbols
  ) {
    self.row = row
    let needed = max(least, row.rows(width: width, symbols: symbols))
    let isPinned = isRefused && !row.text.isEmpty && pageHeight + needed > window.height
    // A low window has to show a field, too.
    pinnedRows = isPinned ? min(needed, max(1, most ?? window.height / 5)) : 0
    rows = isPinned ? 0 : needed
  }

  /// The part of the window that is left to the page.
  package func body(in window: Rect) -> Rect {
    Rect(x: window.x, y: window.y, width: window.width, height: window.height - pinnedRows)
  }

  /// Draws it if it belongs into the window's last rows.
  package func drawPinned(_ columns: PageColumns, in window: Rect, on canvas: inout Canvas) {
    guard pinnedRows > 0 else { return }
    row.draw(
      in: Rect(
        x: columns.left, y: window.maxY - pinnedRows, width: columns.width, height: pinnedRows),
      on: &canvas)
  }
}
