/// Finds names of a few keys among many names.
///
/// A million names are looked at for every key that is typed, so what can be said of a name by its
/// bytes is said without making a text of it: an ASCII name is folded byte by byte, and one of the
/// common alphabets letter by letter. Only the rest is folded by ``AccountName/key(of:)``.
struct NameSearch {
  private let keys: [[UInt8]]
  /// Whether one of the keys begins with a byte.
  private let isFirstByte: [Bool]

  /// Looks for some ``AccountName/key``s.
  init(keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
    var isFirstByte = [Bool](repeating: false, count: 256)
    for key in self.keys { if let first = key.first { isFirstByte[Int(first)] = true } }
    self.isFirstByte = isFirstByte
  }

  /// The place of the key that a name has; nil for none of them.
  func match(_ name: UnsafeRawBufferPointer) -> Int? {
    guard name.allSatisfy({ $0 < 0x80 }) else { return matchFolded(name) }
    guard let first = name.first, isFirstByte[Int(NameSearch.lowercased(first))] else {
      return nil
    }
    return keys.firstIndex { key in
      key.count == name.count
        && zip(name, key).allSatisfy { NameSearch.lowercased($0) == $1 }
    }
  }

  private func matchFolded(_ name: UnsafeRawBufferPointer) -> Int? {
    let key = AccountName.key(of: String(decoding: name, as: UTF8.self))
    guard let first = key.utf8.first, isFirstByte[Int(first)] else { return nil }
    return keys.firstIndex { $0.elementsEqual(key.utf8) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
