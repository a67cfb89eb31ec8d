/// Texts of a form as a whole that depend on its value, and replace its own.
///
///     FormViewModel(
///       Trip(), fields: fields, steps: [FormStep("You", ["name"])],
///       texts: { trip in FormTexts(title: "The trip of \(trip.name)") })
///
/// They are made again after each change.
public struct FormTexts: Hashable, Sendable {
  /// The title; nil for the form's own.
  public var title: String?
  /// The form's steps with the titles that they and their sections have now; empty for their own.
  public var steps: [FormStep]
  /// The templates of issues by their codes, as those of ``ValidationMessages``.
  public var messages: [ValidationIssue.Code: String]
  /// The form's own words by the English ones, as those of ``ValidationMessages``.
  public var words: [String: String]

  /// Makes texts; nil and missing entries keep the form's own.
  public init(
    title: String? = nil, steps: [FormStep] = [], messages: [ValidationIssue.Code: String] = [:],
    words: [String: String] = [:]
  ) { (self.title, self.steps, self.messages, self.words) = (title, steps, messages, words) }
}

extension ValidationMessages {
  /// Replaces the messages and words that depend on a form's value.
  mutating func follow(_ texts: FormTexts) {
    templates.merge(texts.messages) { _, new in new }
    translations.merge(texts.words) { _, new in new }
  }
}
