import TerminalKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Frames as text, kept beside the tests so that a change of a screen shows in the diff.
///
/// A frame is its rows between two rulers, then the cursor. To the right of a row stands every run
/// of its cells that does not look plain, as `first-last role attributes`; the same screen in other
/// sizes, languages and character sets is text alone. `UPDATE_GOLDEN=1 swift test` writes the files
/// again; read the diff before committing it.
package struct GoldenFrames {
  /// The golden file's name, without its extension.
  package let name: String
  private let folder: String
  /// Whether frames show the styles of their cells.
  private let hasStyles: Bool
  /// The frames added so far, as they stand in the file.
  package private(set) var text = ""

  /// Starts a golden file, which stands in the folder `Golden` of the test's module.
  package init(_ name: String, styles: Bool = true, testFile: String = #filePath) {
    self.name = name
    hasStyles = styles
    folder = Self.goldenFolder(of: testFile)
  }

  /// Adds a frame below a title.
  package mutating func add(_ title: String, _ canvas: Canvas) {
    text += "== \(title)\n" + describe(canvas) + "\n"
  }

  /// Adds text below a title.
  package mutating func add(_ title: String, _ text: String) {
    self.text += "== \(title)\n\(text)\n\n"
  }

  /// Compares all frames added with the golden file.
  package func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) {
    let path = folder + name + ".txt"
    if getenv("UPDATE_GOLDEN") != nil {
      Self.write(text, to: path)
      return
    }
    let expected = Self.read(path) ?? ""
    #expect(
      text == expected, "\(name).txt differs; UPDATE_GOLDEN=1 writes it anew",
      sourceLocation: sourceLocation)
  }

  private func describe(_ canvas: Canvas) -> String {
    let ruler = "+" + String(repeating: "-", count: canvas.size.width) + "+"
    var lines = [ruler]
    for (y, line) in canvas.lines.enumerated() {
      // A wide grapheme takes two columns here too.
      let used = (0..<canvas.size.width).last {
        canvas[$0, y].character != " " || canvas[$0, y].width == 0
      }
      let blanks = canvas.size.width - 1 - (used ?? -1)
      let row = "|" + line + String(repeating: " ", count: blanks) + "|"
      let styles = hasStyles ? Self.styles(of: y, in: canvas) : []
      lines.append(styles.isEmpty ? row : row + " " + styles.joined(separator: ", "))
    }
    lines.append(ruler)
    if let cursor = canvas.cursor { lines.append("cursor \(cursor.x),\(cursor.y)") }
    return lines.joined(separator: "\n")
  }

  /// The runs of cells of a row that do not look plain, from the left.
  private static func styles(of y: Int, in canvas: Canvas) -> [String] {
    var runs: [String] = []
    var x = 0
    while x < canvas.size.width {
      let (style, first) = (canvas[x, y].style, x)
      while x < canvas.size.width, canvas[x, y].style == style { x += 1 }
      if style != .plain { runs.append("\(first)-\(x - 1) \(describe(style))") }
    }
    return runs
  }

  private static func describe(_ style: Style) -> String {
    var words: [String] = []
    if style.foreground != .standard { words.append("\(style.foreground)") }
    if style.background != .standard { words.append("on \(style.background)") }
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    words += names.filter { style.attributes.contains($0.0) }.map(\.1)
    return words.joined(separator: " ")
  }

  /// The folder `Golden` of the module that a test file belongs to.
  private static func goldenFolder(of testFile: String) -> String {
    let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
    let tests = parts.lastIndex(of: "Tests") ?? parts.startIndex
    return parts[...min(tests + 1, parts.endIndex - 1)].joined(separator: "/") + "/Golden/"
  }

  private static func read(_ path: String) -> String? {
    Disk.bytes(at: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else {
      Issue.record("cannot write \(path)")
      return
    }
    defer { fclose(file) }
    fputs(text, file)
  }
}
