/// The bytes of a frame as they grow, with the terminal's style and position after them.
struct Pen {
  private(set) var bytes: [UInt8] = []
  /// The place of the terminal's cursor; nil if that depends on the terminal.
  private(set) var position: Point?
  /// True if anything but a cursor movement has been written.
  private(set) var hasWritten = false

  private let palette: Palette
  private let size: Size
  /// The terminal's style after the bytes.
  private var style: Style = .plain

  init(palette: Palette, size: Size, position: Point?) {
    self.palette = palette
    self.size = size
    self.position = position
  }

  /// Adds a sequence that changes the screen's contents.
  mutating func append(_ sequence: [UInt8]) {
    bytes += sequence
    hasWritten = true
  }

  /// Moves rows of the screen, in the plain style.
  mutating func scroll(_ scroll: FrameScroll) {
    append(scroll.sequence)
    position = Point(0, 0)
  }

  /// Writes a cell whose width every terminal agrees on.
  mutating func write(_ cell: Cell) {
    append(cell)
    guard let from = position else { return }
    let x = from.x + Int(cell.width)
    // In the last column terminals differ: at it, or past it with a wrap pending.
    position = x < size.width ? Point(x, from.y) : nil
  }

  /// Writes blanks at the cell's place, then the cell over them, and forgets the position: with any
  /// width that the terminal gives it, nothing old shows through.
  mutating func writeUncertain(_ cell: Cell, at point: Point) {
    for _ in 0..<cell.width { bytes.append(0x20) }
    position = nil
    move(to: point)
    append(cell)
    position = nil
  }

  /// Moves to `target`, by writing the few unchanged cells between when that is shorter.
  mutating func advance(to target: Point, over canvas: Canvas) {
    if let from = position, from.y == target.y, from.x < target.x, target.x - from.x <= 3 {
      let between = (from.x..<target.x).map { canvas[$0, target.y] }
      if between.allSatisfy({ $0.character.isASCII && $0.width == 1 && $0.style == style }) {
        for cell in between { write(cell) }
        return
      }
    }
    move(to: target)
  }

  /// Moves by the shortest sequence that is right on every terminal.
  mutating func move(to target: Point) {
    guard position != target else { return }
    let absolute = ControlSequence.move(to: target)
    let relative = position.map { across(from: $0.x, to: target.x) + down(target.y - $0.y) }
    bytes += relative.flatMap { $0.count < absolute.count ? $0 : nil } ?? absolute
    position = target
  }

  private func across(from old: Int, to new: Int) -> [UInt8] {
    if old == new { return [] }
    if new == 0 { return [ControlSequence.carriageReturn] }
    let far = ControlSequence.move(columns: new - old)
    if new < old, old - new <= far.count {
      return Array(repeating: ControlSequence.backspace, count: old - new)
    }
    let fromStart = [ControlSequence.carriageReturn] + ControlSequence.move(columns: new)
    return fromStart.count < far.count ? fromStart : far
  }

  private func down(_ rows: Int) -> [UInt8] {
    if rows == 0 { return [] }
    let far = ControlSequence.move(rows: rows)
    // Raw mode has switched output processing off, so a line feed keeps the column.
    return rows > 0 && rows <= far.count
      ? Array(repeating: ControlSequence.lineFeed, count: rows) : far
  }

  /// Selects a style by the shorter of the difference and a new start.
  mutating func select(_ wanted: Style) {
    let next = palette.shown(wanted)
    guard next != style else { return }
    defer { style = next }
    guard let change = difference(from: style, to: next) else { return }
    if next == .plain {
      bytes += ControlSequence.resetStyle
      return
    }
    var fresh: [[UInt8]] = [[0x30]]
    fresh += attributes(next.attributes)
    fresh.append(palette.foreground(next.foreground))
    fresh.append(palette.background(next.background))
    let restart = joined(fresh)
    bytes += ControlSequence.selectGraphicRendition(
      restart.count < change.count ? restart : change)
  }

  /// Returns the parameters that lead from one style to the other; nil if they look the same.
  private func difference(from old: Style, to new: Style) -> [UInt8]? {
    var parts: [[UInt8]] = []
    let removed = old.attributes.subtracting(new.attributes)
    var added = new.attributes.subtracting(old.attributes)
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // One parameter ends both, so the one that stays must be set again.
      parts.append(Array("22".utf8))
      added.formUnion(new.attributes.intersection([.bold, .dim]))
    }
    if removed.contains(.italic) { parts.append(Array("23".utf8)) }
    if removed.contains(.underline) { parts.append(Array("24".utf8)) }
    if removed.contains(.reverse) { parts.append(Array("27".utf8)) }
    parts += attributes(added)
    let foreground = palette.foreground(new.foreground)
    if foreground != palette.foreground(old.foreground) {
      parts.append(foreground.isEmpty ? Array("39".utf8) : foreground)
    }
    let background = palette.background(new.background)
    if background != palette.background(old.background) {
      parts.append(background.isEmpty ? Array("49".utf8) : background)
    }
    return parts.isEmpty ? nil : joined(parts)
  }

  private func attributes(_ attributes: Style.Attributes) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    if attributes.contains(.bold) { parts.append([0x31]) }
    if attributes.contains(.dim) { parts.append([0x32]) }
    if attributes.contains(.italic) { parts.append([0x33]) }
    if attributes.contains(.underline) { parts.append([0x34]) }
    if attributes.contains(.reverse) { parts.append([0x37]) }
    return parts
  }

  private func joined(_ parts: [[UInt8]]) -> [UInt8] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [0x3B]))
  }

  private mutating func append(_ cell: Cell) {
    bytes.append(contentsOf: String(cell.character).utf8)
    hasWritten = true
  }
}
