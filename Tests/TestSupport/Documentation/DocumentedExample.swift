/// An example as the documentation has it: lines of code, without what stands around them.
package struct DocumentedExample: Sendable {
  package let place: String
  package let lines: [String]

  /// The examples in a source file's comments: what is indented by four spaces, after an empty
  /// line.
  package static func inComments(of source: TextFile) -> [DocumentedExample] {
    var examples: [DocumentedExample] = []
    var lines: [String] = []
    var start = 0
    var mayBegin = false
    for (index, line) in source.lines.enumerated() {
      let text = line.trimmed
      if text.hasPrefix("///     "), mayBegin || !lines.isEmpty {
        if lines.isEmpty { start = index + 1 }
        lines.append(String(text.dropFirst(8)).trimmed)
      } else if !lines.isEmpty {
        examples.append(DocumentedExample(place: "\(source.name):\(start)", lines: lines))
        lines = []
      }
      mayBegin = text == "///"
    }
    return examples
  }

  /// The examples in an article: what stands between fences marked as Swift.
  package static func inArticle(_ source: TextFile) -> [DocumentedExample] {
    var examples: [DocumentedExample] = []
    var lines: [String]?
    var start = 0
    for (index, line) in source.lines.enumerated() {
      if line.hasPrefix("```swift") {
        (lines, start) = ([], index + 1)
      } else if line.hasPrefix("```"), let ended = lines {
        examples.append(DocumentedExample(place: "\(source.name):\(start)", lines: ended))
        lines = nil
      } else if !line.trimmed.isEmpty {
        lines?.append(line.trimmed)
      }
    }
    return examples
  }

  /// What the comment behind a line says comes out, if it says so in values.
  ///
  ///     [1, 2].publisher.map { $0 * 10 }  // 10, 20
  package static func output(of line: String) -> String? {
    guard let comment = line.firstRange(of: "  // ") else { return nil }
    let text = String(line[comment.upperBound...])
    let values = ["true", "false", "finishes", "fails with", "max("]
    let isValue = text.first.map { "0123456789\"([".contains($0) } ?? false
    return isValue || values.contains(where: text.hasPrefix) ? text : nil
  }
}
