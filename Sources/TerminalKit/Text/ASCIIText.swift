/// Text for terminals that show nothing but ASCII.
enum ASCIIText {
  /// Spells `text` with ASCII alone: known signs by their usual stand-ins, all others as `?`.
  static func spelling(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isASCII {
        result.append(character)
      } else {
        result += standIns[character] ?? "?"
      }
    }
    return result
  }

  private static let standIns: [Character: String] = [
    "–": "-", "—": "-", "…": "..", "“": "\"", "”": "\"", "‘": "'", "’": "'", "·": "-", "×": "x",
    "±": "+-", "°": " deg", "←": "<", "→": ">", "↑": "^", "↓": "v", "⇥": "Tab", "⇧": "Shift-",
    "▶": ">", "Ⅱ": "||", "■": "[]", "●": "*", "○": "o", "◦": "o", "─": "-", "├": "|", "┤": "|",
  ]
}
