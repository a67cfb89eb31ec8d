import TerminalKit
import ViewModels

extension StreamsScreen {
  /// Shows a document that cannot be read as it stands in its file, with the lines marked that have
  /// errors.
  func showUnread(_ key: StreamKey) {
    guard let text = model.unreadText(of: key) else {
      return say("This document is no longer in the file.", .warning)
    }
    let advice = MessageRow(
      kind: .neutral,
      text: "Change it with an editor of texts; x removes it.")
    help = KeyHelp(
      title: "“\(key.id.prefix(40))” cannot be read",
      notes: text.notes + [advice],
      hints: text.lines.map { line in
        KeyHint(line.errors.isEmpty ? "\(line.number)" : "! \(line.number)", line.shown)
      })
  }
}

extension StreamDocumentText {
  /// The first errors, a sentence each.
  fileprivate var notes: [MessageRow] {
    let errors = lines.flatMap { line in line.errors.map { (line.number, $0) } }
    let shown = errors.prefix(5).map { line, error in
      MessageRow(kind: .failure, text: "Line \(line): \(error.shortDescription)")
    }
    let rest = errors.count - shown.count
    return shown + (rest > 0 ? [MessageRow(kind: .failure, text: "\(rest) more errors")] : [])
  }
}

extension StreamDocumentText.Line {
  /// The line, with its margin as blanks that are kept.
  fileprivate var shown: String {
    let margin = text.prefix { $0 == " " || $0 == "\t" }
    return String(repeating: "\u{A0}", count: margin.count) + text.dropFirst(margin.count)
  }
}
