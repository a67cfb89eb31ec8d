import TerminalKit

extension TextField {
  /// Draws the field below its label, with a hint beside that and the marker of the focus.
  ///
  /// - Parameters:
  ///   - label: The text of the first row.
  ///   - hint: A note beside the label.
  ///   - focus: The place that a press of the mouse goes to.
  ///   - rect: Two rows, the field's below the label's.
  ///   - width: The columns of the field.
  ///   - canvas: The canvas.
  ///   - isFocused: True if keys act on the field.
  ///   - isLocked: True if the field takes no keys for now.
  package mutating func draw(
    below label: String, hint: String, as focus: some Hashable & Sendable, in rect: Rect,
    width: Int, on canvas: inout Canvas, isFocused: Bool, isLocked: Bool
  ) {
    canvas.write(label, in: rect.row(0), style: isFocused ? .title : .plain)
    let indent = Glyph.columns(of: label) + 2
    let beside = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
    canvas.write(hint, in: beside, style: .muted)
    if isFocused { canvas.write(canvas.symbols.marker, in: rect.row(1), style: .accent) }
    let place = Rect(x: rect.x + 2, y: rect.y + 1, width: width, height: 1)
    canvas.mark(place, as: focus)
    // Underlined throughout, so that a field shows where it is.
    let style: Style = isLocked ? .muted : .plain
    draw(
      in: place, on: &canvas, isFocused: isFocused && !isLocked, style: style.adding(.underline))
  }
}
