/// What the terminal tells the program.
public enum InputEvent: Equatable, Sendable {
  case key(KeyPress)
  /// A block pasted in one piece (bracketed paste).
  case paste(Paste)
  /// The terminal's window got or lost the keyboard.
  case focus(Bool)
}

/// One key, or one typed grapheme, with what was held down.
public struct KeyPress: Hashable, Sendable {
  public var key: Key
  public var modifiers: KeyModifiers

  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A key with Control: `.control("s")` is ^S.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .control)
  }

  /// A key with Alt (Meta): `.alt("b")` is M-b.
  public static func alt(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .alt)
  }

  /// The text this key enters; nil for keys that do something else.
  public var text: Character? {
    guard case .character(let character) = key, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }
}

/// The keys a terminal can name.
public enum Key: Hashable, Sendable {
  /// Any key that enters text. With `.control` it is the small letter or sign on the key.
  case character(Character)
  case enter, tab, escape, backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// F1 to F20.
  case function(Int)
}

/// What was held down with a key, as far as the terminal says so.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  /// Makes a KeyModifiers of its parts.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let shift = KeyModifiers(rawValue: 1)
  public static let alt = KeyModifiers(rawValue: 2)
  public static let control = KeyModifiers(rawValue: 4)
}

/// Pasted text, with whether all of it came.
public struct Paste: Equatable, Sendable {
  /// The largest paste that is kept, in bytes.
  public static let maximumBytes = 65_536

  /// The text as it came, line breaks and control characters included; invalid UTF-8 is U+FFFD.
  public var text: String
  /// Whether something is missing: it was longer than `maximumBytes`, or its end never came.
  public var isIncomplete = false

  /// Makes a Paste of its parts.
  public init(text: String, isIncomplete: Bool = false) {
    self.text = text
    self.isIncomplete = isIncomplete
  }
}
