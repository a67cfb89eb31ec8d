/// Text broken into lines between words.
///
///     TextWrapping.lines(of: "at least 8 characters", width: 10)
///     // ["at least 8", "characters"]
///
/// Widths are terminal columns, as `Glyph.columns(of:)` counts them.
public enum TextWrapping {
  /// Returns the lines of `text`, each at most `width` columns.
  ///
  /// Several blanks in a row stay if the text fits into one line, and are otherwise collapsed into
  /// one. Empty text has no lines.
  ///
  /// - Parameters:
  ///   - text: The text to break.
  ///   - width: The columns of a line.
  ///   - breaksWords: True to continue a word longer than a line in the next one; otherwise it has
  ///     its own line, of any length.
  /// - Complexity: O(*n*).
  public static func lines(of text: String, width: Int, breaksWords: Bool = false) -> [String] {
    if !text.isEmpty, Glyph.columns(of: text) <= width { return [text] }
    var lines: [String] = []
    var (line, used) = ("", 0)
    for word in text.split(separator: " ") {
      for piece in breaksWords ? pieces(of: word, width: width) : [word] {
        let columns = Glyph.columns(of: String(piece))
        let isWordStart = piece.startIndex == word.startIndex
        if !line.isEmpty, !isWordStart || used + 1 + columns > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        if !line.isEmpty { (line, used) = (line + " ", used + 1) }
        (line, used) = (line + piece, used + columns)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns the number of lines of `text`; words longer than a line continue in the next one.
  static func count(of text: String, width: Int) -> Int {
    if !text.isEmpty, Glyph.columns(of: text) <= width { return 1 }
    return lines(of: text, width: width, breaksWords: true).count
  }

  /// Returns at most `limit` lines of `text`; the last one contains the rest, of any length, so
  /// that it can be drawn with an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text to break.
  ///   - width: The columns of a line.
  ///   - limit: The maximum number of lines.
  ///   - breaksWords: True to continue a word longer than a line in the next one.
  public static func lines(
    of text: String, width: Int, limit: Int, breaksWords: Bool = false
  ) -> [String] {
    guard limit > 1 else { return limit == 1 && !text.isEmpty ? [text] : [] }
    let lines = lines(of: text, width: width, breaksWords: breaksWords)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")]
  }

  /// Splits a word into pieces of at most `width` columns, cut after a sign that joins words if one
  /// is in reach: a path after its slashes, words after their hyphens.
  private static func pieces(of word: Substring, width: Int) -> [Substring] {
    guard width > 0, Glyph.columns(of: String(word)) > width else { return [word] }
    var pieces: [Substring] = []
    var start = word.startIndex
    // The best index for a break in the current piece, and the number of columns since.
    var cut: (index: String.Index, columns: Int)?
    var used = 0
    for index in word.indices {
      let columns = Glyph.columns(of: String(word[index]))
      if used + columns > width, start < index {
        let end = cut?.index ?? index
        pieces.append(word[start..<end])
        used = cut?.columns ?? 0
        start = end
        cut = nil
      }
      used += columns
      if let behind = cut?.columns { cut?.columns = behind + columns }
      if "/-_.,@\\".contains(word[index]) { cut = (word.index(after: index), 0) }
    }
    return pieces + [word[start...]]
  }

  /// Returns as many of the comma-separated parts of `text` as fit into `width` columns, with an
  /// ellipsis for the others; all of `text` if not even the first part fits.
  package static func clauses(of text: String, width: Int) -> String {
    guard Glyph.columns(of: text) > width else { return text }
    var kept = ""
    for clause in text.split(separator: ",", omittingEmptySubsequences: false) {
      let longer = kept.isEmpty ? String(clause) : kept + "," + clause
      guard Glyph.columns(of: longer) + 3 <= width else { break }
      kept = longer
    }
    return kept.isEmpty ? text : kept + ", …"
  }
}
