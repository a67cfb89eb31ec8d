import Formats

/// Every byte sequence that is sent to a terminal as a command, not as text.
///
/// Nothing else in the module writes an ESC: text reaches the terminal through `Canvas`, whose
/// cells contain no control characters, and `FrameEncoder` puts these constants between them.
package enum ControlSequence {
  /// ESC, which begins all sequences of several bytes.
  private static let escape: UInt8 = 0x1B

  /// Alternate screen on, bracketed paste on, focus reports on, autowrap off, plain text.
  ///
  /// Autowrap is off so that a grapheme that is wider on the terminal than here cannot scroll.
  static let enter = bytes("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?7l\u{1B}[m")

  /// Reports presses, drags and turns of the wheel (1002), in decimal numbers (1006). With Shift
  /// held down, terminals keep the mouse for selecting text.
  static let mouseOn = bytes("\u{1B}[?1002h\u{1B}[?1006h")

  /// Undoes `mouseOn`.
  static let mouseOff = bytes("\u{1B}[?1006l\u{1B}[?1002l")

  /// Asks for the attributes that every terminal reports (DA1).
  static let attributesQuestion = bytes("\u{1B}[c")

  /// Queries the background's colour (OSC 11), the kitty keyboard protocol, and the attributes that
  /// every terminal reports (DA1): the reply to DA1 is always the last.
  static let inquiry = bytes("\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[c")

  /// Reports keys that would otherwise be the beginning of another sequence, such as Esc, or the
  /// same as another key: level 1 of the kitty keyboard protocol.
  static let pushKeyboard = bytes("\u{1B}[>1u")
  /// Undoes `pushKeyboard`.
  static let popKeyboard = bytes("\u{1B}[<u")

  /// Undoes `enter`, `mouseOn` and everything a frame may have left half done, in the order that
  /// leaves a terminal which stops listening in the middle in the best state.
  static let leave = bytes(
    "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[m\u{1B}[?7h"
      + "\u{1B}[?25h\u{1B}[r\u{1B}[?1049l")

  /// Begins synchronized output (mode 2026): the terminal shows the output that follows in one
  /// piece when it ends. Terminals without it ignore the unknown private mode.
  static let beginFrame = bytes("\u{1B}[?2026h")
  /// Ends synchronized output.
  static let endFrame = bytes("\u{1B}[?2026l")

  /// Keeps the cursor in the last column after writing there.
  static let autowrapOff = bytes("\u{1B}[?7l")
  /// Makes the cursor visible.
  static let showCursor = bytes("\u{1B}[?25h")
  /// Makes the cursor invisible.
  static let hideCursor = bytes("\u{1B}[?25l")
  /// SGR 0: the terminal's own colours and no attributes.
  static let resetStyle = bytes("\u{1B}[m")
  /// EL: blanks from the cursor to the end of the row, with the selected background.
  package static let eraseToEndOfLine = bytes("\u{1B}[K")

  /// OSC 52: copies text to the terminal's clipboard, if the terminal lets programs do that. The
  /// text is in Base64, so it contains no control characters.
  static func copy(_ text: String) -> [UInt8] {
    bytes("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{1B}\\")
  }

  /// BEL: rings.
  static let bell: UInt8 = 0x07
  /// Moves one column to the left, not beyond the first.
  static let backspace: UInt8 = 0x08
  /// Moves to column 0 of the same row.
  static let carriageReturn: UInt8 = 0x0D
  /// Moves one row down, in the same column.
  static let lineFeed: UInt8 = 0x0A

  /// CUP: moves to a row and column, from any position.
  static func move(to point: Point) -> [UInt8] {
    if point == Point(0, 0) { return bytes("\u{1B}[H") }
    var out: [UInt8] = [escape, 0x5B]
    appendDecimal(point.y + 1, to: &out)
    if point.x > 0 {
      out.append(0x3B)
      appendDecimal(point.x + 1, to: &out)
    }
    out.append(0x48)
    return out
  }

  /// CUF (right) or CUB (left) by `columns`, which must not be 0.
  static func move(columns: Int) -> [UInt8] { relative(columns, positive: 0x43, negative: 0x44) }

  /// CUD (down) or CUU (up) by `rows`, which must not be 0.
  static func move(rows: Int) -> [UInt8] { relative(rows, positive: 0x42, negative: 0x41) }

  /// SGR: selects colours and attributes from `parameters`, already joined by semicolons.
  static func selectGraphicRendition(_ parameters: [UInt8]) -> [UInt8] {
    [escape, 0x5B] + parameters + [0x6D]
  }

  private static func appendDecimal(_ value: Int, to out: inout [UInt8]) {
    if value >= 10 { appendDecimal(value / 10, to: &out) }
    out.append(0x30 + UInt8(value % 10))
  }

  private static func relative(_ count: Int, positive: UInt8, negative: UInt8) -> [UInt8] {
    var out: [UInt8] = [escape, 0x5B]
    if abs(count) > 1 { appendDecimal(abs(count), to: &out) }
    out.append(count > 0 ? positive : negative)
    return out
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
