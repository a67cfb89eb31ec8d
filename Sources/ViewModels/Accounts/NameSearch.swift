#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds names of a few keys among many names.
///
/// A million names are looked at for every name that is typed, so a name is folded letter by letter
/// without making a text of it where that can be done: in ASCII and in the alphabets below U+0800
/// (Latin, Greek, Cyrillic, Hebrew, Arabic). ``AccountName/key(of:)`` folds the rest.
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
    // Most names do not even begin as one of the keys does. A mark might join with the first letter.
    if let first = name.first, first < 0x80, name.count == 1 || name[1] < 0x80,
      !isFirstByte[Int(NameSearch.lowercased(first))]
    {
      return nil
    }
    return withUnsafeTemporaryAllocation(byteCount: name.count, alignment: 1) { folded in
      guard let count = NameSearch.fold(name, into: folded) else {
        var key = AccountName.key(of: String(decoding: name, as: UTF8.self))
        return key.withUTF8 { place(of: UnsafeRawBufferPointer($0)) }
      }
      return place(of: UnsafeRawBufferPointer(rebasing: folded[..<count]))
    }
  }

  private func place(of folded: UnsafeRawBufferPointer) -> Int? {
    guard let first = folded.first, isFirstByte[Int(first)] else { return nil }
    return keys.firstIndex { key in
      key.count == folded.count
        && key.withUnsafeBytes { memcmp($0.baseAddress!, folded.baseAddress!, folded.count) == 0 }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Writes the key of a name, which is no longer than the name, and returns its length; nil where
  /// it takes more than one letter at a time.
  private static func fold(
    _ name: UnsafeRawBufferPointer, into folded: UnsafeMutableRawBufferPointer
  ) -> Int? {
    var count = 0
    var place = 0
    while place < name.count {
      let byte = name[place]
      place += 1
      if byte < 0x80 {
        folded[count] = lowercased(byte)
        count += 1
        continue
      }
      // Two bytes, of which the first says so.
      guard (0xC2...0xDF).contains(byte), place < name.count, name[place] & 0xC0 == 0x80 else {
        return nil
      }
      let letter = letters[Int(byte & 0x1F) << 6 | Int(name[place] & 0x3F)]
      place += 1
      switch letter {
      case 0: return nil
      case ..<0x80:
        folded[count] = UInt8(letter)
        count += 1
      default:
        folded[count] = 0xC0 | UInt8(letter >> 6)
        folded[count + 1] = 0x80 | UInt8(letter & 0x3F)
        count += 2
      }
    }
    return count
  }

  /// For every code point below U+0800 the one that it folds to; 0 where that is not one, or where
  /// the code point may join with its neighbour.
  private static let letters: [UInt16] = (0..<0x800).map { value in
    guard let scalar = Unicode.Scalar(UInt32(value)), value > 0 else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .unassigned: return 0
    default: break
    }
    let folded = AccountName.key(of: String(Character(scalar))).unicodeScalars
    guard folded.count == 1, let only = folded.first, only.value < 0x800 else { return 0 }
    return UInt16(only.value)
  }
}
