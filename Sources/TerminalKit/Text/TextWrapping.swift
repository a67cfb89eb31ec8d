/// Text cut into lines between its words.
///
///     TextWrapping.lines(of: "at least 8 characters", width: 10)
///     // ["at least 8", "characters"]
///
/// Widths are columns of the terminal, as `Glyph.columns(of:)` counts them.
public enum TextWrapping {
  /// Returns the lines of `text`, each at most `width` columns.
  ///
  /// Blanks in a row stay if the text fits into one line, and become one if it does not. An empty
  /// text has no lines.
  ///
  /// - Parameters:
  ///   - text: The text to break.
  ///   - width: The columns of a line.
  ///   - breaksWords: True to continue a word longer than a line in the next one; otherwise it has
  ///     a line of its own, of any length.
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

  /// Returns the number of lines of `text`, with words that are longer than a line continued in the
  /// next one.
  static func count(of text: String, width: Int) -> Int {
    if !text.isEmpty, Glyph.columns(of: text) <= width { return 1 }
    return lines(of: text, width: width, breaksWords: true).count
  }

  /// Returns at most `limit` lines of `text`; the last one takes the whole rest, of any length, so
  /// that it can be drawn with an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text to break.
  ///   - width: The columns of a line.
  ///   - limit: The number of lines that there is room for.
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
    // The best index to cut at in the piece under way, and the number of columns since.
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

  /// Returns as many of the parts of `text` between its commas as fit into `width` columns, and an
  /// ellipsis for the others; all of it if not even the first part fits.
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
