/// A field that is not a list: the access to its property, and its own rules.
struct FieldLeaf<Value: Sendable>: Sendable {
  var control: FieldControl
  /// The contents of an empty field; nil if the field is never empty.
  let blank: FieldContents?
  /// Returns a property's value as contents, as it would have been typed.
  var read: @Sendable (Value) -> FieldContents
  /// Puts the typed text into the property, transformed; or leaves the property as it was and
  /// returns the issue of unreadable text.
  var write: @Sendable (FieldContents, inout Value) -> ValidationIssue?
  /// Evaluates the field's own rules for the property.
  var states: @Sendable (Value) -> ValidationStates
  /// Returns the property as it appears in a form's output; nil if it does not appear there.
  let datum: @Sendable (Value) -> FormDatum?
  /// Returns the text to type for a datum; nil if the field does not accept it.
  var typed: @Sendable (FormDatum) -> String? = { _ in nil }
  /// Texts that complete the one typed; nil for none.
  var suggest: SuggestionQuestion<Value>?
}

extension FieldLeaf {
  /// Fills in contents; or leaves the property as it was and returns the issue of text that no
  /// field accepts or that cannot be read.
  func enter(_ contents: FieldContents, _ value: inout Value) -> ValidationIssue? {
    if case .text(let control) = control, case .text(let text) = contents,
      let issue = control.issue(of: text)
    {
      return issue
    }
    return write(contents, &value)
  }
}

extension FormField {
  /// A text that is one line long.
  ///
  ///     .text("street", \.street, .required, .maximumLength(80))
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - transform: The change made to the text before rules see it.
  ///   - rules: The field's rules, the most important first.
  public static func text(
    _ name: String, _ path: WritableKeyPath<Value, String> & Sendable, label: String? = nil,
    transform: TextTransform = .usual, _ rules: ValidationRule<String>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(), transform: transform, as: .plain,
      ValidationRules(rules))
  }

  /// Text of one line, with separately defined rules, such as a policy.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - transform: The change made to the text before rules see it.
  ///   - rules: The field's rules, the most important first.
  public static func text(
    _ name: String, _ path: WritableKeyPath<Value, String> & Sendable, label: String? = nil,
    transform: TextTransform = .usual, _ rules: ValidationRules<String>
  ) -> FormField {
    text(name, path, label: label, TextControl(), transform: transform, as: .plain, rules)
  }

  /// A text that must not be shown while it is typed, and is never altered.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - transform: The change made to the text before rules see it.
  ///   - rules: The field's rules, the most important first.
  public static func secret(
    _ name: String, _ path: WritableKeyPath<Value, String> & Sendable, label: String? = nil,
    transform: TextTransform = .none, _ rules: ValidationRule<String>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(isSecret: true), transform: transform, as: .plain,
      ValidationRules(rules))
  }

  /// A value that is typed as text, such as a number.
  ///
  ///     .text("age", \.age, as: .integer, .range(18...120))
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - format: The format in which a value is read and written.
  ///   - rules: The field's rules, the most important first.
  public static func text<Part: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, Part> & Sendable, label: String? = nil,
    as format: TextFormat<Part>, _ rules: ValidationRule<Part>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(), transform: .usual, as: format,
      ValidationRules(rules))
  }

  /// On or off.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: The field's rules; `.accepted` for terms to be agreed to.
  public static func toggle(
    _ name: String, _ path: WritableKeyPath<Value, Bool> & Sendable, label: String? = nil,
    _ rules: ValidationRule<Bool>...
  ) -> FormField {
    let rules = ValidationRules(rules)
    return FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .toggle, blank: .flag(false), read: { .flag($0[keyPath: path]) },
          write: { contents, value in
            if case .flag(let isOn) = contents { value[keyPath: path] = isOn }
            return nil
          },
          states: { rules.states(of: $0[keyPath: path]) },
          datum: { .flag($0[keyPath: path]) })))
  }

  /// A field that only shows text.
  ///
  ///     .note("why", "We send the ticket to this address.")
  ///
  /// It appears in no output. The form's messages can translate the text, under the note's name.
  ///
  /// - Parameters:
  ///   - name: The note's name.
  ///   - text: The text.
  public static func note(_ name: String, _ text: String) -> FormField {
    FormField(
      name, \Value.self, label: text,
      content: .leaf(
        FieldLeaf(
          control: .note(text), blank: nil, read: { _ in .nothing }, write: { _, _ in nil },
          states: { _ in ValidationStates(entries: []) }, datum: { _ in nil })))
  }

  /// A field that is typed as text, of any kind.
  static func text<Part: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, Part> & Sendable, label: String?,
    _ control: TextControl, transform: TextTransform, as format: TextFormat<Part>,
    _ rules: ValidationRules<Part>
  ) -> FormField {
    FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .text(control), blank: .text(""),
          read: { .text(format.write($0[keyPath: path])) },
          write: { contents, value in
            guard case .text(let typed) = contents else { return nil }
            let text = transform(typed)
            guard let part = format.read(text) else {
              return text.isEmpty
                ? ValidationIssue(.required) : format.issueOf?(text) ?? format.issue
            }
            value[keyPath: path] = part
            return nil
          },
          states: { rules.states(of: $0[keyPath: path]) },
          datum: { format.datum($0[keyPath: path]) },
          typed: format.typed)))
  }
}
