import Formats

/// One line of text that can be edited, masked or shown.
///
///     var field = TextField(noun: "a username", trimsPaste: true)
///     if case .edited = field.handle(event) { model.username = field.text }
///     field.draw(in: rect, on: &canvas, isFocused: true)
///
/// The state is a value: `handle` changes it and returns the effect, so that the screen can update
/// its view model; `draw` draws it in a rectangle.
public struct TextField: Equatable, Sendable {
  /// How a field shows its text.
  public enum Echo: Equatable, Sendable {
    /// The text is shown.
    case text
    /// One bullet is shown for every grapheme. The text is a secret: no undo, no kill ring.
    case bullets
    /// Nothing is shown, not even the length. The text is a secret.
    case nothing
  }

  /// The effect of an event on a field.
  public enum Response: Equatable, Sendable {
    /// The key has no meaning here; it may have one on the screen.
    case ignored
    /// Only the cursor moved, or there was nothing left to do.
    case handled
    /// The text has changed.
    case edited
    /// The text was left unchanged; the sentence gives the reason.
    case refused(String)
  }

  /// The content's name in error sentences, with its article: `a password`.
  package let noun: String
  /// How the field shows its text.
  public let echo: Echo
  /// True if blanks around pasted text are dropped without a message.
  package let trimsPaste: Bool
  /// The longest text that the field accepts, in bytes of UTF-8.
  package let maximumBytes: Int

  /// True while a secret is shown as plain text; a field that loses the focus hides it again.
  public var isRevealed = false
  /// The text and its cursor.
  var buffer: EditBuffer
  /// The first grapheme in view if the text is wider than its area.
  var firstVisible = 0
  /// The column of each grapheme in view within the field, as it was drawn last.
  var columns: [Int] = []

  /// Makes an empty field.
  ///
  /// - Parameters:
  ///   - noun: The content's name in error sentences, with its article: `a password`.
  ///   - echo: How the field shows its text; anything but `text` makes it a secret.
  ///   - trimsPaste: True if blanks around pasted text are dropped without a message.
  ///   - maximumBytes: The longest text that the field accepts, in bytes of UTF-8.
  public init(noun: String, echo: Echo = .text, trimsPaste: Bool = false, maximumBytes: Int = 1_024)
  {
    (self.noun, self.echo, self.trimsPaste) = (noun, echo, trimsPaste)
    self.maximumBytes = maximumBytes
    buffer = EditBuffer(isSecret: echo != .text)
  }

  /// The current text.
  public var text: String { buffer.text }
  /// The number of graphemes before the cursor.
  package var cursor: Int { buffer.cursor }
  /// True if the text is masked, and no copy of it is kept for undo.
  package var isSecret: Bool { buffer.isSecret }

  /// Replaces the text with a value from elsewhere; the cursor goes to its end. Does nothing if the
  /// text is the same.
  public mutating func setText(_ text: String) { if !buffer.holds(text) { buffer.reset(to: text) } }

  /// Writes the current text differently, such as in groups, and sets the cursor; it is not a step
  /// to undo.
  package mutating func rewrite(as text: String, cursor: Int) {
    buffer.rewrite(as: text, cursor: cursor)
  }

  /// Replaces the text as typing does, which can be undone; the cursor goes to its end.
  package mutating func replaceText(_ text: String) {
    guard text != buffer.text else { return }
    buffer.replaceAll(with: text)
  }

  /// Handles a key, a paste or a press of the mouse.
  ///
  /// A press of the mouse, whose spot must be the field's row, sets the cursor. Tab, Enter, ↑, ↓
  /// and Esc are not for the field, nor are keys with Control or Alt that edit nothing: for these
  /// it returns `ignored`.
  public mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .key(let press):
      if let character = press.text { return type(character) }
      guard let command = EditCommand(press) else { return .ignored }
      return buffer.perform(command) ? .edited : .handled
    case .paste(let paste): return handle(paste)
    case .mouse(let mouse): return handle(mouse)
    case .focus(let gained):
      // Another person may now be at the screen.
      if !gained { isRevealed = false }
      return .ignored
    }
  }

  private mutating func handle(_ mouse: Mouse) -> Response {
    guard mouse.action == .press, let area = mouse.spot?.rect else { return .ignored }
    let before = columns.lastIndex { $0 <= mouse.point.x - area.x }
    buffer.moveCursor(to: before.map { firstVisible + $0 } ?? buffer.count)
    return .handled
  }

  private mutating func type(_ character: Character) -> Response {
    if let control = character.unicodeScalars.first(where: Self.isControl) {
      return .refused("\(Self.name(control)) cannot be part of \(noun).")
    }
    guard String(character).utf8.count <= room else {
      return .refused("Too long: the field takes \(maximumBytes) bytes.")
    }
    buffer.insert(String(character), isTyped: true)
    return .edited
  }

  private mutating func handle(_ paste: Paste) -> Response {
    if paste.isIncomplete {
      let isLong = paste.text.utf8.count > room
      return .refused(
        isLong
          ? "The pasted text is too long: more than \(paste.text.utf8.count / 1_024) KiB, "
            + "and there is room for \(room) bytes."
          : "The pasted text is incomplete; wait, paste again, or press Esc.")
    }
    var text = Substring(paste.text)
    // Password managers end copied text with a line break. "\r\n" is one Character.
    if let last = text.last, last.isNewline { text.removeLast() }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    if lines > 1 { return .refused("The pasted text has \(lines) lines; \(noun) is one line.") }
    if trimsPaste {
      text = text.drop(while: \.isWhitespace)
      while text.last?.isWhitespace == true { text.removeLast() }
    }
    if let control = text.unicodeScalars.first(where: Self.isControl) {
      return .refused("The pasted text contains \(Self.name(control)); \(noun) cannot.")
    }
    guard !text.isEmpty else { return .handled }
    let size = text.utf8.count
    guard size <= room else {
      return .refused(
        "The pasted text is too long: it has \(size) bytes, and there is room for \(room).")
    }
    buffer.insert(String(text), isTyped: false)
    return .edited
  }

  /// The number of bytes that the field still accepts.
  private var room: Int { max(0, maximumBytes - buffer.byteCount) }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  static func name(_ control: Unicode.Scalar) -> String {
    switch control.value {
    case 0x09: "a tab"
    case 0x1B: "an escape character"
    case 0x00: "a zero byte"
    default:
      "a control character (U+\(String(hexadecimal: control.value, width: 4, uppercase: true)))"
    }
  }
}
