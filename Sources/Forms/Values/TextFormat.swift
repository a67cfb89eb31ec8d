/// A rule for reading a value from text and for writing it as text.
///
///     .text("age", \.age, as: .integer, .range(18...120))
///
/// A form's value keeps the last number that could be read; the field keeps the text as typed, and
/// has an issue until the text can be read.
public struct TextFormat<Value: Sendable>: Sendable {
  /// Returns the value of a text; nil if it cannot be read.
  public let read: @Sendable (String) -> Value?
  /// Returns the text of a value.
  public let write: @Sendable (Value) -> String
  /// The issue of unreadable text.
  public let issue: ValidationIssue
  /// Returns the issue of unreadable text; nil if it is always the same.
  var issueOf: (@Sendable (String) -> ValidationIssue)?
  /// Returns the value as it appears in a form's output.
  let datum: @Sendable (Value) -> FormDatum
  /// Returns the text that is typed for a datum; nil if it is of another kind.
  let typed: @Sendable (FormDatum) -> String?

  /// Makes a format. Its values are texts in a form's output.
  public init(
    issue: ValidationIssue, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.init(issue: issue, read: read, write: write, datum: { .text(write($0)) }) { datum in
      if case .text(let text) = datum { text } else { nil }
    }
  }

  init(
    issue: ValidationIssue, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String, datum: @escaping @Sendable (Value) -> FormDatum,
    typed: @escaping @Sendable (FormDatum) -> String?
  ) {
    (self.issue, self.read, self.write, self.datum, self.typed) = (issue, read, write, datum, typed)
  }

  /// This format for a value that may be missing: its text is empty then.
  public var optional: TextFormat<Value?> {
    var format = TextFormat<Value?>(
      issue: issue,
      read: { [read] text in text.isEmpty ? .some(nil) : read(text).map { .some($0) } },
      write: { [write] in $0.map(write) ?? "" }, datum: { [datum] in $0.map(datum) ?? .none },
      typed: { [typed] in $0 == .none ? "" : typed($0) })
    format.issueOf = issueOf
    return format
  }
}

extension TextFormat<String> {
  /// The text itself.
  public static let plain = TextFormat(
    issue: ValidationIssue(.required), read: { $0 }, write: { $0 })
}
