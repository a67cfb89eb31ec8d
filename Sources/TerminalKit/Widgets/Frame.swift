/// A box with a title in its upper edge, empty inside.
public struct Frame: Equatable, Sendable {
  /// The title in the upper edge; empty for none.
  public var title: String
  /// The style of the lines.
  public var style: Style

  /// Makes a box, without a title unless one is given.
  public init(title: String = "", style: Style = .border) {
    (self.title, self.style) = (title, style)
  }

  /// Draws the box along the edges of `rect` and blanks its inside; below two by two cells it draws
  /// nothing.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let box = canvas.symbols.box
    canvas.fill(rect)
    let line = String(repeating: box.horizontal, count: rect.width - 2)
    canvas.write(String(box.topLeft) + line + String(box.topRight), at: rect.origin, style: style)
    for y in (rect.y + 1)..<(rect.maxY - 1) {
      canvas.write(String(box.vertical), at: Point(rect.x, y), style: style)
      canvas.write(String(box.vertical), at: Point(rect.maxX - 1, y), style: style)
    }
    canvas.write(
      String(box.bottomLeft) + line + String(box.bottomRight),
      at: Point(rect.x, rect.maxY - 1), style: style)
    if !title.isEmpty, rect.width > 6 {
      let area = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: 1)
      canvas.write(" \(title) ", in: area, style: .title)
    }
  }
}
