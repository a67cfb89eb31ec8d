/// A button in a row: brackets show it without colour, a marker shows the focus.
public struct Button: Equatable, Sendable {
  /// The state of a button.
  public enum Look: Equatable, Sendable {
    /// The button performs its action.
    case ready
    /// The button can be pressed, and then explains why nothing happens.
    case waiting
  }

  /// The action, in a word or two.
  public var label: String
  /// The current state.
  public var look: Look

  /// Makes a button, ready unless another state is given.
  public init(label: String, look: Look = .ready) { (self.label, self.look) = (label, look) }

  /// Returns the number of columns, including marker, brackets and blanks.
  public func columns(symbols: Symbols) -> Int {
    Glyph.columns(of: symbols.marker) + Glyph.columns(of: label) + 4
  }

  /// Draws the button; with focus, the terminal's cursor is on its label, for screen readers.
  public func draw(in rect: Rect, on canvas: inout Canvas, isFocused: Bool) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let marker = canvas.symbols.marker
    let markerWidth = Glyph.columns(of: marker)
    var style: Style = look == .ready ? .bold : .muted
    if isFocused {
      style.attributes = [.bold, .reverse]
      canvas.write(marker, at: row.origin, style: Style(foreground: .accent, attributes: .bold))
    }
    let body = Rect(x: row.x + markerWidth, y: row.y, width: row.width - markerWidth, height: 1)
    canvas.write("[ \(label) ]", in: body, style: style)
    if isFocused { canvas.cursor = Point(body.x + 2, body.y) }
  }
}
