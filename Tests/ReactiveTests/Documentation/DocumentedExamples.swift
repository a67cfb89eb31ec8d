#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An example as the documentation has it: lines of code, without what stands around them.
struct DocumentedExample {
  let place: String
  let lines: [String]

  /// The examples in a source file's comments: what is indented by four spaces, after an empty
  /// line.
  static func inComments(of source: TextFile) -> [DocumentedExample] {
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
  static func inArticle(_ source: TextFile) -> [DocumentedExample] {
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
  static func output(of line: String) -> String? {
    guard let comment = line.firstRange(of: "  // ") else { return nil }
    let text = String(line[comment.upperBound...])
    let values = ["true", "false", "finishes", "fails with", "max("]
    let isValue = text.first.map { "0123456789\"([".contains($0) } ?? false
    return isValue || values.contains(where: text.hasPrefix) ? text : nil
  }
}

/// A text file and its lines.
struct TextFile {
  let name: String
  let lines: [String]

  init?(_ path: String, name: String) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    self.name = name
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The files below a folder whose names end in a suffix, in order; none if there is no such
  /// folder.
  static func below(_ folder: String, suffix: String) -> [TextFile] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().flatMap { name -> [TextFile] in
      if name.hasSuffix(suffix) {
        return TextFile(folder + "/" + name, name: name).map { [$0] } ?? []
      }
      return below(folder + "/" + name, suffix: suffix)
    }
  }

  /// Where some lines stand in this file one after the other, whatever their indentation. A test
  /// may return what an example merely mentions.
  func lineNumber(of sought: [String]) -> Int? {
    func bare(_ line: String) -> Substring { line.trimmed.trimmingPrefix("return ") }
    let (trimmed, sought) = (lines.map(bare), sought.map(bare))
    guard let first = sought.first else { return nil }
    return trimmed.indices.first { start in
      guard trimmed[start] == first else { return false }
      var rest = trimmed[start...].lazy.filter { !$0.isEmpty }.makeIterator()
      return sought.allSatisfy { $0 == rest.next() }
    }
  }
}

extension String {
  /// Without the spaces at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
