import TerminalKit

/// The page of a form whose fields are texts, one below the other, each with what is said of it,
/// and buttons at the end.
package struct FieldsPage<Focus: Hashable & Sendable>: HostedPage {
  /// The places of the texts, in the order of the fields, and those of the buttons.
  private let places: [Focus], targets: [Focus]
  private let focus: Focus?
  private let isLocked: Bool
  private let layout: FieldsLayout

  /// Lays a page out.
  ///
  /// - Parameters:
  ///   - frame: The parts around the fields.
  ///   - places: The places of the texts, in the order of the fields.
  ///   - targets: The places of the buttons.
  ///   - focus: The place that keys act on; nil while something lies over the form.
  ///   - isLocked: True if the fields take no keys for now.
  ///   - window: The window, without the footer.
  ///   - symbols: The symbols that it is drawn with.
  ///   - fields: Returns the fields, given whether rows are kept free for messages.
  package init(
    _ frame: FieldsLayout.Frame, places: [Focus], targets: [Focus], focus: Focus?, isLocked: Bool,
    in window: Size, symbols: Symbols, fields: (_ isRoomy: Bool) -> [FieldsLayout.Field]
  ) {
    (self.places, self.targets, self.focus, self.isLocked) = (places, targets, focus, isLocked)
    layout = FieldsLayout(frame, in: window, symbols: symbols, fields: fields)
  }

  package var height: Int { layout.height }

  package func body(in window: Rect) -> Rect { layout.body(in: window) }

  package func target(of focus: Focus?) -> PageView.Target {
    layout.target(of: focus.flatMap { places.firstIndex(of: $0) })
  }

  // MARK: Drawing

  package func drawAround(in window: Rect, on canvas: inout Canvas) {
    layout.drawAround(in: window, on: &canvas)
  }

  /// Draws all but the texts, with one of the page's rows at the top of the window.
  package func draw(from top: Int, on canvas: inout Canvas) {
    var marks: [any Hashable & Sendable] = []
    for target in targets { marks.append(target) }
    layout.draw(
      from: top, on: &canvas, button: focus.flatMap { targets.firstIndex(of: $0) }, targets: marks)
  }

  /// Draws a text below its label, and scrolls it so that the cursor is seen.
  package func draw(
    _ text: inout TextField, at focus: Focus, from top: Int, on canvas: inout Canvas
  ) {
    guard let index = places.firstIndex(of: focus) else { return }
    layout.draw(
      &text, at: index, as: focus, from: top, on: &canvas, isFocused: focus == self.focus,
      isLocked: isLocked)
  }
}
