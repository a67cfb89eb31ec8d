/// Finds the positions in JSON text of the values that errors are about.
///
/// The text has been read before, so it is well formed, and nested no deeper than a reader allows.
/// One pass serves any number of errors.
package struct JSONLocator {
  private let wanted: Set<String>
  /// The wanted paths, and those that lead to them; all others are passed over.
  private let paths: Set<String>
  private var offsets: [String: Int] = [:]

  /// Returns the errors with the positions of their keys: for a member its key's, for an element
  /// its own.
  package static func locating(_ errors: [DocumentError], in bytes: [UInt8]) -> [DocumentError] {
    let open = errors.filter { $0.position == nil && $0.place?.isInFile != true }
    guard !open.isEmpty else { return errors }
    var locator = JSONLocator(wanted: Set(open.map(\.keyPath)))
    bytes.withUnsafeBufferPointer { text in
      let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var scanner = JSONScanner(UnsafeBufferPointer(rebasing: text[mark...]))
      if let value = scanner.eatValue() { locator.visit(value, "", from: text.baseAddress!) }
    }
    let positions = positions(of: locator.offsets, in: bytes)
    return errors.map { error in
      guard error.place?.isInFile != true else { return error }
      var located = error
      located.position = error.position ?? positions[error.keyPath]
      return located
    }
  }

  private init(wanted: Set<String>) {
    self.wanted = wanted
    var paths = wanted
    for path in wanted {
      for (place, byte) in zip(path.utf8.indices, path.utf8)
      where byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") {
        paths.insert(String(path[..<place]))
      }
    }
    self.paths = paths.union([""])
  }

  private static func positions(
    of offsets: [String: Int], in bytes: [UInt8]
  ) -> [String: DocumentError.Position] {
    var positions: [String: DocumentError.Position] = [:]
    var (line, column, offset) = (1, 1, 0)
    for (path, end) in offsets.sorted(by: { $0.value < $1.value }) {
      while offset < end {
        if bytes[offset] == 0x0A {
          (line, column) = (line + 1, 1)
        } else if bytes[offset] & 0xC0 != 0x80 {
          column += 1
        }
        offset += 1
      }
      positions[path] = DocumentError.Position(line: line, column: column)
    }
    return positions
  }

  private mutating func visit(
    _ value: JSONScanner.Value, _ path: String, from start: UnsafePointer<UInt8>
  ) {
    guard paths.contains(path) else { return }
    note(value, path, from: start)
    var scanner = JSONScanner(value.bytes)
    switch value.kind {
    case .object:
      _ = scanner.eatObject { key, value in
        guard case .string(let name)? = try? JSONReader.read(Array(key.bytes)) else { return false }
        let inner = path.isEmpty ? name : path + "." + name
        note(key, inner, from: start)
        visit(value, inner, from: start)
        return true
      }
    case .list:
      var number = 0
      _ = scanner.eatList { element in
        visit(element, "\(path)[\(number)]", from: start)
        number += 1
        return true
      }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func note(
    _ value: JSONScanner.Value, _ path: String, from start: UnsafePointer<UInt8>
  ) {
    guard wanted.contains(path), offsets[path] == nil else { return }
    offsets[path] = value.bytes.baseAddress! - start
  }
}
