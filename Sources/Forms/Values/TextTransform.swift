import Formats

/// A change made to text before rules see it; the field keeps the text as typed.
///
///     TextTransform.usual("  Zoe\u{308} ")  // "Zoë"
///
/// Transforms are functions, so you can write your own: `TextTransform { $0.lowercased() }`.
public struct TextTransform: Sendable {
  private let transform: @Sendable (String) -> String

  /// Makes a transform from a function.
  public init(_ transform: @escaping @Sendable (String) -> String) { self.transform = transform }

  /// Returns the text after the change.
  public func callAsFunction(_ text: String) -> String { transform(text) }

  /// Returns this transform followed by another.
  public func then(_ next: TextTransform) -> TextTransform { TextTransform { next(self($0)) } }

  /// Leaves the text unchanged, as required for passwords.
  public static let none = TextTransform { $0 }
  /// Drops blanks at both ends.
  package static let trimmed = TextTransform { text in
    guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
  /// Writes every line break as a line feed, however it was written.
  package static let lineBreaks = TextTransform { text in
    text.utf8.contains(UInt8(ascii: "\r"))
      ? String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : text
  }
  /// Composes letters and their accents (Unicode Normalization Form C).
  package static let composed = TextTransform { $0.normalizedNFC }
  /// Trims and composes: the default of a text field.
  public static let usual = trimmed.then(composed)
}
