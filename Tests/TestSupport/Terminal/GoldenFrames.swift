import TerminalKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Frames as text, kept beside the tests so that a change of a screen shows in the diff.
///
/// A frame is its rows between two rulers, then the cursor, then every run of cells that does
/// not look plain (`row: first-last role attributes`). `UPDATE_GOLDEN=1 swift test` writes the
/// files anew; read the diff before committing it.
package struct GoldenFrames {
  /// The golden file's name, without its extension.
  package let name: String
  private let folder: String
  /// The frames added so far, as they stand in the file.
  package private(set) var text = ""

  /// Starts a golden file, which stands in the folder `Golden` of the test's module.
  package init(_ name: String, testFile: String = #filePath) {
    self.name = name
    folder = Self.goldenFolder(of: testFile)
  }

  /// Adds a frame below a title.
  package mutating func add(_ title: String, _ canvas: Canvas) {
    text += "== \(title)\n" + Self.describe(canvas) + "\n"
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

  /// A frame as golden files have it.
  package static func describe(_ canvas: Canvas) -> String {
    let ruler = "+" + String(repeating: "-", count: canvas.size.width) + "+"
    var lines = [ruler]
    for (y, line) in canvas.lines.enumerated() {
      // A wide grapheme takes two columns here too.
      let used = (0..<canvas.size.width).last {
        canvas[$0, y].character != " " || canvas[$0, y].width == 0
      }
      let blanks = canvas.size.width - 1 - (used ?? -1)
      lines.append("|" + line + String(repeating: " ", count: blanks) + "|")
    }
    lines.append(ruler)
    if let cursor = canvas.cursor { lines.append("cursor \(cursor.x),\(cursor.y)") }
    for y in 0..<canvas.size.height {
      var x = 0
      while x < canvas.size.width {
        let style = canvas[x, y].style
        let first = x
        while x < canvas.size.width, canvas[x, y].style == style { x += 1 }
        if style != .plain { lines.append("\(y): \(first)-\(x - 1) \(describe(style))") }
      }
    }
    return lines.joined(separator: "\n")
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
