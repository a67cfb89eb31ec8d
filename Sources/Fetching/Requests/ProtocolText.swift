/// Protocol text is compared as bytes: a combining mark after a character makes another
/// `Character`, but not another byte.
extension UInt8 {
  /// True for `0` to `9`.
  var isDigit: Bool { self &- 0x30 < 10 }
  /// True for an ASCII letter or digit.
  var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }
  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexadecimalValue: Int? {
    if isDigit { return Int(self) - 0x30 }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? Int(letter) + 10 : nil
  }
  /// The byte in lower case if it is an ASCII capital.
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
  /// `%` and two digits.
  var percentEncoded: String { (self < 16 ? "%0" : "%") + String(self, radix: 16, uppercase: true) }
}

extension Sequence<UInt8> {
  /// Returns true if it begins with a string, ignoring the case of ASCII letters.
  func hasPrefix(_ text: String) -> Bool {
    lazy.map(\.lowercasedASCII).starts(with: text.utf8.lazy.map(\.lowercasedASCII))
  }
}

extension StringProtocol {
  /// Returns true if it equals another string, ignoring the case of ASCII letters.
  package func isSameASCII(as other: some StringProtocol) -> Bool {
    utf8.lazy.map(\.lowercasedASCII).elementsEqual(other.utf8.lazy.map(\.lowercasedASCII))
  }
}
