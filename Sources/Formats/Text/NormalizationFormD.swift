extension String {
  /// This text in Unicode Normalization Form D: a letter stands before its marks.
  ///
  ///     "é".normalizedNFD.unicodeScalars.count  // 2
  ///
  /// Decomposes Latin, Greek, Cyrillic and Arabic letters, kana and Hangul, which are those that
  /// keyboards compose; others stay as they are. The first use takes some milliseconds, to make a
  /// table.
  package var normalizedNFD: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in normalizedNFC.unicodeScalars {
      scalars.append(contentsOf: Self.hangul(scalar) ?? Self.parts(of: scalar))
    }
    return String(scalars)
  }

  /// The letter and the marks of a scalar, in the canonical order of marks.
  private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard let (letter, mark) = compositions[scalar] else { return [scalar] }
    var parts = parts(of: letter)
    var place = parts.count
    while place > 1, parts[place - 1].combiningClass > mark.combiningClass { place -= 1 }
    parts.insert(mark, at: place)
    return parts
  }

  /// A letter and a mark for each composed letter, found by composing: the standard library has no
  /// documented call for the way back.
  private static let compositions: [Unicode.Scalar: (Unicode.Scalar, Unicode.Scalar)] = {
    var found: [Unicode.Scalar: (Unicode.Scalar, Unicode.Scalar)] = [:]
    func compose(_ letters: [Unicode.Scalar], with marks: [Unicode.Scalar]) {
      var rest = letters
      while let letter = rest.popLast() {
        for mark in marks {
          let composed = (String(letter) + String(mark)).normalizedNFC.unicodeScalars
          guard let only = composed.first, composed.count == 1, found[only] == nil else { continue }
          found[only] = (letter, mark)
          // It may take one more mark.
          rest.append(only)
        }
      }
    }
    func scalars(_ values: [UInt32]) -> [Unicode.Scalar] { values.compactMap(Unicode.Scalar.init) }
    let letters = scalars(Array(0x41...0x292) + Array(0x370...0x4FF))
    compose(letters.filter { $0.properties.isAlphabetic }, with: scalars(marks))
    compose(scalars(Array(0x620...0x6D5)), with: scalars([0x653, 0x654, 0x655]))
    compose(scalars(Array(0x3041...0x30FF)), with: scalars([0x3099, 0x309A]))
    return found
  }()

  /// All marks that join with letters of these alphabets.
  private static let marks: [UInt32] =
    Array(0x300...0x304) + Array(0x306...0x30C) + [0x30F, 0x311, 0x313, 0x314, 0x31B]
    + Array(0x323...0x328) + [0x32D, 0x32E, 0x330, 0x331, 0x338, 0x342, 0x345]

  /// The letters of a Hangul syllable.
  private static func hangul(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    let number = scalar.value - 0xAC00
    let tail = number % 28
    return [0x1100 + number / 588, 0x1161 + number % 588 / 28, tail == 0 ? nil : 0x11A7 + tail]
      .compactMap { $0.flatMap(Unicode.Scalar.init) }
  }
}

extension Unicode.Scalar {
  fileprivate var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
