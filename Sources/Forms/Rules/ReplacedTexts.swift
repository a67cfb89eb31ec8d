/// Texts of a field that replace its own.
///
///     .text("name", \.name).texts { FieldTexts(label: "Name of the \($0.ticket) ticket") }
public struct FieldTexts: Hashable, Sendable {
  /// The label; of a note its text.
  public var label: String?
  /// The note next to the label.
  public var hint: String?
  /// The message for issues of its own rules whose code has no message.
  public var sentence: String?
  /// The templates of its issues by their codes, as those of ``ValidationMessages``.
  public var messages: [ValidationIssue.Code: String]

  /// Makes texts; nil and a code that is missing leave the field's own.
  public init(
    label: String? = nil, hint: String? = nil, sentence: String? = nil,
    messages: [ValidationIssue.Code: String] = [:]
  ) { (self.label, self.hint, self.sentence, self.messages) = (label, hint, sentence, messages) }
}
