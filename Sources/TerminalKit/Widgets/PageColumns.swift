/// The columns of a form's page: a narrow window leaves no margins.
package struct PageColumns: Equatable, Sendable {
  /// The window's first column of the page.
  package let left: Int
  /// The columns of the page.
  package let width: Int
  /// The distance from a label's start to its messages, which puts their text below the field's; if
  /// there is little room, their symbol is in the margin.
  package let indent: Int

  /// Finds the columns in a window of a width.
  package init(window width: Int) {
    let isNarrow = Self.areNarrow(in: width)
    left = isNarrow ? 0 : 2
    self.width = isNarrow ? max(1, width - 1) : min(width - 4, 100)
    indent = isNarrow ? 0 : 2
  }

  /// Returns true if a window of this width has no room for margins.
  package static func areNarrow(in width: Int) -> Bool { width < 40 }

  /// The columns of a message.
  package var messageWidth: Int { max(1, width - indent) }
  /// The columns of a field.
  package var fieldWidth: Int { min(max(1, width - 2), 48) }

  /// Returns the area of the footer: the window's last row, without margins if it is short.
  ///
  /// - Parameter window: The window.
  package static func footer(in window: Rect) -> Rect {
    let margin = window.width < 60 ? 0 : 1
    return Rect(
      x: window.x + margin, y: window.maxY - 1, width: window.width - 2 * margin, height: 1)
  }
}
