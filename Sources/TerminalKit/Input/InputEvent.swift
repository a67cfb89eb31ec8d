/// What the terminal tells the program.
enum InputEvent: Equatable, Sendable {
  case key(KeyPress)
  /// A block pasted in one piece (bracketed paste).
  case paste(Paste)
  /// The terminal's window got or lost the keyboard.
  case focus(Bool)
}

/// One key, or one typed grapheme, with what was held down.
struct KeyPress: Hashable, Sendable {
  var key: Key
  var modifiers: KeyModifiers

  init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A key with Control: `.control("s")` is ^S.
  static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .control)
  }

  /// A key with Alt (Meta): `.alt("b")` is M-b.
  static func alt(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .alt)
  }

  /// The text this key enters; nil for keys that do something else.
  var text: Character? {
    guard case .character(let character) = key, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }
}

/// The keys a terminal can name.
enum Key: Hashable, Sendable {
  /// Any key that enters text. With `.control` it is the small letter or sign on the key.
  case character(Character)
  case enter, tab, escape, backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// F1 to F20.
  case function(Int)
}

/// What was held down with a key, as far as the terminal says so.
struct KeyModifiers: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
}

/// Pasted text, with whether all of it came.
struct Paste: Equatable, Sendable {
  /// The largest paste that is kept, in bytes.
  static let maximumBytes = 65_536

  /// The text as it came, line breaks and control characters included; invalid UTF-8 is U+FFFD.
  var text: String
  /// Whether something is missing: it was longer than `maximumBytes`, or its end never came.
  var isIncomplete = false
}
