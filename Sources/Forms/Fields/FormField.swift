/// A field of a form: which property of the form's value it fills in, and what that has to be.
///
///     FormField<Address>.text("street", \.street, .required, .maximumLength(80))
///     FormField<Address>.choice("state", \.state, .required).shown { $0.country == .unitedStates }
///
/// Its name is what a server, a file and a test call it; it stays the same in every language. The
/// label that the user sees is made of it (`phoneNumbers`: “Phone numbers”), unless the field or
/// the form's ``ValidationMessages/labels`` say otherwise. Rules are given in the order in which
/// their issues matter.
public struct FormField<Value: Sendable>: Sendable {
  /// The name, in lower camel case.
  public let name: String
  /// What the user sees, unless the form's messages have another label for the name.
  public let label: String
  /// What is to be said beside the label, such as what form an answer has.
  public private(set) var hint: String?

  /// The property that it fills in.
  let path: PartialKeyPath<Value> & Sendable
  let content: Content
  /// Whether it is there, given what is in the other fields; nil for always.
  private(set) var isShown: (@Sendable (Value) -> Bool)?
  /// Which of a choice's options there are, given what is in the other fields; nil for all.
  private(set) var offered: (@Sendable (Value) -> [Int])?
  /// Rules that read several fields.
  private(set) var wholeRules: [WholeRule] = []
  private(set) var checks: [FieldCheck<Value>] = []
  /// When what is wrong is shown; nil for what the form says.
  private(set) var visibility: IssueVisibility?

  /// What the field is made of.
  enum Content: Sendable {
    case leaf(FieldLeaf<Value>)
    case list(any FieldList<Value>)
  }

  /// A rule for the whole value, and the properties that it reads beside the field's own.
  struct WholeRule: Sendable {
    var rule: ValidationRule<Value>
    var reads: [PartialKeyPath<Value> & Sendable]
  }

  init(
    _ name: String, _ path: PartialKeyPath<Value> & Sendable, label: String?, content: Content
  ) {
    self.name = name
    self.label = label ?? Self.label(of: name)
    self.path = path
    self.content = content
  }

  /// `phoneNumbers` as people write it: “Phone numbers”, or “Phone Numbers” if it is a title.
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
  /// This field with a rule that reads other fields, too.
  ///
  ///     .text("until", \.until, as: .integer)
  ///       .rule(ValidationRule(ValidationIssue("order")) { $0.from <= $0.until }, reading: \.from)
  ///
  /// A text that repeats another has the rule `.matches(\.confirmation, \.password)`.
  ///
  /// The issue is shown at this field. The rule is evaluated when this or one of the fields that it
  /// reads changes, whatever is wrong elsewhere; not while one of these is hidden or cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - rule: A rule for the form's value, or for a row's where the field is one of a row.
  ///   - paths: The properties that it reads beside the field's own.
  public func rule(
    _ rule: ValidationRule<Value>, reading paths: PartialKeyPath<Value> & Sendable...
  ) -> FormField {
    var field = self
    field.wholeRules.append(WholeRule(rule: rule, reads: paths))
    return field
  }

  /// This field with a rule whose answer takes a while.
  ///
  ///     .text("username", \.username, .required).check(isFree, of: \.username)
  ///
  /// - Parameters:
  ///   - rule: What is asked.
  ///   - part: The property that it is asked about.
  public func check<Part: Hashable & Sendable>(
    _ rule: AsyncValidationRule<Part>, of part: KeyPath<Value, Part> & Sendable
  ) -> FormField {
    check(rule, reading: [part]) { $0[keyPath: part] }
  }

  /// This field with a rule about several fields whose answer takes a while.
  ///
  /// - Parameters:
  ///   - rule: What is asked.
  ///   - paths: The properties that the question reads.
  ///   - part: What it is asked about.
  public func check<Part: Hashable & Sendable>(
    _ rule: AsyncValidationRule<Part>, reading paths: [PartialKeyPath<Value> & Sendable],
    of part: @escaping @Sendable (Value) -> Part
  ) -> FormField {
    var field = self
    field.checks.append(FieldCheck(rule, reads: paths, of: part))
    return field
  }

  /// This field, there only while a condition holds.
  ///
  /// A hidden field is neither validated nor submitted: in the form's output it is empty. What was
  /// typed into it is there again when it comes back.
  public func shown(when condition: @escaping @Sendable (Value) -> Bool) -> FormField {
    var field = self
    field.isShown = condition
    return field
  }

  /// This choice with some of its options only, as other fields have it.
  func offering(
    _ offered: @escaping @Sendable (Value) -> [Int],
    reading paths: [PartialKeyPath<Value> & Sendable],
    _ rule: ValidationRule<Value>
  ) -> FormField {
    var field = self
    field.offered = offered
    field.wholeRules.append(WholeRule(rule: rule, reads: paths))
    return field
  }

  /// This field with something to be said beside its label, such as what form an answer has.
  public func hint(_ hint: String) -> FormField {
    var field = self
    field.hint = hint
    return field
  }

  /// This field with its own time for showing what is wrong.
  public func issues(_ visibility: IssueVisibility) -> FormField {
    var field = self
    field.visibility = visibility
    return field
  }
}

/// When a field shows what is wrong with it.
///
/// In every case a submission shows all that is wrong, and what has become right is called wrong no
/// longer, at once.
public enum IssueVisibility: Hashable, Sendable {
  /// From leaving the field on, if it has been edited; then with every key. Before that only what
  /// typing on cannot put right.
  case afterLeaving
  /// From the first key on.
  case whileTyping
  /// From the first submission on.
  case afterSubmitting
}
