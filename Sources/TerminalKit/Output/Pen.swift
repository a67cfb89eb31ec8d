/// The bytes of a frame so far, with the terminal's style and position after them.
struct Pen {
  private(set) var bytes: [UInt8] = []
  /// The position of the terminal's cursor; nil if that depends on the terminal.
  private(set) var position: Point?
  /// True if anything but a cursor movement has been written.
  private(set) var hasWritten = false

  private let palette: Palette
  private let size: Size
  /// The terminal's style after the bytes.
  private var style: Style = .plain

  init(palette: Palette, size: Size, position: Point?) {
    (self.palette, self.size, self.position) = (palette, size, position)
  }

  /// Adds a sequence that changes the screen's contents.
  mutating func append(_ sequence: [UInt8]) {
    bytes += sequence
    hasWritten = true
  }

  /// Writes a cell that has the same width on every terminal.
  mutating func write(_ cell: Cell) {
    append(cell)
    guard let from = position else { return }
    let x = from.x + Int(cell.width)
    // In the last column terminals differ: at it, or past it with a wrap pending.
    position = x < size.width ? Point(x, from.y) : nil
  }

  /// Writes blanks at the cell's position, then the cell over them, and forgets the position:
  /// whatever width the terminal gives the cell, nothing old shows through.
  mutating func writeUncertain(_ cell: Cell, at point: Point) {
    for _ in 0..<cell.width { bytes.append(0x20) }
    position = nil
    move(to: point)
    append(cell)
    position = nil
  }

  /// Moves to `target`, by rewriting the few unchanged cells in between if that is shorter.
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

  /// Moves by the shortest sequence that works on every terminal.
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
    var fresh = StyleParameters("0")
    fresh.append(next.attributes)
    fresh.append(palette.foreground(next.foreground))
    fresh.append(palette.background(next.background))
    let shorter = fresh.bytes.count < change.bytes.count ? fresh : change
    bytes += ControlSequence.selectGraphicRendition(shorter.bytes)
  }

  /// Returns the parameters that change one style into another; nil if they look the same.
  private func difference(from old: Style, to new: Style) -> StyleParameters? {
    var parts = StyleParameters()
    let removed = old.attributes.subtracting(new.attributes)
    var added = new.attributes.subtracting(old.attributes)
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // One parameter ends both, so the attribute that stays must be set again.
      parts.append("22")
      added.formUnion(new.attributes.intersection([.bold, .dim]))
    }
    if removed.contains(.italic) { parts.append("23") }
    if removed.contains(.underline) { parts.append("24") }
    if removed.contains(.reverse) { parts.append("27") }
    parts.append(added)
    parts.append(
      palette.foreground(new.foreground), after: palette.foreground(old.foreground), none: "39")
    parts.append(
      palette.background(new.background), after: palette.background(old.background), none: "49")
    return parts.bytes.isEmpty ? nil : parts
  }

  private mutating func append(_ cell: Cell) {
    bytes.append(contentsOf: String(cell.character).utf8)
    hasWritten = true
  }
}

/// The parameters that select a style so far, separated by semicolons.
private struct StyleParameters {
  private(set) var bytes: [UInt8] = []

  init() {}
  init(_ parameter: StaticString) { append(parameter) }

  mutating func append(_ parameter: StaticString) {
    separate()
    for index in 0..<parameter.utf8CodeUnitCount { bytes.append(parameter.utf8Start[index]) }
  }

  /// Adds the parameters of a colour; none for the terminal's own.
  mutating func append(_ parameters: [UInt8]) {
    guard !parameters.isEmpty else { return }
    separate()
    bytes += parameters
  }

  /// Adds the parameters that change one colour into another; `none` restores the terminal's own.
  mutating func append(_ color: [UInt8], after old: [UInt8], none: StaticString) {
    guard color != old else { return }
    if color.isEmpty { append(none) } else { append(color) }
  }

  mutating func append(_ attributes: Style.Attributes) {
    if attributes.contains(.bold) { append("1") }
    if attributes.contains(.dim) { append("2") }
    if attributes.contains(.italic) { append("3") }
    if attributes.contains(.underline) { append("4") }
    if attributes.contains(.reverse) { append("7") }
  }

  private mutating func separate() { if !bytes.isEmpty { bytes.append(0x3B) } }
}
