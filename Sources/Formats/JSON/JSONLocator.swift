/// Finds the positions in JSON text of the values that errors refer to.
///
/// One pass serves any number of errors.
package enum JSONLocator {
  /// Returns the errors with their positions: of the key for a member, of the element itself in a
  /// list.
  package static func locating(_ errors: [DocumentError], in bytes: [UInt8]) -> [DocumentError] {
    let open = errors.filter { $0.position == nil }
    guard !open.isEmpty else { return errors }
    let offsets = JSONReader.offsets(of: Set(open.map(\.keyPath)), in: bytes)
    let positions = positions(of: offsets, in: bytes)
    return errors.map { error in
      var located = error
      located.position = error.position ?? positions[error.keyPath]
      return located
    }
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
}
