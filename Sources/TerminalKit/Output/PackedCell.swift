/// A cell in eight bytes without a reference: a frame of them is filled, compared and freed like
/// plain memory.
///
/// A grapheme of several scalars is stored in the cell's frame; the cell only has its index.
struct PackedCell {
  /// The scalar shown; with `clusterMark`, the index of the grapheme in its frame.
  private(set) var text: UInt32
  private var widthAndDoubt: UInt8
  /// The colours and attributes of the cell.
  var style: Style

  /// A space in the terminal's own colours.
  static let blank = PackedCell()
  /// The bit of `text` that marks an index. No scalar has it.
  private static let clusterMark: UInt32 = 1 << 31
  /// The bit that marks a width that differs between terminals.
  private static let doubt: UInt8 = 1 << 7

  /// Makes a cell with one scalar.
  init(_ scalar: Unicode.Scalar = " ", width: UInt8 = 1, style: Style = .plain) {
    (text, widthAndDoubt, self.style) = (scalar.value, width, style)
  }

  /// Makes a cell with an ASCII byte.
  init(ascii: UInt8, style: Style) { (text, widthAndDoubt, self.style) = (UInt32(ascii), 1, style) }

  /// Makes the first cell of a glyph.
  ///
  /// - Parameter cluster: Stores a grapheme of several scalars, and returns its index.
  init(_ glyph: Glyph, style: Style, cluster: (Character) -> UInt32) {
    let scalars = glyph.character.unicodeScalars
    let first = scalars.startIndex
    text =
      scalars.index(after: first) == scalars.endIndex
      ? scalars[first].value : cluster(glyph.character) | Self.clusterMark
    widthAndDoubt = glyph.width | (glyph.isUncertain ? Self.doubt : 0)
    self.style = style
  }

  /// The number of columns, 1 or 2; 0 is the right half of the wide cell before it.
  var width: UInt8 { widthAndDoubt & ~Self.doubt }
  /// True if the width differs between terminals.
  var isUncertain: Bool { widthAndDoubt & Self.doubt != 0 }

  /// The index of the grapheme in its frame; nil if it is a single scalar.
  var cluster: Int? { text & Self.clusterMark == 0 ? nil : Int(text & ~Self.clusterMark) }

  /// Returns true if two cells have the same bytes, which is conclusive for single ASCII scalars.
  func isIdentical(to other: PackedCell) -> Bool { text == other.text && isAlike(other) }

  /// Returns true if everything but the text is the same.
  func isAlike(_ other: PackedCell) -> Bool {
    widthAndDoubt == other.widthAndDoubt && style == other.style
  }
}
