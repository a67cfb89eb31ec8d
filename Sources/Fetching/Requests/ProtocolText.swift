/// Text of protocols, which is compared as bytes: a combining mark behind a sign makes another
/// `Character` of it, but no other sign.
extension UInt8 {
  /// True for `0` to `9`.
  var isDigit: Bool { self &- 0x30 < 10 }
  /// True for an ASCII letter or digit.
  var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }
  /// The number of a hexadecimal digit; nil for any other byte.
  package var hexadecimalValue: Int? {
    if isDigit { return Int(self) - 0x30 }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? Int(letter) + 10 : nil
  }
  /// The byte in lower case if it is an ASCII capital.
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
  /// `%` and two digits.
  var percentEncoded: String {
    (self < 16 ? "%0" : "%") + String(self, radix: 16, uppercase: true)
  }
}

extension Sequence<UInt8> {
  /// Returns true if it begins with a text, of which ASCII letters may have either case.
  func hasPrefix(_ text: String) -> Bool {
    lazy.map(\.lowercasedASCII).starts(with: text.utf8.lazy.map(\.lowercasedASCII))
  }
}

extension StringProtocol {
  /// Returns true for the same text, of which ASCII letters may have either case.
  package func isSameASCII(as other: some StringProtocol) -> Bool {
    utf8.lazy.map(\.lowercasedASCII).elementsEqual(other.utf8.lazy.map(\.lowercasedASCII))
  }
}

extension Collection<UInt8> {
  /// The first range of the bytes of a text; nil if there is none.
  func range(ofBytes text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) {
        return start..<index(start, offsetBy: text.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The bytes with others instead of those of a text.
  package func replacing(bytesOf text: String, with replacement: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = self[...]
    while let range = rest.range(ofBytes: text) {
      bytes += rest[..<range.lowerBound]
      bytes += replacement.utf8
      rest = rest[range.upperBound...]
    }
    return bytes + rest
  }
}

extension String {
  /// The text with another one instead of the bytes of a text.
  package func replacingBytes(_ text: String, with replacement: String) -> String {
    String(decoding: utf8.replacing(bytesOf: text, with: replacement), as: UTF8.self)
  }
}
