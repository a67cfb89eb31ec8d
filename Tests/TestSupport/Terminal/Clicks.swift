import TerminalKit

extension Canvas {
  /// Where a text stands, in cells; nil where it is not to be seen.
  package func place(of text: String) -> Point? {
    for y in 0..<size.height {
      let row = (0..<size.width).map { self[$0, y].width > 0 ? String(self[$0, y].character) : "" }
      for x in 0..<size.width where row[x...].joined().hasPrefix(text) { return Point(x, y) }
    }
    return nil
  }
}

extension Screen {
  /// Lets the mouse do something where a text stands in a frame; false where it does not.
  ///
  /// - Parameter columns: How far to the right of the text's first cell.
  @discardableResult package func mouse(
    _ action: Mouse.Action = .press, on text: String, columns: Int = 0, in frame: Canvas
  ) -> Bool {
    guard let place = frame.place(of: text) else { return false }
    let point = Point(place.x + columns, place.y)
    handle(frame.resolved(.mouse(Mouse(action, at: point))))
    return true
  }
}
