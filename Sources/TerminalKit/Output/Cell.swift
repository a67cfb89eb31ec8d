/// One place on the screen: a grapheme, and how it looks.
///
/// Cells are made by drawing on a `Canvas`, which lets nothing into them that could steer the
/// terminal.
public struct Cell: Equatable, Sendable {
  /// What is shown; a space in the right half of a wide cell.
  public internal(set) var character: Character = " "
  /// How many columns it takes, 1 or 2; 0 is the right half of the wide cell before it.
  public internal(set) var width: UInt8 = 1
  /// Whether terminals differ about the width.
  public internal(set) var isUncertain = false
  /// The colours and attributes it is shown in.
  public internal(set) var style: Style = .plain

  /// A space in the terminal's own colours.
  public static let blank = Cell()
}
