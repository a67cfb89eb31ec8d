import TerminalKit

/// A small terminal in memory: what the program writes goes in, the screen comes out.
///
/// It knows what the program may send and reports everything else in `unknown`, so a sequence that
/// nobody meant to send fails a test. Graphemes arrive scalar by scalar, as in a terminal.
package struct ModelTerminal {
  /// How it sees sequences about which terminals differ.
  package enum Widths: CaseIterable {
    /// Graphemes, with VS16 making an emoji wide.
    case graphemes
    /// Scalars only: every part of a ZWJ sequence takes its own place, VS16 changes nothing.
    case scalars
  }

  /// A question of a program to a terminal about itself.
  package enum Question: Equatable {
    /// The colour behind the letters (OSC 11).
    case background
    /// The kitty keyboard protocol.
    case keyboard
    /// Its abilities (DA1).
    case attributes
  }

  /// One place on the screen.
  package struct Cell: Equatable {
    /// The grapheme; empty for the right half of a wide one.
    package var text = " "
    /// The attributes as `1` and the colours as `38:5;75`, by their SGR parameters.
    package var sgr: Set<String> = []
  }

  /// The screen's size.
  package private(set) var size: Size
  /// All cells, row by row from the top left.
  package private(set) var cells: [Cell]
  /// Where the cursor stands.
  package private(set) var cursor = Point(0, 0)
  /// True if the cursor is shown.
  package private(set) var isCursorVisible = true
  /// The private modes that are on: 1049, 2004, 1004, 2026 …; autowrap (7) is on at first.
  package private(set) var modes: Set<Int> = [7]
  /// The sequences and control bytes that were not understood.
  package private(set) var unknown: [String] = []
  /// The questions of the program to the terminal.
  package private(set) var questions: [Question] = []
  /// How many times the keyboard's protocol was pushed and not popped.
  package private(set) var keyboardLevels = 0
  /// How often the screen was cleared as a whole.
  package private(set) var clears = 0

  private let widths: Widths
  /// The rows that lines move in; nil for all, as at first.
  private var region: Range<Int>?
  /// The attributes and colours that are selected.
  private var sgr: Set<String> = []
  /// The screen and cursor to go back to from the alternate screen.
  private var mainScreen: ([Cell], Point) = ([], Point(0, 0))
  /// True if the next character goes to the next row, because the last one filled this one.
  private var pendingWrap = false
  /// The bytes of a character or sequence that is not complete yet.
  private var pending: [UInt8] = []
  /// Where the last grapheme went, which a following scalar may join.
  private var lastGrapheme: Point?

  /// Makes a blank screen.
  package init(size: Size, widths: Widths = .graphemes) {
    self.size = size
    self.widths = widths
    cells = Array(repeating: Cell(), count: size.width * size.height)
    mainScreen = (cells, cursor)
  }

  /// The cell in a column and a row, counted from 0 at the top left.
  package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// The screen's rows, without trailing blanks.
  package var lines: [String] {
    (0..<size.height).map { y in
      var line = cells[(y * size.width)..<((y + 1) * size.width)].map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The rows down to the last one that is not empty, as one text.
  package var written: String {
    var rows = lines
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// All of the screen as one text.
  package var text: String { lines.joined(separator: "\n") }

  /// Changes the size as a terminal does: rows and columns are cut or added at the end.
  package mutating func resize(to new: Size) {
    func resized(_ old: [Cell]) -> [Cell] {
      var cells = Array(repeating: Cell(), count: new.width * new.height)
      for y in 0..<min(size.height, new.height) {
        for x in 0..<min(size.width, new.width) {
          cells[y * new.width + x] = old[y * size.width + x]
        }
      }
      return cells
    }
    cells = resized(cells)
    mainScreen.0 = resized(mainScreen.0)
    size = new
    cursor = clamped(cursor)
  }

  /// Acts on what the program sends; a sequence may stop anywhere and go on in the next call.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count, let length = unit(at: index) {
      execute(Array(pending[index..<(index + length)]))
      index += length
    }
    pending.removeFirst(index)
  }

  /// The length of the character or sequence at `index`; nil when it is not complete. One that was
  /// cut off, by a signal say, ends where the next sequence begins, as with every terminal.
  private func unit(at index: Int) -> Int? {
    let byte = pending[index]
    if byte == 0x1B {
      guard index + 1 < pending.count else { return nil }
      if pending[index + 1] == 0x1B { return 1 }
      if pending[index + 1] == 0x5D {
        // To its terminator: BEL, or ESC and a backslash.
        let end = pending.indices[(index + 2)...].first {
          pending[$0] == 0x07 || pending[$0] == 0x5C && pending[$0 - 1] == 0x1B
        }
        return end.map { $0 - index + 1 }
      }
      guard pending[index + 1] == 0x5B else { return 2 }
      let end = pending[(index + 2)...].firstIndex { $0 == 0x1B || (0x40..<0x7F).contains($0) }
      return end.map { pending[$0] == 0x1B ? $0 - index : $0 - index + 1 }
    }
    let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    let rest = pending[(index + 1)...].prefix(length - 1)
    if let cut = rest.firstIndex(of: 0x1B) { return cut - index }
    return rest.count == length - 1 ? length : nil
  }

  private mutating func execute(_ unit: [UInt8]) {
    if unit == Array("\u{1B}]11;?\u{1B}\\".utf8) { return questions.append(.background) }
    if unit == [0x1B] || unit == [0x1B, 0x5B] { return }
    if unit[0] == 0x1B, unit.count > 2, unit[1] == 0x5B {
      guard (0x40..<0x7F).contains(unit.last!) else { return }
      return control(String(decoding: unit[2..<(unit.count - 1)], as: UTF8.self), unit.last!)
    }
    switch unit[0] {
    case 0x08: cursor.x = max(0, cursor.x - 1)
    case 0x0D: cursor.x = 0
    case 0x0A:
      if cursor.y + 1 < size.height { cursor.y += 1 } else { scrollUp() }
    case 0x00..<0x20, 0x7F: unknown.append(String(decoding: unit, as: UTF8.self))
    default:
      for scalar in String(decoding: unit, as: UTF8.self).unicodeScalars { show(scalar) }
      return
    }
    pendingWrap = false
    lastGrapheme = nil
  }

  private mutating func control(_ body: String, _ final: UInt8) {
    lastGrapheme = nil
    switch "\(body)\(Character(Unicode.Scalar(final)))" {
    case "?u": return questions.append(.keyboard)
    case "c": return questions.append(.attributes)
    case ">1u": return keyboardLevels += 1
    case "<u": return keyboardLevels -= 1
    default: break
    }
    let isPrivate = body.hasPrefix("?")
    let numbers = body.drop { $0 == "?" }
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch (final, isPrivate) {
    case (0x68, true): for mode in numbers { setMode(mode, true) }
    case (0x6C, true): for mode in numbers { setMode(mode, false) }
    case (0x41, false): cursor = clamped(Point(cursor.x, cursor.y - first))
    case (0x42, false): cursor = clamped(Point(cursor.x, cursor.y + first))
    case (0x43, false): cursor = clamped(Point(cursor.x + first, cursor.y))
    case (0x44, false): cursor = clamped(Point(cursor.x - first, cursor.y))
    case (0x47, false): cursor = clamped(Point(first - 1, cursor.y))
    case (0x48, false):
      cursor = clamped(Point(max(1, numbers.count > 1 ? numbers[1] : 1) - 1, first - 1))
    case (0x4A, false):
      clears += 1
      for index in cells.indices { cells[index] = Cell() }
    case (0x4B, false):
      for x in cursor.x..<size.width { store(Cell(sgr: sgr.filter { $0.hasPrefix("4") }), x) }
    case (0x6D, false): selectRendition(numbers.isEmpty ? [0] : numbers)
    case (0x72, false):
      region = max(0, first - 1)..<min(size.height, numbers.count > 1 ? numbers[1] : size.height)
      cursor = Point(0, 0)
    case (0x4C, false): moveLines(down: first)
    case (0x4D, false): moveLines(down: -first)
    default: unknown.append("CSI \(body) \(Character(Unicode.Scalar(final)))")
    }
    pendingWrap = false
  }

  private mutating func setMode(_ mode: Int, _ isOn: Bool) {
    switch mode {
    case 25: isCursorVisible = isOn
    case 1049:
      if isOn, !modes.contains(1049) {
        mainScreen = (cells, cursor)
        cells = Array(repeating: Cell(), count: cells.count)
      } else if !isOn, modes.contains(1049) {
        (cells, cursor) = mainScreen
      }
      fallthrough
    default: if isOn { modes.insert(mode) } else { modes.remove(mode) }
    }
  }

  private mutating func selectRendition(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: sgr = []
      case 1...9: sgr.insert("\(number)")
      case 22: sgr.subtract(["1", "2"])
      case 23...29: sgr.remove("\(number - 20)")
      case 38, 48:
        let count = rest.first == 2 ? 4 : 2
        let color = rest.prefix(count).map { "\($0)" }.joined(separator: ";")
        rest = rest.dropFirst(count)
        setColor(number, color)
      case 30...37, 90...97: setColor(38, "\(number)")
      case 40...47, 100...107: setColor(48, "\(number)")
      case 39, 49: setColor(number - 1, nil)
      default: unknown.append("SGR \(number)")
      }
    }
  }

  private mutating func setColor(_ ground: Int, _ color: String?) {
    sgr = sgr.filter { !$0.hasPrefix("\(ground):") }
    if let color { sgr.insert("\(ground):\(color)") }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    if (0x80..<0xA0).contains(scalar.value) { unknown.append("C1") }
    if let place = lastGrapheme, join(scalar, place) { return }
    let width = CharacterWidth.columns(of: scalar)
    guard width > 0 else { return }
    if pendingWrap, modes.contains(7) {
      cursor = Point(0, cursor.y)
      if cursor.y + 1 < size.height { cursor.y += 1 } else { scrollUp() }
    }
    pendingWrap = false
    if cursor.x + width > size.width { cursor.x = size.width - width }
    place(String(Character(scalar)), width, cursor)
    lastGrapheme = cursor
    step(to: cursor.x + width)
  }

  /// Adds a scalar to the grapheme before it where this terminal sees one grapheme.
  private mutating func join(_ scalar: Unicode.Scalar, _ last: Point) -> Bool {
    let before = self[last.x, last.y].text
    let joined = before + String(Character(scalar))
    let width = CharacterWidth.columns(of: scalar)
    guard joined.count == 1, widths == .graphemes || width == 0 else { return false }
    cells[last.y * size.width + last.x].text = joined
    let old = CharacterWidth.columns(of: Character(before))
    let new = CharacterWidth.columns(of: Character(joined))
    if widths == .graphemes, new > old, last.x + 1 < size.width {
      place(joined, new, last)
      step(to: last.x + new)
    }
    return true
  }

  private mutating func step(to x: Int) {
    pendingWrap = x >= size.width
    cursor.x = min(x, size.width - 1)
  }

  private mutating func place(_ text: String, _ width: Int, _ point: Point) {
    // Whatever wide grapheme is hit in one half loses the other.
    if self[point.x, point.y].text.isEmpty { store(Cell(), point.x - 1, point.y) }
    let next = point.x + width
    if next < size.width, self[next, point.y].text.isEmpty { store(Cell(), next, point.y) }
    store(Cell(text: text, sgr: sgr), point.x, point.y)
    if width == 2, point.x + 1 < size.width {
      store(Cell(text: "", sgr: sgr), point.x + 1, point.y)
    }
  }

  private mutating func store(_ cell: Cell, _ x: Int, _ y: Int? = nil) {
    cells[(y ?? cursor.y) * size.width + x] = cell
  }

  private mutating func scrollUp() {
    cells.removeFirst(size.width)
    cells += Array(repeating: Cell(), count: size.width)
  }

  /// Inserts blank lines at the cursor's, or deletes lines there, within the scroll region.
  private mutating func moveLines(down count: Int) {
    let region = region ?? 0..<size.height
    guard region.contains(cursor.y) else { return }
    let old = cells
    for y in cursor.y..<region.upperBound {
      for x in 0..<size.width {
        let from = y - count
        cells[y * size.width + x] =
          (cursor.y..<region.upperBound).contains(from)
          ? old[from * size.width + x] : Cell(sgr: sgr.filter { $0.hasPrefix("4") })
      }
    }
    cursor.x = 0
  }

  private func clamped(_ point: Point) -> Point {
    Point(min(max(0, point.x), size.width - 1), min(max(0, point.y), size.height - 1))
  }
}
