/// An event from the terminal: a key, a paste, the mouse, or a change of focus.
public enum InputEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// A block was pasted in one piece (bracketed paste).
  case paste(Paste)
  /// The mouse was used.
  case mouse(Mouse)
  /// The terminal's window gained (true) or lost (false) the keyboard focus.
  case focus(Bool)
}

/// One key, or one typed grapheme, with its modifiers.
///
///     switch press {
///     case KeyPress(.enter): submit()
///     case .control("s"): save()
///     default: break
///     }
public struct KeyPress: Hashable, Sendable {
  /// The key, or the grapheme that it enters.
  public var key: Key
  /// The modifier keys held down with it.
  public var modifiers: KeyModifiers

  /// Makes a key with its modifiers.
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    (self.key, self.modifiers) = (key, modifiers)
  }

  /// A key with Control: `.control("s")` is ^S.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .control)
  }

  /// A key with Alt (Meta): `.alt("b")` is M-b.
  public static func alt(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .alt)
  }

  /// The text this key enters; nil for keys with another effect.
  public var text: Character? {
    guard case .character(let character) = key, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }
}

/// The keys a terminal can name.
public enum Key: Hashable, Sendable {
  /// Any key that enters text. With `.control` it is the lower-case letter or symbol on the key.
  case character(Character)
  /// Return, or Enter on the keypad; ^J and ^M are the same to a terminal.
  case enter
  /// Tab; ^I is the same to a terminal.
  case tab
  /// Esc, recognised if nothing follows it for `TerminalSettings.escapeDelay`.
  case escape
  /// The key that deletes to the left; ^H is the same to a terminal.
  case backspace
  /// The key that deletes to the right.
  case delete
  case insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A function key by its number, 1 to 20.
  case function(Int)
}

/// The modifiers held down with a key, as far as the terminal reports them.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift, which most terminals report only with keys that enter no text.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, also called Meta or Option.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
}

/// Pasted text, and whether it is complete.
public struct Paste: Equatable, Sendable {
  /// The largest paste that is kept, in bytes; a longer one is cut.
  package static let maximumBytes = 65_536

  /// The pasted text, including line breaks and control characters; invalid UTF-8 is U+FFFD.
  public var text: String
  /// True if a part is missing: it is longer than `maximumBytes`, or its end has not arrived yet.
  public var isIncomplete: Bool

  /// Makes a paste, for a test or for a program that plays back input.
  public init(text: String, isIncomplete: Bool = false) {
    (self.text, self.isIncomplete) = (text, isIncomplete)
  }
}
