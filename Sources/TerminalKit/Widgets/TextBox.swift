/// Lines of text that can be edited, in a box of some rows that scrolls by itself.
///
///     var box = TextBox(noun: "a remark")
///     if case .edited = box.handle(event) { model.remark = box.text }
///     box.draw(in: rect, on: &canvas, isFocused: true)
///
/// Lines wider than the box continue in the next row, between words if possible. Enter breaks the
/// line. ↑ in the first row and ↓ in the last one are `ignored`, as are Tab and Esc, so that they
/// leave the box.
public struct TextBox: Equatable, Sendable {
  /// The content's name in error sentences, with its article: `a remark`.
  package let noun: String
  /// The longest text that the box accepts, in bytes of UTF-8.
  package let maximumBytes: Int

  var buffer = EditBuffer(hasLines: true)
  /// The rows of the text at the width of the last drawing.
  var rows = [TextRow(characters: 0..<0, isLineEnd: true)]
  /// The first row in view, and the size of the last drawing.
  var firstRow = 0
  var shown = Size(40, 4)
  /// The column that ↑ and ↓ keep to; nil after any other key.
  private var column: Int?

  /// Makes an empty box.
  ///
  /// - Parameters:
  ///   - noun: The content's name in error sentences, with its article: `a remark`.
  ///   - maximumBytes: The longest text that the box accepts, in bytes of UTF-8.
  public init(noun: String, maximumBytes: Int = 16_384) {
    (self.noun, self.maximumBytes) = (noun, maximumBytes)
  }

  /// The current text, with `\n` between its lines.
  public var text: String { buffer.text }

  /// The row of the cursor within the box, as it was drawn last.
  package var cursorRow: Int { max(0, min(row(of: buffer.cursor) - firstRow, shown.height - 1)) }

  /// True if the cursor can move by this many rows, down or, if negative, up.
  package func canMove(_ step: Int) -> Bool { rows.indices.contains(row(of: buffer.cursor) + step) }

  /// Replaces the text with a value from elsewhere; the cursor goes to its end. Does nothing if the
  /// text is the same.
  public mutating func setText(_ text: String) {
    guard text != buffer.text else { return }
    buffer.reset(to: text)
    layOut()
  }

  /// Sets the cursor before the character at an index, or after the last one.
  package mutating func moveCursor(to index: Int) {
    buffer.moveCursor(to: index)
    column = nil
  }

  /// Handles a key, a paste or a press of the mouse, whose spot must be the box's area.
  public mutating func handle(_ event: InputEvent) -> TextField.Response {
    switch event {
    case .key(let press):
      let kept = column
      column = nil
      return handle(press, column: kept)
    case .paste(let paste): return handle(paste)
    case .mouse(let mouse): return handle(mouse)
    case .focus: return .ignored
    }
  }

  private mutating func handle(_ press: KeyPress, column kept: Int?) -> TextField.Response {
    switch press {
    case KeyPress(.enter): return insert("\n", isTyped: true)
    case KeyPress(.up): return move(by: -1, column: kept)
    case KeyPress(.down): return move(by: 1, column: kept)
    case KeyPress(.pageUp): return move(by: -max(1, shown.height - 1), column: kept)
    case KeyPress(.pageDown): return move(by: max(1, shown.height - 1), column: kept)
    case KeyPress(.home, .control): return go(to: 0)
    case KeyPress(.end, .control): return go(to: buffer.count)
    default: break
    }
    if let character = press.text {
      guard !character.unicodeScalars.contains(where: TextField.isControl) else { return .ignored }
      return insert(String(character), isTyped: true)
    }
    guard let command = EditCommand(press) else { return .ignored }
    let hasChanged = buffer.perform(command)
    if hasChanged { layOut() }
    return hasChanged ? .edited : .handled
  }

  private mutating func handle(_ mouse: Mouse) -> TextField.Response {
    if mouse.scroll != 0 {
      let last = max(0, rows.count - shown.height)
      let scrolled = max(0, min(firstRow + mouse.scroll, last))
      // At its end the box ignores the wheel, which then turns the page around it.
      guard scrolled != firstRow else { return .ignored }
      firstRow = scrolled
      // The cursor stays in view, or the next frame would scroll back.
      let row = max(firstRow, min(row(of: buffer.cursor), firstRow + shown.height - 1))
      if row != self.row(of: buffer.cursor) {
        buffer.moveCursor(to: rows[row].characters.lowerBound)
      }
      return .handled
    }
    guard mouse.action == .press, let area = mouse.spot?.rect else { return .ignored }
    let row = min(rows.count - 1, max(0, firstRow + mouse.point.y - area.y))
    return go(to: index(in: row, at: mouse.point.x - area.x))
  }

  private mutating func handle(_ paste: Paste) -> TextField.Response {
    guard !paste.isIncomplete else {
      return .refused("The pasted text is too long or incomplete; paste it again, in parts.")
    }
    var text = ""
    for character in paste.text {
      if character.isNewline {
        text.append("\n")
      } else {
        text.append(character == "\t" ? " " : character)
      }
    }
    if let control = text.unicodeScalars.first(where: { $0 != "\n" && TextField.isControl($0) }) {
      return .refused("The pasted text contains \(TextField.name(control)); \(noun) cannot.")
    }
    return text.isEmpty ? .handled : insert(text, isTyped: false)
  }

  private mutating func insert(_ text: String, isTyped: Bool) -> TextField.Response {
    guard buffer.text.utf8.count + text.utf8.count <= maximumBytes else {
      return .refused("Too long: the field takes \(maximumBytes) bytes.")
    }
    buffer.insert(text, isTyped: isTyped)
    layOut()
    return .edited
  }

  private mutating func go(to index: Int) -> TextField.Response {
    buffer.moveCursor(to: index)
    return .handled
  }

  private mutating func move(by step: Int, column kept: Int?) -> TextField.Response {
    let row = row(of: buffer.cursor)
    let next = min(max(0, row + step), rows.count - 1)
    guard next != row else { return .ignored }
    let column = kept ?? self.column(of: buffer.cursor, in: row)
    buffer.moveCursor(to: index(in: next, at: column))
    self.column = column
    return .handled
  }
}
