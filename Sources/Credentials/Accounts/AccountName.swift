import Formats

/// A name that every reader of an account file can separate from the rest of its line.
///
///     try AccountName("José").key == AccountName("JOSE\u{301}").key  // true
///
/// The file requires this much; a sign-up form requires more. No colon (it ends the name), no
/// control character (a line break ends the line), no blank at either end (`htpasswd` drops it), no
/// leading `#` (a comment), 1 to 255 bytes of UTF-8 (the limit of `htpasswd`).
public struct AccountName: Hashable, Sendable {
  /// The name as typed, in Normalization Form C.
  public let text: String
  /// The key that makes the name unique: two names with the same key are one account.
  ///
  /// Every code point is lower-cased, upper-cased and lower-cased with Unicode's full mappings,
  /// which folds case much as `toCasefold` does (`ß` = `ss`, `ς` = `σ`, `ﬁ` = `fi`), full-width
  /// ASCII and half-width katakana get their usual width, code points that are ignorable by default
  /// (zero-width joiners, soft hyphens) are left out, and the result is put into Normalization Form
  /// C. One fold goes further than Unicode's: dotless `ı` = `i`. Compatibility forms other than
  /// these (`²`, `Ⅳ`) stay distinct, and so do letters that only look alike.
  public let key: String

  /// Makes a name from a string, or throws its flaw.
  public init(_ text: String) throws(Flaw) {
    let text = text.normalizedNFC
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= AccountName.maximumBytes else {
      throw .tooLong(bytes: text.utf8.count)
    }
    for scalar in text.unicodeScalars {
      if scalar == ":" { throw .colon }
      if scalar.properties.generalCategory == .control { throw .controlCharacter(scalar.value) }
    }
    // Scalars: a reader of the file knows no graphemes, and “#” with a mark is “#” to it.
    let scalars = text.unicodeScalars
    guard scalars.first != "#" else { throw .leadingNumberSign }
    guard scalars.first?.properties.isWhitespace == false,
      scalars.last?.properties.isWhitespace == false
    else { throw .outerBlank }
    let key = AccountName.key(of: text)
    guard !key.isEmpty else { throw .empty }
    (self.text, self.key) = (text, key)
  }

  /// The maximum length of a name: 255 bytes of UTF-8.
  package static let maximumBytes = 255

  /// The key of a string that may not be a valid name, such as one found in an existing file.
  package static func key(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = ""
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      // Lower-cased twice, because the capital `ẞ` has no upper case that is `SS`.
      for small in scalar.usualWidth.properties.lowercaseMapping.unicodeScalars {
        for upper in small.properties.uppercaseMapping.unicodeScalars {
          folded += upper.properties.lowercaseMapping
        }
      }
    }
    return folded.normalizedNFC
  }
}

extension AccountName {
  /// The reason why a string cannot be the name of an account.
  public enum Flaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty, or nothing in it is visible.
    case empty
    /// It has more than 255 bytes.
    case tooLong(bytes: Int)
    /// It has a colon, which ends the name in an account file.
    case colon
    /// It has a control character, with this code point: a line break, NUL, escape …
    case controlCharacter(UInt32)
    /// It has a `#` at the start, which makes the line a comment.
    case leadingNumberSign
    /// It has a blank at the start or the end.
    case outerBlank

    /// One sentence with the problem and the remedy.
    public var description: String {
      switch self {
      case .empty: "A name cannot be empty; type at least one visible character."
      case .tooLong(let bytes):
        "The name is \(bytes) bytes long; use at most \(AccountName.maximumBytes)."
      case .colon: "A name cannot contain a colon; leave it out."
      case .controlCharacter(let value):
        "A name cannot contain the control character U+\(String(hexadecimal: value, width: 4, uppercase: true)); leave it out."
      case .leadingNumberSign: "A name cannot start with “#”; start it with a letter."
      case .outerBlank: "A name cannot start or end with a space; remove it."
      }
    }
  }
}
