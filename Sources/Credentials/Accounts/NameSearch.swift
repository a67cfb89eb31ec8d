import Platform

/// A search for names of a few keys among many names.
///
/// A million names are read for every name that is typed, so a name is folded letter by letter
/// without making a text of it where possible: in ASCII and in the alphabets below U+0800 (Latin,
/// Greek, Cyrillic, Hebrew, Arabic). ``AccountName/key(of:)`` folds the rest.
struct NameSearch {
  private let keys: [[UInt8]]
  /// The lengths of the keys, a bit for each; the last one stands for all that are longer.
  private var lengths: UInt64 = 0
  /// The prefix of all keys.
  private let common: [UInt8]
  /// The filter that rules out most lines with other names.
  let filter: NameFilter

  /// Makes a search for some ``AccountName/key``s.
  init(keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
    for key in self.keys { lengths |= 1 << UInt64(min(key.count, 63)) }
    var common = self.keys.first ?? []
    for key in self.keys {
      common = Array(zip(common, key).prefix { $0 == $1 }.map(\.0))
    }
    self.common = common
    filter = NameFilter(keys: self.keys)
  }

  /// Returns the place of the key that a name has; nil if it has none of them.
  func match(_ name: UnsafeRawBufferPointer) -> Int? {
    if name.allSatisfy({ $0 < 0x80 }) {
      guard lengths & 1 << UInt64(min(name.count, 63)) != 0 else { return nil }
    } else if beginsOtherwise(name) {
      return nil
    }
    return withUnsafeTemporaryAllocation(byteCount: name.count, alignment: 1) { folded in
      guard let count = fold(name, into: folded) else {
        var key = AccountName.key(of: String(decoding: name, as: UTF8.self))
        return key.withUTF8 { place(of: UnsafeRawBufferPointer($0)) }
      }
      return place(of: UnsafeRawBufferPointer(rebasing: folded[..<count]))
    }
  }

  /// Returns true if a name certainly begins otherwise than all keys: a letter does, and no mark
  /// behind it might join with it.
  private func beginsOtherwise(_ name: UnsafeRawBufferPointer) -> Bool {
    var (place, matched) = (0, 0)
    while place < name.count, matched < common.count {
      guard let letter = foldedLetter(in: name, at: &place) else { return false }
      let isSame: Bool
      if letter < 0x80 {
        isSame = common[matched] == UInt8(letter)
        matched += 1
      } else {
        isSame =
          matched + 1 < common.count && common[matched] == 0xC0 | UInt8(letter >> 6)
          && common[matched + 1] == 0x80 | UInt8(letter & 0x3F)
        // The other half of the letter may be where the keys differ.
        if !isSame, matched + 1 == common.count { return false }
        matched += 2
      }
      if !isSame { return place == name.count || foldedLetter(in: name, at: &place) != nil }
    }
    if matched < common.count { return true }
    // The rest may still be too long or too short, which shows if it is ASCII.
    let rest = name[place...]
    return rest.allSatisfy { $0 < 0x80 }
      && lengths & 1 << UInt64(min(matched + rest.count, 63)) == 0
  }

  /// Adds the places of those keys that an account in some whole lines has.
  func find(in lines: UnsafeRawBufferPointer, _ found: inout Set<Int>) {
    AccountLine.forEach(in: lines, where: filter) { line in
      if let place = match(line.name(in: lines)) { found.insert(place) }
    }
  }

  private func place(of folded: UnsafeRawBufferPointer) -> Int? {
    keys.firstIndex { key in
      key.count == folded.count
        && key.withUnsafeBytes { memcmp($0.baseAddress!, folded.baseAddress!, folded.count) == 0 }
    }
  }

  /// Returns the letter at a place, folded, and the place after it; nil if it takes more than one
  /// letter at a time.
  @inline(__always)
  private func foldedLetter(in name: UnsafeRawBufferPointer, at place: inout Int) -> UInt16? {
    let byte = name[place]
    place += 1
    if byte < 0x80 { return UInt16((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
    // Two bytes, as the first shows.
    guard (0xC2...0xDF).contains(byte), place < name.count, name[place] & 0xC0 == 0x80 else {
      return nil
    }
    let letter = NameSearch.letters[Int(byte & 0x1F) << 6 | Int(name[place] & 0x3F)]
    place += 1
    return letter == 0 ? nil : letter
  }

  /// Writes the key of a name, which is no longer than the name, and returns its length; nil if it
  /// takes more than one letter at a time.
  private func fold(
    _ name: UnsafeRawBufferPointer, into folded: UnsafeMutableRawBufferPointer
  ) -> Int? {
    var (place, count) = (0, 0)
    while place < name.count {
      guard let letter = foldedLetter(in: name, at: &place) else { return nil }
      if letter < 0x80 {
        folded[count] = UInt8(letter)
        count += 1
      } else {
        folded[count] = 0xC0 | UInt8(letter >> 6)
        folded[count + 1] = 0x80 | UInt8(letter & 0x3F)
        count += 2
      }
    }
    return count
  }

  /// For every code point below U+0800 the one that it folds to; 0 if that is not one, or if the
  /// code point may join with its neighbour. Made for the first name that is not ASCII alone: that
  /// takes some milliseconds.
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
