/// Text cut into lines between its words.
enum TextWrapping {
  /// The lines of `text`, each at most `width` columns; a longer word has a line of its own.
  static func lines(of text: String, width: Int) -> [String] {
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

  /// As many of the parts of `text` between its commas as fit into `width` columns, and an ellipsis
  /// for the others.
  static func clauses(of text: String, width: Int) -> String {
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
