/// Buttons side by side, or stacked if the area is too narrow.
public struct ButtonRow: Equatable, Sendable {
  /// The buttons, the first one at the left or at the top.
  public var buttons: [Button]

  /// Makes a row of buttons in reading order.
  public init(buttons: [Button]) { self.buttons = buttons }

  /// The columns between two buttons.
  private static let gap = 2

  /// Returns the size that the buttons take in an area `width` columns wide.
  package func size(within width: Int, symbols: Symbols) -> Size {
    let widths = buttons.map { $0.columns(symbols: symbols) }
    let columns = widths.reduce(0, +) + (widths.count - 1) * Self.gap
    return columns > width ? Size(widths.max() ?? 0, widths.count) : Size(columns, 1)
  }

  /// Draws the buttons from `rect`'s upper left corner; the cursor is on the focused button.
  ///
  /// - Parameters:
  ///   - rect: The area of the buttons.
  ///   - canvas: The canvas to draw on.
  ///   - focus: The index of the button that has the focus; nil for none.
  ///   - targets: The targets of the mouse, one for each button.
  public func draw(
    in rect: Rect, on canvas: inout Canvas, focus: Int?, targets: [any Hashable & Sendable] = []
  ) {
    let symbols = canvas.symbols
    let isStacked = size(within: rect.width, symbols: symbols).height > 1
    var area = rect.row(0)
    for (index, button) in buttons.enumerated() {
      area.width = button.columns(symbols: symbols)
      let visible = area.intersection(rect)
      button.draw(in: visible, on: &canvas, isFocused: index == focus)
      if targets.indices.contains(index) {
        canvas.mark(visible, as: targets[index], isButton: true)
      }
      if isStacked { area.y += 1 } else { area.x += area.width + Self.gap }
    }
  }
}
