import TerminalKit

/// The message about a whole form, and its rows: below the page, or, if a refused form has more
/// rows than the window, in the window's last rows, so that it is visible wherever the focus is.
package struct FormSummary {
  /// The message.
  package let row: MessageRow
  /// The rows below the page; 0 if it is in the window's last rows.
  package let rows: Int
  /// The number of the window's last rows that it uses.
  package let pinnedRows: Int

  /// Decides which rows it uses.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - isRefused: True if a submission has been refused.
  ///   - pageHeight: The rows of the page without the message.
  ///   - window: The window, without the footer.
  ///   - width: The columns of the message.
  ///   - least: The number of rows below the page that are kept free for it.
  ///   - most: The maximum number of the window's last rows that it uses; nil for a fifth of them.
  ///   - symbols: The symbols that it is drawn with.
  package init(
    _ row: MessageRow, isRefused: Bool, below pageHeight: Int, in window: Size, width: Int,
    least: Int, most: Int? = nil, symbols: Symbols
  ) {
    self.row = row
    let needed = max(least, row.rows(width: width, symbols: symbols))
    let isPinned = isRefused && !row.text.isEmpty && pageHeight + needed > window.height
    // A low window must show a field, too.
    pinnedRows = isPinned ? min(needed, max(1, most ?? window.height / 5)) : 0
    rows = isPinned ? 0 : needed
  }

  /// The part of the window that remains for the page.
  package func body(in window: Rect) -> Rect {
    Rect(x: window.x, y: window.y, width: window.width, height: window.height - pinnedRows)
  }

  /// Draws it if it is in the window's last rows.
  package func drawPinned(_ columns: PageColumns, in window: Rect, on canvas: inout Canvas) {
    guard pinnedRows > 0 else { return }
    row.draw(
      in: Rect(
        x: columns.left, y: window.maxY - pinnedRows, width: columns.width, height: pinnedRows),
      on: &canvas)
  }
}
