/// A word or phrase aligned in a rectangle.
public struct Label: Equatable, Sendable {
  /// The position of text in a wider area.
  public enum Alignment: Equatable, Sendable { case leading, center, trailing }

  /// The text.
  public var text: String
  /// The style of the text.
  public var style: Style
  /// The position of the text in the rectangle.
  public var alignment: Alignment

  /// Makes a label, plain and at the left by default.
  public init(text: String, style: Style = .plain, alignment: Alignment = .leading) {
    (self.text, self.style, self.alignment) = (text, style, alignment)
  }

  /// Draws the text in `rect`'s first row; if it does not fit, an ellipsis ends it.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let spare = max(0, row.width - canvas.symbols.columns(of: text))
    let shift =
      switch alignment {
      case .leading: 0
      case .center: spare / 2
      case .trailing: spare
      }
    let area = Rect(x: row.x + shift, y: row.y, width: row.width - shift, height: row.height)
    canvas.write(text, in: area, style: style)
  }
}
