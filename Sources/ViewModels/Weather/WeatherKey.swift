/// The key that a weather service knows its users by, which is never shown.
///
///     print(WeatherKey("0123abcd")!)  // <secret>
public struct WeatherKey: Hashable, Sendable {
  /// The key itself.
  let text: String

  /// Makes a key of a text, without the blanks around it; nil where nothing is left.
  public init?(_ text: String) {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return nil }
    self.text = String(scalars[...last])
  }

  /// The key as part of a URL's query: whatever is no letter, digit or one of `-._~` as `%` and two
  /// digits.
  var encoded: String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
        || "-._~".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return encoded
  }

  /// A text that a stranger wrote, with `<key>` wherever the key stands in it.
  func hidden(in text: String) -> String {
    let text = text.replacing(self.text, with: "<key>")
    return encoded == self.text ? text : text.replacing(encoded, with: "<key>")
  }
}

extension WeatherKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `<secret>`, whatever the key is.
  public var description: String { "<secret>" }
  /// `<secret>`, whatever the key is.
  public var debugDescription: String { description }
  /// Nothing to look into.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
