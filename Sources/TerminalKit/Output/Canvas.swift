import Platform

/// A frame: a grid of cells to draw on, and the position of the terminal's cursor.
///
///     var canvas = Canvas(size: Size(20, 2))
///     canvas.write("漢字 and more", in: Rect(x: 0, y: 0, width: 8, height: 1), style: .bold)
///     canvas.lines  // ["漢字 an…", ""]
///
/// Text may contain anything: characters that could control the terminal are shown as a symbol or
/// left out. Drawing outside the canvas is clipped, so a widget may draw even if there is no room
/// for it.
///
/// Invariant: a cell of width 2 is followed in its row by one of width 0, and a cell of width 0
/// occurs nowhere else. Overwriting one half of a wide cell leaves a blank in the other.
public struct Canvas: Equatable, Sendable {
  /// The size of the frame in cells.
  public let size: Size
  /// The symbols that widgets draw with; all text is encoded in their character set.
  public var symbols: Symbols { shared.symbols }
  /// The position of the terminal's cursor; nil hides it.
  public var cursor: Point?

  /// All cells, row by row from the top left. O(cells).
  package var cells: [Cell] { packed.map(cell) }
  /// The areas that the mouse can act on; one marked later covers the earlier ones.
  package private(set) var spots: [Spot] = []
  /// The button on which the mouse is pressed; nil for none.
  var pressed: Spot?
  /// The part that can be drawn on now.
  private var clip: Rect
  /// The symbols, stored once for all copies of the frame: they consist of two dozen references.
  private let shared: SharedSymbols
  /// The cells as they are kept.
  private(set) var packed: [PackedCell]
  /// The graphemes of several scalars that cells show or have shown.
  private var clusters: [Character] = []

  /// Makes a blank frame without a cursor.
  public init(size: Size, symbols: Symbols = .unicode) {
    self.size = size
    shared = SharedSymbols(symbols)
    packed = Array(repeating: .blank, count: size.width * size.height)
    clip = Rect(size)
  }

  /// The whole frame as a rectangle.
  public var bounds: Rect { Rect(size) }

  /// The cursor, unless it is hidden or outside the frame.
  package var visibleCursor: Point? { cursor.flatMap { bounds.contains($0) ? $0 : nil } }

  /// Returns true if two frames look the same; spots for the mouse are not compared.
  public static func == (left: Canvas, right: Canvas) -> Bool {
    left.size == right.size && left.cursor == right.cursor
      && (left.shared === right.shared || left.symbols == right.symbols)
      && (0..<left.size.height).allSatisfy { left.showsRow($0, as: right) }
  }

  /// The cell in a column and a row of the frame, counted from 0 at the top left.
  package subscript(x: Int, y: Int) -> Cell { cell(packed[y * size.width + x]) }

  private func cell(_ packed: PackedCell) -> Cell {
    Cell(
      character: character(of: packed), width: packed.width, isUncertain: packed.isUncertain,
      style: packed.style)
  }

  private func character(of cell: PackedCell) -> Character {
    if let cluster = cell.cluster { return clusters[cluster] }
    return Unicode.Scalar(cell.text).map(Character.init) ?? " "
  }

  /// Returns true if a row shows the same as the same row of another frame of this size.
  ///
  /// Nearly all rows equal those of the previous frame byte for byte, and then one comparison of
  /// memory is enough.
  func showsRow(_ y: Int, as other: Canvas) -> Bool {
    let start = y * size.width
    // Without clusters, the bytes describe a cell completely.
    if clusters.isEmpty, other.clusters.isEmpty, size.width > 0 {
      let isSame = packed.withUnsafeBufferPointer { cells in
        other.packed.withUnsafeBufferPointer { others in
          memcmp(
            cells.baseAddress! + start, others.baseAddress! + start,
            size.width * MemoryLayout<PackedCell>.stride) == 0
        }
      }
      if isSame { return true }
    }
    return (0..<size.width).allSatisfy { x in showsCell(start + x, as: other) }
  }

  /// Returns, for each cell of a row, whether it differs from that of another frame of this size.
  func differences(inRow y: Int, from other: Canvas) -> [Bool] {
    (y * size.width..<(y + 1) * size.width).map { !showsCell($0, as: other) }
  }

  /// Returns true if a cell, given by its index in row order, shows the same as in another frame.
  private func showsCell(_ index: Int, as other: Canvas) -> Bool {
    let (cell, otherCell) = (packed[index], other.packed[index])
    guard cell.isAlike(otherCell) else { return false }
    if cell.text == otherCell.text, cell.cluster == nil { return true }
    if cell.text < 0x80 || otherCell.text < 0x80 { return false }
    return character(of: cell) == other.character(of: otherCell)
  }

  /// Writes `text` from `point` to the right, at most `limit` columns.
  ///
  /// A wide grapheme that is only half visible shows as a blank. The text never wraps.
  /// - Returns: The columns of the text, visible or not, that fit in `limit`.
  @discardableResult public mutating func write(
    _ text: String, at point: Point, style: Style = .plain, limit: Int = .max
  ) -> Int {
    let text = symbols.characterSet.encoded(text)
    if let used = writePlain(text, at: point, style: style, limit: limit) { return used }
    if let used = writeScalars(text, at: point, style: style, limit: limit) { return used }
    var used = 0
    var isFull = false
    Glyph.forEach(in: text) { glyph in
      guard !isFull, used + Int(glyph.width) <= limit else {
        isFull = true
        return
      }
      put(glyph, at: Point(point.x + used, point.y), style: style)
      used += Int(glyph.width)
    }
    return used
  }

  /// Writes plain ASCII text, the usual case; returns nil for any other text.
  private mutating func writePlain(
    _ text: String, at point: Point, style: Style, limit: Int
  ) -> Int? {
    Glyph.withPlainBytes(of: text) { bytes in
      let used = min(bytes.count, max(0, limit))
      let columns = visibleColumns(from: point.x, count: used, y: point.y)
      guard !columns.isEmpty else { return used }
      prepareToCover(columns, y: point.y)
      let row = point.y * size.width
      for x in columns { packed[row + x] = PackedCell(ascii: bytes[x - point.x], style: style) }
      return used
    }
  }

  /// Writes text whose scalars all take one column, as in nearly all other text; returns nil for
  /// any other.
  private mutating func writeScalars(
    _ text: String, at point: Point, style: Style, limit: Int
  ) -> Int? {
    let scalars = text.unicodeScalars
    var count = 0
    for scalar in scalars {
      guard CharacterWidth.isPlain(scalar) else { return nil }
      count += 1
    }
    let used = min(count, max(0, limit))
    let columns = visibleColumns(from: point.x, count: used, y: point.y)
    guard !columns.isEmpty else { return used }
    prepareToCover(columns, y: point.y)
    let row = point.y * size.width
    var x = point.x
    for scalar in scalars where x < columns.upperBound {
      if x >= columns.lowerBound { packed[row + x] = PackedCell(scalar, style: style) }
      x += 1
    }
    return used
  }

  /// Returns the part of some columns in a row that can be drawn on.
  private func visibleColumns(from x: Int, count: Int, y: Int) -> Range<Int> {
    guard y >= clip.y, y < clip.maxY, count > 0, x < clip.maxX else { return 0..<0 }
    let (end, isFar) = x.addingReportingOverflow(count)
    let start = max(x, clip.x)
    return start..<max(start, isFar ? clip.maxX : min(end, clip.maxX))
  }

  /// Blanks the halves of wide cells that remain when columns of a row are overwritten.
  private mutating func prepareToCover(_ columns: Range<Int>, y: Int) {
    let row = y * size.width
    if packed[row + columns.lowerBound].width == 0 { blank(row + columns.lowerBound - 1) }
    if columns.upperBound < size.width, packed[row + columns.upperBound].width == 0 {
      blank(row + columns.upperBound)
    }
  }

  /// Writes `text` in `rect`'s first row; if it does not fit, an ellipsis ends it.
  ///
  /// - Returns: The columns that were written, at most `rect`'s width.
  @discardableResult
  public mutating func write(_ text: String, in rect: Rect, style: Style = .plain) -> Int {
    guard !rect.isEmpty else { return 0 }
    let text = symbols.characterSet.encoded(text)
    guard Glyph.columns(of: text) > rect.width else {
      return write(text, at: rect.origin, style: style)
    }
    let ellipsis = symbols.ellipsis
    let room = max(0, rect.width - Glyph.columns(of: ellipsis))
    let used = write(text, at: rect.origin, style: style, limit: room)
    return used
      + write(ellipsis, at: Point(rect.x + used, rect.y), style: style, limit: rect.width - used)
  }

  /// Fills `rect` with one character; a character that takes two columns fills nothing.
  public mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let visible = rect.intersection(clip)
    guard !visible.isEmpty, let cell = fillingCell(character, style: style) else { return }
    for y in visible.y..<visible.maxY {
      prepareToCover(visible.x..<visible.maxX, y: y)
      for x in visible.x..<visible.maxX { packed[y * size.width + x] = cell }
    }
  }

  /// Returns the cell that fills an area with a character; nil if that takes two columns.
  private mutating func fillingCell(_ character: Character, style: Style) -> PackedCell? {
    if character == " " { return PackedCell(style: style) }
    let text = symbols.characterSet.encoded(String(character))
    guard let glyph = Glyph.all(in: text).first, glyph.width == 1 else { return nil }
    return packedCell(glyph, style: style)
  }

  /// Draws with everything outside `rect` clipped.
  public mutating func clipped(to rect: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = clip
    clip = clip.intersection(rect)
    draw(&self)
    clip = outer
  }

  /// Lets the mouse act on a target in `rect`, as far as that is not clipped.
  ///
  /// - Parameters:
  ///   - rect: The area.
  ///   - target: The target of the mouse there. A `KeyPress` reaches the screen as that key;
  ///     anything else as the target of a `Mouse`.
  ///   - isButton: True for a button that is already drawn there. It acts when the mouse is
  ///     released, and is drawn reversed until then.
  public mutating func mark(
    _ rect: Rect, as target: any Hashable & Sendable, isButton: Bool = false
  ) {
    let visible = rect.intersection(clip)
    guard !visible.isEmpty else { return }
    let spot = Spot(visible, target, isButton: isButton)
    spots.append(spot)
    guard isButton, let pressed, spot.hasTarget(of: pressed) else { return }
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX {
        packed[y * size.width + x].style.attributes.formSymmetricDifference(.reverse)
      }
    }
  }

  /// Removes all spots marked so far, because something drawn over them must be answered first.
  package mutating func coverSpots() { spots.removeAll() }

  /// Returns the spot that the mouse acts on in a cell; nil if there is none.
  package func spot(at point: Point) -> Spot? { spots.last { $0.rect.contains(point) } }

  /// Returns an event with its spot in this frame; a press of a spot that stands for a key becomes
  /// that key. The event loop does this with the frame on the screen.
  package func resolved(_ event: InputEvent) -> InputEvent {
    guard case .mouse(var mouse) = event else { return event }
    mouse.spot = spot(at: mouse.point)
    if mouse.action == .press, let press = mouse.target(as: KeyPress.self) { return .key(press) }
    return .mouse(mouse)
  }

  /// The frame as lines of text without trailing blanks, for comparison in tests.
  public var lines: [String] {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width where self[x, y].width > 0 { line.append(self[x, y].character) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private mutating func put(_ glyph: Glyph, at point: Point, style: Style) {
    let width = Int(glyph.width)
    guard point.y >= clip.y, point.y < clip.maxY, point.x < clip.maxX, point.x + width > clip.x
    else { return }
    if point.x < clip.x || point.x + width > clip.maxX {
      // Half of a wide grapheme is cut off: the visible half is a blank.
      let visible = point.x < clip.x ? point.x + 1 : point.x
      store(PackedCell(style: style), at: Point(visible, point.y))
      return
    }
    store(packedCell(glyph, style: style), at: point)
  }

  private mutating func packedCell(_ glyph: Glyph, style: Style) -> PackedCell {
    PackedCell(glyph, style: style) { character in
      // The same symbol often fills many cells side by side.
      if clusters.last != character { clusters.append(character) }
      return UInt32(clusters.count - 1)
    }
  }

  private mutating func store(_ cell: PackedCell, at point: Point) {
    let index = point.y * size.width + point.x
    if packed[index].width == 0 { blank(index - 1) }
    let next = index + Int(cell.width)
    if point.x + Int(cell.width) < size.width, packed[next].width == 0 { blank(next) }
    packed[index] = cell
    if cell.width == 2 { packed[index + 1] = PackedCell(width: 0, style: cell.style) }
  }

  /// Blanks a half of a wide cell whose other half is being overwritten.
  private mutating func blank(_ index: Int) {
    packed[index] = PackedCell(style: packed[index].style)
  }
}

/// The symbols of frames that are copies of one.
private final class SharedSymbols: Sendable {
  let symbols: Symbols

  init(_ symbols: Symbols) { self.symbols = symbols }
}
