/// Text cut into lines between its words.
public enum TextWrapping {
  /// The lines of `text`, each at most `width` columns; a longer word has a line of its own. Blanks
  /// in a row stay where the text fits into one line, and are one where it does not.
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

  /// At most `limit` lines of `text`; the last one takes all that is left, however long.
  public static func lines(of text: String, width: Int, limit: Int) -> [String] {
    guard limit > 1 else { return limit == 1 && !text.isEmpty ? [text] : [] }
    let lines = lines(of: text, width: width)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")]
  }

  /// As many of the parts of `text` between its commas as fit into `width` columns, and an ellipsis
  /// for the others.
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
