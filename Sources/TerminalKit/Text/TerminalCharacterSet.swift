import Platform

/// The characters that a terminal can show: all of Unicode, those of a console's font, or ASCII
/// alone.
///
///     TerminalCharacterSet.ascii.encoded("⇧⇥ back – 5°C")  // "Shift-Tab back - 5 degC"
package enum TerminalCharacterSet: Sendable, CaseIterable {
  /// All characters.
  case unicode
  /// The characters of text consoles' fonts: Latin letters, single lines, arrows, a few blocks.
  ///
  /// These are the characters that Linux's built-in font (code page 437) and the fonts of Debian's
  /// console-setup 1.221 have in common.
  case console
  /// ASCII only, for locales in which other bytes mean other letters or control codes.
  case ascii

  /// Finds the character set of a terminal, by its locale (`LC_ALL`, `LC_CTYPE`, `LANG`) and kind
  /// (`TERM`).
  init(environment: [String: String]) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map { environment[$0] ?? "" }.first { !$0.isEmpty } ?? ""
    // By bytes: a program's first string search takes 350,000 instructions.
    let encoding = locale.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }
    if !encoding.indices.contains(where: { encoding[$0...].starts(with: "utf8".utf8) }) {
      self = .ascii
    } else {
      self = Self.isConsole(environment["TERM"] ?? "") ? .console : .unicode
    }
  }

  /// Returns the character set of the current locale and terminal.
  ///
  /// - Parameter isTerminal: True for output to a terminal, false for a file or another program.
  static func now(isTerminal: Bool) -> TerminalCharacterSet {
    var environment: [String: String] = [:]
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] + (isTerminal ? ["TERM"] : []) {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return TerminalCharacterSet(environment: environment)
  }

  /// Returns true if a terminal of this kind is a text console, which has one font of 256 or 512
  /// characters and does not reply to queries about its colours: those of Linux and the BSDs, also
  /// under screen.
  static func isConsole(_ term: String) -> Bool {
    ["linux", "screen.linux", "cons25", "wsvt25", "pcvt"].contains { term.hasPrefix($0) }
  }

  /// Returns text encoded in the character set: known symbols by their usual stand-ins, and in
  /// ASCII all others as `?`. Nothing in the result controls a terminal; a control character is
  /// named, as in `^[`.
  ///
  /// - Parameter text: One line of text.
  package func encoded(_ text: String) -> String {
    guard self != .unicode else { return text }
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    var endsInWord = false
    Glyph.forEach(in: text) { glyph in
      guard let other = substitute(for: glyph.character) else {
        result.append(glyph.character)
        endsInWord = false
        return
      }
      // The names of two keys side by side: `↑↓` is `Up/Down`.
      let isWord = other.count > 1 && other.first?.isLetter == true
      if endsInWord, isWord { result += "/" }
      result += other
      endsInWord = isWord && other.last?.isLetter == true
    }
    return result
  }

  /// Returns the stand-in for a character that cannot be shown; nil if it can.
  private func substitute(for character: Character) -> String? {
    if character.isASCII { return nil }
    if self == .console, isInConsoleFonts(character) { return nil }
    if let standIn = Self.standIns[character] { return standIn }
    if let picture = Self.caret(for: character) { return picture }
    // A font may have it, and the console has a sign for characters that it lacks.
    return self == .console ? nil : "?"
  }

  private func isInConsoleFonts(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return false }
    return (0xC0..<0x180).contains(scalar.value) || Self.consoleSigns.contains(character)
  }

  /// Returns the traditional picture of a control character: `^[`.
  private static func caret(for character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x2400..<0x2420: return "^" + String(Unicode.Scalar(UInt8(scalar.value - 0x2400 + 0x40)))
    case 0x2421: return "^?"
    default: return nil
    }
  }

  private static let consoleSigns = Set<Character>("─│┌┐└┘├┤┬┴┼█░▒■▶◀▲▼←↑→↓•·«»°±§¬÷")

  private static let standIns: [Character: String] = [
    "–": "-", "—": "-", "…": "..", "“": "\"", "”": "\"", "‘": "'", "’": "'", "·": "-", "×": "x",
    "±": "+-", "°": " deg", "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "⇥": "Tab",
    "⇧": "Shift-", "▶": ">", "Ⅱ": "||", "■": "[]", "●": "*", "○": "o", "◦": "o", "─": "-",
    "├": "|", "┤": "|", "│": "|", "²": "^2", "³": "^3", "′": "'", "″": "\"", "µ": "u", "•": "*",
    "✓": "ok", "✗": "x", "⋯": "..", "▸": ">",
  ]
}
