/// Finds the positions in JSON text of the values that errors are about.
///
/// The text has been read before, so it is well formed, and nested no deeper than a reader allows.
/// One pass serves any number of errors.
package struct JSONLocator {
  private let bytes: [UInt8]
  private var index = 0
  private let wanted: Set<String>
  /// The wanted paths, and those that lead to them; all others are passed over.
  private let paths: Set<String>
  private var offsets: [String: Int] = [:]

  /// Returns the errors with the positions of their keys: for a member its key's, for an element
  /// its own.
  package static func locating(_ errors: [DocumentError], in bytes: [UInt8]) -> [DocumentError] {
    let open = errors.filter { $0.position == nil && $0.place?.isInFile != true }
    guard !open.isEmpty else { return errors }
    var locator = JSONLocator(bytes: bytes, wanted: Set(open.map(\.keyPath)))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { locator.index = 3 }
    locator.value("")
    let positions = positions(of: locator.offsets, in: bytes)
    return errors.map { error in
      guard error.place?.isInFile != true else { return error }
      var located = error
      located.position = error.position ?? positions[error.keyPath]
      return located
    }
  }

  private init(bytes: [UInt8], wanted: Set<String>) {
    (self.bytes, self.wanted) = (bytes, wanted)
    var paths = wanted
    for path in wanted {
      for place in path.indices where path[place] == "." || path[place] == "[" {
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

  private mutating func value(_ path: String) {
    skipBlanks()
    guard paths.contains(path) else { return skipValue() }
    if wanted.contains(path), offsets[path] == nil { offsets[path] = index }
    switch bytes[index] {
    case UInt8(ascii: "{"):
      each { locator in
        let start = locator.index
        locator.skipString()
        guard
          case .string(let key)? = try? JSONReader.read(Array(locator.bytes[start..<locator.index]))
        else { return }
        let inner = path.isEmpty ? key : path + "." + key
        if locator.wanted.contains(inner), locator.offsets[inner] == nil {
          locator.offsets[inner] = start
        }
        locator.skipBlanks()
        locator.index += 1
        locator.value(inner)
      }
    case UInt8(ascii: "["):
      var number = 0
      each { locator in
        locator.value("\(path)[\(number)]")
        number += 1
      }
    default: skipValue()
    }
  }

  /// Goes through a list or an object.
  private mutating func each(_ part: (inout JSONLocator) -> Void) {
    index += 1
    skipBlanks()
    while bytes[index] != UInt8(ascii: "}"), bytes[index] != UInt8(ascii: "]") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      skipBlanks()
      part(&self)
      skipBlanks()
    }
    index += 1
  }

  private mutating func skipValue() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        index += 1
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: ","):
        if depth == 0 { return }
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func skipString() {
    index += 1
    while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
  }
}
