/// One cell of the screen: a grapheme and its style.
///
/// Cells are made by drawing on a `Canvas`, which keeps out terminal control characters.
package struct Cell: Equatable, Sendable {
  /// The character shown; a space in the right half of a wide cell.
  package internal(set) var character: Character = " "
  /// The number of columns, 1 or 2; 0 is the right half of the wide cell before it.
  package internal(set) var width: UInt8 = 1
  /// True if the width differs between terminals.
  package internal(set) var isUncertain = false
  /// The colours and attributes of the cell.
  package internal(set) var style: Style = .plain

  /// A space in the terminal's own colours.
  package static let blank = Cell()
}
