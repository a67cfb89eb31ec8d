/// A rule for reading a value from a text and for writing it as one.
///
///     .text("age", \.age, as: .integer, .range(18...120))
///
/// A form's value keeps the last number that could be read; the field keeps the text as typed, and
/// has an issue until that can be read.
public struct TextFormat<Value: Sendable>: Sendable {
  /// Returns the value of a text; nil if the text cannot be read.
  public let read: @Sendable (String) -> Value?
  /// Returns the text of a value.
  public let write: @Sendable (Value) -> String
  /// The issue of a text that cannot be read.
  public let issue: ValidationIssue
  /// Returns the value as it stands in a form's output.
  let datum: @Sendable (Value) -> FormDatum

  /// Makes a format. Its values are texts in a form's output.
  public init(
    issue: ValidationIssue, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.init(issue: issue, read: read, write: write) { .text(write($0)) }
  }

  init(
    issue: ValidationIssue, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String, datum: @escaping @Sendable (Value) -> FormDatum
  ) {
    self.issue = issue
    self.read = read
    self.write = write
    self.datum = datum
  }

  /// This format for a value that may be missing: its text is empty then.
  public var optional: TextFormat<Value?> {
    TextFormat<Value?>(
      issue: issue,
      read: { [read] text in text.isEmpty ? .some(nil) : read(text).map { .some($0) } },
      write: { [write] in $0.map(write) ?? "" },
      datum: { [datum] in $0.map(datum) ?? .none })
  }
}

extension TextFormat<String> {
  /// The text itself.
  public static let plain = TextFormat(
    issue: ValidationIssue(.required), read: { $0 }, write: { $0 })
}

extension TextFormat<Int> {
  /// Whole numbers.
  public static let integer = TextFormat(
    issue: ValidationIssue(.notANumber), read: { Int($0) }, write: { String($0) },
    datum: { .integer($0) })
}

extension TextFormat<Double> {
  /// Finite numbers, with a full stop before the fraction.
  public static let decimal = TextFormat(
    issue: ValidationIssue(.notANumber),
    read: { text in Double(text).flatMap { $0.isFinite ? $0 : nil } }, write: { "\($0)" },
    datum: { .decimal($0) })
}

extension TextFormat<Int?> {
  /// Whole numbers, or nothing for an empty text.
  public static let integer = TextFormat<Int>.integer.optional
}

extension TextFormat<Double?> {
  /// Finite numbers, or nothing for an empty text.
  public static let decimal = TextFormat<Double>.decimal.optional
}
