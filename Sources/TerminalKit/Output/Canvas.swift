import Platform

/// A frame: a grid of cells to draw on, and the place of the terminal's cursor.
///
///     var canvas = Canvas(size: Size(20, 2))
///     canvas.write("漢字 and more", in: Rect(x: 0, y: 0, width: 8, height: 1), style: .bold)
///     canvas.lines  // ["漢字 an…", ""]
///
/// Text may hold anything: characters that could control the terminal are shown as a sign or left
/// out. Drawing outside the canvas is clipped, so a widget may draw where there is no room for it.
///
/// Invariant: a cell of width 2 is followed in its row by one of width 0, and nowhere else is there
/// a cell of width 0. A wide cell of which one half is overwritten leaves a blank.
public struct Canvas: Equatable, Sendable {
  /// The size of the frame in cells.
  public let size: Size
  /// The symbols that widgets draw with; all text is spelt in their repertoire.
  public let symbols: Symbols
  /// The place of the terminal's cursor; nil hides it.
  public var cursor: Point?

  /// All cells, row by row from the top left.
  public private(set) var cells: [Cell]
  /// The places that the mouse can act on; one marked later lies over the earlier ones.
  public private(set) var spots: [Spot] = []
  /// The button that the mouse holds down; nil for none.
  var pressed: Spot?
  /// The part that can be drawn on now.
  private var clip: Rect

  /// Makes a blank frame without a cursor.
  public init(size: Size, symbols: Symbols = .unicode) {
    self.size = size
    self.symbols = symbols
    cells = Array(repeating: .blank, count: size.width * size.height)
    clip = Rect(size)
  }

  /// Returns the frame with other cells, as many as it has.
  func with(_ cells: [Cell]) -> Canvas {
    var canvas = self
    canvas.cells = cells
    return canvas
  }

  /// The whole frame as a rectangle.
  public var bounds: Rect { Rect(size) }

  /// The cursor, unless it is hidden or outside the frame.
  public var visibleCursor: Point? { cursor.flatMap { bounds.contains($0) ? $0 : nil } }

  /// Returns true if two frames look the same; spots for the mouse are not compared.
  public static func == (left: Canvas, right: Canvas) -> Bool {
    left.size == right.size && left.symbols == right.symbols && left.cursor == right.cursor
      && left.cells == right.cells
  }

  /// The cell in a column and a row of the frame, counted from 0 at the top left.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Returns true if a row shows the same as that of another frame of this size.
  ///
  /// Nearly all rows are those of the frame before, down to their bytes, and then one comparison of
  /// memory is enough. Bytes between the cells may differ, and mean nothing.
  func showsRow(_ y: Int, as other: Canvas) -> Bool { showsRow(y, as: other, y) }

  /// Returns true if a row shows the same as one of another frame of this size.
  func showsRow(_ y: Int, as other: Canvas, _ otherY: Int) -> Bool {
    cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        guard let first = cells.baseAddress, let otherFirst = others.baseAddress else {
          return true
        }
        let (row, otherRow) = (first + y * size.width, otherFirst + otherY * size.width)
        return memcmp(row, otherRow, size.width * MemoryLayout<Cell>.stride) == 0
          || (0..<size.width).allSatisfy { x in
            memcmp(row + x, otherRow + x, MemoryLayout<Cell>.size) == 0 || row[x] == otherRow[x]
          }
      }
    }
  }

  /// Writes `text` from `point` to the right, at most `limit` columns of it.
  ///
  /// A wide grapheme of which only half is visible shows as a blank. The text never wraps.
  /// - Returns: The columns of the text, visible or not, that fit in `limit`.
  @discardableResult
  public mutating func write(
    _ text: String, at point: Point, style: Style = .plain, limit: Int = .max
  ) -> Int {
    let text = symbols.repertoire.spelling(text)
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

  /// Writes `text` in `rect`'s first row; if it does not fit, an ellipsis ends it.
  ///
  /// - Returns: The columns that were written, at most `rect`'s width.
  @discardableResult
  public mutating func write(_ text: String, in rect: Rect, style: Style = .plain) -> Int {
    guard !rect.isEmpty else { return 0 }
    let text = symbols.repertoire.spelling(text)
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
    let text = symbols.repertoire.spelling(String(character))
    guard let glyph = Glyph.all(in: text).first, glyph.width == 1 else { return }
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX { put(glyph, at: Point(x, y), style: style) }
    }
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
  ///   - rect: The place.
  ///   - target: The target of the mouse there. A `KeyPress` reaches the screen as that key;
  ///     anything else as the target of a `Mouse`.
  ///   - isButton: True for a button that is drawn there already, which acts on the release of the
  ///     mouse's button, and is drawn reversed until then.
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
        cells[y * size.width + x].style.attributes.formSymmetricDifference(.reverse)
      }
    }
  }

  /// Hides all spots marked until now from the mouse, because something is drawn over them that has
  /// to be answered first.
  public mutating func coverSpots() { spots.removeAll() }

  /// Returns the spot that the mouse acts on in a cell; nil if there is none.
  public func spot(at point: Point) -> Spot? { spots.last { $0.rect.contains(point) } }

  /// Returns an event with its spot in this frame; a press of a spot that stands for a key is that
  /// key. The event loop does this with the frame on the screen.
  public func resolved(_ event: InputEvent) -> InputEvent {
    guard case .mouse(var mouse) = event else { return event }
    mouse.spot = spot(at: mouse.point)
    if mouse.action == .press, let press = mouse.target(as: KeyPress.self) { return .key(press) }
    return .mouse(mouse)
  }

  /// The frame as lines of text, without trailing blanks, as tests compare it.
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
    guard point.y >= clip.y, point.y < clip.maxY, point.x < clip.maxX,
      point.x + width > clip.x
    else { return }
    if point.x < clip.x || point.x + width > clip.maxX {
      // Half of a wide grapheme is cut off: the visible half is a blank.
      let visible = point.x < clip.x ? point.x + 1 : point.x
      store(Cell(style: style), at: Point(visible, point.y))
      return
    }
    let cell = Cell(
      character: glyph.character, width: glyph.width, isUncertain: glyph.isUncertain,
      style: style)
    store(cell, at: point)
  }

  private mutating func store(_ cell: Cell, at point: Point) {
    let index = point.y * size.width + point.x
    if cells[index].width == 0 { blank(index - 1) }
    let next = index + Int(cell.width)
    if point.x + Int(cell.width) < size.width, cells[next].width == 0 { blank(next) }
    cells[index] = cell
    if cell.width == 2 { cells[index + 1] = Cell(width: 0, style: cell.style) }
  }

  /// Blanks a half of a wide cell whose other half is being overwritten.
  private mutating func blank(_ index: Int) {
    cells[index] = Cell(style: cells[index].style)
  }
}
