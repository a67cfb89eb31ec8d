#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A text file and its lines.
package struct TextFile: Sendable {
  package let name: String
  package let lines: [String]

  package init?(_ path: String, name: String) {
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
  package static func below(_ folder: String, suffix: String) -> [TextFile] {
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
  package func lineNumber(of sought: [String]) -> Int? {
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
  package var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
