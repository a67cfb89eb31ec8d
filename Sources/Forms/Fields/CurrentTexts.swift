// Texts of a field that depend on the form's value, and the condition that makes it required.

extension FormField {
  /// This field with texts that depend on the form's value, and are made again when it changes.
  ///
  ///     .note("total", "").texts { FieldTexts(label: "Total: \($0.total) EUR") }
  public func texts(_ texts: @escaping @Sendable (Value) -> FieldTexts) -> FormField {
    with { $0.currentTexts = texts }
  }

  /// This field with its own templates for issues, by code, in place of the form's.
  ///
  ///     .text("name", \.name, .required).saying([.required: "Who are you?"])
  public func saying(_ messages: [ValidationIssue.Code: String]) -> FormField {
    with { $0.fixedTexts.messages.merge(messages) { _, new in new } }
  }

  /// This field, required and marked as such while a condition is true.
  ///
  ///     .text("company", \.company).required { $0.ticket == .business }
  ///
  /// A switch must be on; a list and a multiple choice need at least one item.
  public func required(when condition: @escaping @Sendable (Value) -> Bool) -> FormField {
    with { $0.isRequired = condition }
  }
}

extension FormNode {
  /// The issue of a field that is required and has nothing in it; nil if something is filled in.
  var missing: ValidationIssue? {
    switch field.value {
    case .text(let text): text.allSatisfy(\.isWhitespace) ? ValidationIssue(.required) : nil
    case .flag(let isOn): isOn ? nil : ValidationIssue(.notAccepted)
    case .names([]):
      if case .choices = info.control {
        ValidationIssue(.tooFew, ["minimum": 1])
      } else {
        ValidationIssue(.required)
      }
    case .rows([]): ValidationIssue(.tooFew, ["minimum": 1])
    case .names, .rows, .nothing: nil
    }
  }
}
