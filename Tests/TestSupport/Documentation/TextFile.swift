/// A text file and its lines.
package struct TextFile: Sendable {
  package let name: String
  package let lines: [String]
  /// The lines as they are compared.
  package let bareLines: [Substring]

  package init?(_ path: String, name: String) {
    guard let bytes = Disk.bytes(at: path) else { return nil }
    self.name = name
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    bareLines = lines.map(TextFile.bare)
  }

  /// The files below a folder whose names end in a suffix, in order; none if there is no such
  /// folder.
  package static func below(_ folder: String, suffix: String) -> [TextFile] {
    let names = Disk.names(in: folder).filter { !$0.hasPrefix(".") }
    return names.sorted().flatMap { name -> [TextFile] in
      if name.hasSuffix(suffix) {
        return TextFile(folder + "/" + name, name: name).map { [$0] } ?? []
      }
      return below(folder + "/" + name, suffix: suffix)
    }
  }

  /// Where some lines stand in this file one after the other, whatever their indentation. A test
  /// may return what an example merely mentions.
  package func lineNumber(of sought: [String]) -> Int? {
    guard let first = sought.first.map(TextFile.bare) else { return nil }
    return bareLines.indices.first { bareLines[$0] == first && contains(sought, at: $0) }
  }

  /// True if some lines stand at a place one after the other, whatever their indentation.
  package func contains(_ sought: [String], at number: Int) -> Bool {
    var rest = bareLines[number...].lazy.filter { !$0.isEmpty }.makeIterator()
    return sought.allSatisfy { TextFile.bare($0) == rest.next() }
  }

  /// A line without its indentation, without a `return` before it, and with its comment two spaces
  /// behind it, as the formatter has it.
  package static func bare(_ line: String) -> Substring {
    let bare = line.trimmed.trimmingPrefix("return ")
    guard let comment = bare.ranges(of: "   // ").last else { return bare }
    var code = bare[..<comment.lowerBound]
    while code.last == " " { code.removeLast() }
    return code + "  " + bare[comment.lowerBound...].drop { $0 == " " }
  }
}

extension String {
  /// Without the spaces at both ends.
  package var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
