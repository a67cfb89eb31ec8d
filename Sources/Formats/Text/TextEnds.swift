extension String {
  /// The string without blanks at its ends. A blank with a combining mark counts, and its mark
  /// stays.
  package var trimmed: String {
    var text = unicodeScalars.drop(while: \.properties.isWhitespace)
    while text.last?.properties.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Returns the beginning, with … for the rest if there is more. Counts scalars, because a
  /// character may have any length.
  package func cut(to limit: Int) -> String {
    utf8.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
  }
}
