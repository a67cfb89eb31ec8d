/// A cell in eight bytes without a reference: a frame of them is filled, compared and freed like
/// plain memory.
///
/// A grapheme of several scalars lies in its frame; such a cell means nothing without that.
struct PackedCell {
  /// The scalar shown; with `clusterMark`, the index of the grapheme in its frame.
  private(set) var text: UInt32
  private var widthAndDoubt: UInt8
  /// The colours and attributes of the cell.
  var style: Style

  /// A space in the terminal's own colours.
  static let blank = PackedCell()
  /// The bit of a text that is an index. No scalar has it.
  private static let clusterMark: UInt32 = 1 << 31
  /// The bit of a width about which terminals differ.
  private static let doubt: UInt8 = 1 << 7

  /// Makes a cell with one scalar.
  init(_ scalar: Unicode.Scalar = " ", width: UInt8 = 1, style: Style = .plain) {
    (text, widthAndDoubt, self.style) = (scalar.value, width, style)
  }

  /// Makes a cell with a byte of ASCII.
  init(ascii: UInt8, style: Style) { (text, widthAndDoubt, self.style) = (UInt32(ascii), 1, style) }

  /// Makes the first cell of a glyph.
  ///
  /// - Parameter cluster: Keeps a grapheme of several scalars, and returns its index.
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
  /// True if terminals differ about the width.
  var isUncertain: Bool { widthAndDoubt & Self.doubt != 0 }

  /// The index of the grapheme in its frame; nil if it is a single scalar.
  var cluster: Int? { text & Self.clusterMark == 0 ? nil : Int(text & ~Self.clusterMark) }

  /// Returns true if two cells have the same bytes, which says all of two single scalars of ASCII.
  func isIdentical(to other: PackedCell) -> Bool { text == other.text && isAlike(other) }

  /// Returns true if all but the texts is the same.
  func isAlike(_ other: PackedCell) -> Bool {
    widthAndDoubt == other.widthAndDoubt && style == other.style
  }
}
