/// A field of a form: the property of the form's value that it fills in, and its rules.
///
///     FormField<Address>.text("street", \.street, .required, .maximumLength(80))
///     FormField<Address>.choice("state", \.state, .required).shown { $0.country == .unitedStates }
///
/// Servers, files and tests use its name, which is the same in every language. The user sees a
/// label derived from it (`phoneNumbers`: “Phone numbers”), unless the field or the form's
/// ``ValidationMessages/labels`` define another. Rules are given with the most important first.
public struct FormField<Value: Sendable>: Sendable {
  /// The name, in lower camel case.
  public let name: String
  /// The label that the user sees, unless the form's messages have another for the name.
  public let label: String
  /// A note next to the label, such as the format of an answer.
  public var hint: String? { fixedTexts.hint }

  /// The property that the field fills in.
  let path: PartialKeyPath<Value> & Sendable
  var content: Content
  /// Returns true if the field is shown, given the other fields; nil for always.
  private(set) var isShown: (@Sendable (Value) -> Bool)?
  /// Returns true if the field is required, given the other fields; nil if its rules decide.
  var isRequired: (@Sendable (Value) -> Bool)?
  /// The word for one row of a list; nil if it is not a list.
  var item: String?
  /// The texts that replace its own or the form's.
  var fixedTexts = FieldTexts()
  /// Those that depend on the value; nil for none.
  var currentTexts: (@Sendable (Value) -> FieldTexts)?
  /// The options of a choice.
  var options = OptionSource<Value>()
  /// Rules that read several fields.
  private(set) var wholeRules: [WholeRule] = []
  private(set) var checks: [FieldCheck<Value>] = []
  /// The time to show issues; nil for the form's.
  private(set) var visibility: IssueVisibility?

  /// The content of a field, by its kind.
  enum Content: Sendable {
    case leaf(FieldLeaf<Value>)
    case list(any FieldList<Value>)
  }

  /// A rule for the whole value, and the properties that it reads besides the field's own.
  struct WholeRule: Sendable {
    var rule: ValidationRule<Value>
    var reads: [PartialKeyPath<Value> & Sendable]
    /// The properties that its sentence also names.
    var mentions: [PartialKeyPath<Value> & Sendable] = []
  }

  init(_ name: String, _ path: PartialKeyPath<Value> & Sendable, label: String?, content: Content) {
    self.name = name
    self.label = label ?? Self.label(of: name)
    (self.path, self.content) = (path, content)
  }

  /// This field with a change.
  func with(_ change: (inout FormField) -> Void) -> FormField {
    var field = self
    change(&field)
    return field
  }

  /// The parts of it that every state of a form has.
  var description: FieldDescription {
    let (control, typed, rows): (FieldControl, @Sendable (FormDatum) -> String?, [FieldDescription])
    switch content {
    case .leaf(let leaf): (control, typed, rows) = (leaf.control, leaf.typed, [])
    case .list(let list): (control, typed, rows) = (.list(list.limits), { _ in nil }, list.fields)
    }
    return FieldDescription(
      name: name, label: label, item: item, texts: fixedTexts,
      visibility: visibility, control: control, path: path, typed: typed, rows: rows)
  }

  /// Returns the word for one of several things in English: `phone` for “Phones”.
  static func item(of label: String) -> String {
    let word = label.prefix(1).lowercased() + label.dropFirst()
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }

  /// Returns `phoneNumbers` as people write it: “Phone numbers”, or “Phone Numbers” if it is a
  /// title.
  static func label(of name: String, isTitle: Bool = false) -> String {
    var label = ""
    for character in name {
      if label.isEmpty {
        label += character.uppercased()
      } else if character.isUppercase {
        label += " " + (isTitle ? String(character) : character.lowercased())
      } else {
        label.append(character)
      }
    }
    return label
  }
}

extension FormField {
  /// This field with a rule that also reads other fields.
  ///
  ///     .text("until", \.until, as: .integer)
  ///       .rule(ValidationRule(ValidationIssue("order")) { $0.from <= $0.until }, reading: \.from)
  ///
  /// Text that repeats another field's has the rule `.matches(\.confirmation, \.password)`.
  ///
  /// The issue is shown at this field. The rule is evaluated when this field or one of those that
  /// it reads changes, regardless of issues elsewhere, but not while one of these is hidden or
  /// cannot be read.
  ///
  /// - Parameters:
  ///   - rule: A rule for the form's value, or for a row's if the field is one of a row.
  ///   - paths: The properties that it reads besides the field's own.
  public func rule(
    _ rule: ValidationRule<Value>, reading paths: PartialKeyPath<Value> & Sendable...
  ) -> FormField { self.rule(rule, reading: paths) }

  func rule(
    _ rule: ValidationRule<Value>, reading paths: [PartialKeyPath<Value> & Sendable],
    mentioning mentions: [PartialKeyPath<Value> & Sendable] = []
  ) -> FormField {
    with { $0.wholeRules.append(WholeRule(rule: rule, reads: paths, mentions: mentions)) }
  }

  /// This field with a rule that takes a while.
  ///
  ///     .text("username", \.username, .required).check(isFree, of: \.username)
  ///
  /// - Parameters:
  ///   - rule: The question to ask.
  ///   - part: The property that the question is about.
  public func check<Part: Hashable & Sendable>(
    _ rule: AsyncValidationRule<Part>, of part: KeyPath<Value, Part> & Sendable
  ) -> FormField { check(rule, reading: [part]) { $0[keyPath: part] } }

  /// This field with a rule about several fields that takes a while.
  ///
  /// - Parameters:
  ///   - rule: The question to ask.
  ///   - paths: The properties that the question reads.
  ///   - part: The subject of the question.
  public func check<Part: Hashable & Sendable>(
    _ rule: AsyncValidationRule<Part>, reading paths: [PartialKeyPath<Value> & Sendable],
    of part: @escaping @Sendable (Value) -> Part
  ) -> FormField {
    let terms = CheckTerms(
      debounce: rule.debounce, timeout: rule.timeout, isAskedOnLeaving: rule.trigger == .leaving,
      isSettledBySubmission: rule.isSettledBySubmission)
    return with {
      $0.checks.append(FieldCheck(terms, reads: paths, of: part, question: rule.question))
    }
  }

  /// This field, shown only while a condition is true.
  ///
  /// A hidden field is neither validated nor submitted: in the form's output it is empty. Its input
  /// reappears when the field does.
  public func shown(when condition: @escaping @Sendable (Value) -> Bool) -> FormField {
    with { $0.isShown = condition }
  }

  /// This field with a note next to its label, such as the format of an answer.
  public func hint(_ hint: String) -> FormField { with { $0.fixedTexts.hint = hint } }

  /// This field with a message that replaces those of its own rules.
  ///
  ///     .text("name", \.name, .required, .length(2...60)).saying("Your name, 2 to 60 characters")
  ///
  /// Unreadable text, and rules that read other fields, keep their messages.
  public func saying(_ sentence: String) -> FormField { with { $0.fixedTexts.sentence = sentence } }

  /// This field with its own time to show issues.
  public func issues(_ visibility: IssueVisibility) -> FormField {
    with { $0.visibility = visibility }
  }
}
