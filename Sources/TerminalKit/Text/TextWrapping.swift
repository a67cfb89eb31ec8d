/// Text cut into lines between its words.
///
///     TextWrapping.lines(of: "at least 8 characters", width: 10)
///     // ["at least 8", "characters"]
///
/// Widths are columns of the terminal, as `Glyph.columns(of:)` counts them.
public enum TextWrapping {
  /// The lines of `text`, each at most `width` columns; a longer word has a line of its own.
  ///
  /// Blanks in a row stay where the text fits into one line, and are one where it does not. An
  /// empty text has no lines.
  public static func lines(of text: String, width: Int) -> [String] {
    if !text.isEmpty, Glyph.columns(of: text) <= width { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, Glyph.columns(of: line + " " + word) > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// At most `limit` lines of `text`; the last one takes all that is left, however long, so that
  /// whoever draws it can end it with an ellipsis.
  public static func lines(of text: String, width: Int, limit: Int) -> [String] {
    guard limit > 1 else { return limit == 1 && !text.isEmpty ? [text] : [] }
    let lines = lines(of: text, width: width)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")]
  }

  /// As many of the parts of `text` between its commas as fit into `width` columns, and an ellipsis
  /// for the others; all of it where not even the first part fits.
  public static func clauses(of text: String, width: Int) -> String {
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
