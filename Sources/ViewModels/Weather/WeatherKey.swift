import Fetching

/// The key that identifies a user to a weather service; it is never shown.
///
///     print(WeatherKey("0123abcd")!)  // <secret>
public struct WeatherKey: Hashable, Sendable {
  /// The key itself.
  let text: String

  /// Makes a key from a string, without the blanks around it; nil if nothing is left.
  public init?(_ text: String) {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return nil }
    self.text = String(scalars[...last])
  }

  /// The key as part of a URL's query.
  var encoded: String { text.percentEncoded }

  /// Returns foreign text with `<key>` in place of the key.
  func hidden(in text: String) -> String {
    // By bytes: a mark after the key would change its last character.
    let text = text.replacingBytes(self.text, with: "<key>")
    return encoded == self.text ? text : text.replacingBytes(encoded, with: "<key>")
  }
}

extension WeatherKey: CustomStringConvertible, CustomReflectable {
  /// Always `<secret>`.
  public var description: String { "<secret>" }
  /// A mirror without contents.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
