/// The type of a choice's options: an enumeration with names.
///
///     enum Country: String, FormChoice { case germany, sweden, unitedStates }
///
/// A case's label is its name made readable (“United States”), unless `label` or the form's
/// ``ValidationMessages/labels`` define another, there under `country.unitedStates` for a field
/// named `country`.
public protocol FormChoice: Hashable, CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The label that the user sees.
  var label: String { get }
}

extension FormChoice {
  /// The name of the case, made readable.
  public var label: String { FormField<Never>.label(of: rawValue, isTitle: true) }

  static var options: [FieldOption] { allCases.map(\.option) }

  fileprivate var option: FieldOption { FieldOption(name: rawValue, label: label) }
}

extension FormField {
  /// One of several options.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: The field's rules, the most important first.
  public static func choice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option> & Sendable, label: String? = nil,
    _ rules: ValidationRule<Option>...
  ) -> FormField {
    choice(
      name, path, label: label, Option.options, allowsNone: false, ValidationRules(rules),
      read: { $0.rawValue }, write: { $0.flatMap(Option.init(rawValue:)) })
  }

  /// One of several options, or none.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: The field's rules, the most important first; `.required` to require a choice.
  public static func choice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String? = nil,
    _ rules: ValidationRule<Option?>...
  ) -> FormField { optionalChoice(name, path, label: label, ValidationRules(rules)) }

  private static func optionalChoice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String?,
    _ rules: ValidationRules<Option?>
  ) -> FormField {
    choice(
      name, path, label: label, Option.options, allowsNone: true, rules,
      read: { $0?.rawValue }, write: { .some($0.flatMap(Option.init(rawValue:))) })
  }

  /// One of several options, or none; the options offered depend on other fields.
  ///
  ///     .choice("state", \.state, offering: { $0.country.states }, reading: \.country)
  ///
  /// A choice that is no longer offered is kept, shown as none, and blocks the form
  /// (``ValidationIssue/Code/notOffered``) until the user makes another or it is offered again. So
  /// a slip in another field loses no answer, and no unsuitable answer is submitted.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - options: Returns the options offered, in their order.
  ///   - read: The properties that `options` reads.
  ///   - rules: The field's rules, the most important first; `.required` to require a choice.
  public static func choice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String? = nil,
    offering options: @escaping @Sendable (Value) -> [Option],
    reading read: PartialKeyPath<Value> & Sendable..., rules: ValidationRule<Option?>...
  ) -> FormField {
    var field = optionalChoice(name, path, label: label, ValidationRules(rules))
    field.options.offered = { options($0).map(\.option) }
    field.options.reads = read
    return field
  }

  /// One of several options that come from data, or none.
  ///
  ///     .choice("ticket", \.ticket, options: ["day", "week", "business"], .required)
  ///
  /// The property has the option's name. A name that is not among the options blocks the form.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - options: The options, no two of one name; none if they are loaded.
  ///   - rules: The field's rules, the most important first; `.required` to require a choice.
  public static func choice(
    _ name: String, _ path: WritableKeyPath<Value, String?> & Sendable, label: String? = nil,
    options: [FieldOption], _ rules: ValidationRule<String?>...
  ) -> FormField { choice(name, path, label: label, options: options, ValidationRules(rules)) }

  /// One of several options that come from data, or none, with rules that come from elsewhere.
  static func choice(
    _ name: String, _ path: WritableKeyPath<Value, String?> & Sendable, label: String? = nil,
    options: [FieldOption], _ rules: ValidationRules<String?>
  ) -> FormField {
    choice(
      name, path, label: label, options, allowsNone: true, rules, read: { $0 },
      write: { .some($0) })
  }

  private static func choice<Part: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, Part> & Sendable, label: String?,
    _ options: [FieldOption], allowsNone: Bool, _ rules: ValidationRules<Part>,
    read: @escaping @Sendable (Part) -> String?, write: @escaping @Sendable (String?) -> Part?
  ) -> FormField {
    var field = FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .choice(options, allowsNone: allowsNone), blank: allowsNone ? .names([]) : nil,
          read: { .names(read($0[keyPath: path]).map { [$0] } ?? []) },
          write: { contents, value in
            if let part = write(contents.names.first) { value[keyPath: path] = part }
            return nil
          },
          states: { rules.states(of: $0[keyPath: path]) },
          datum: { read($0[keyPath: path]).map { .text($0) } ?? FormDatum.none })))
    field.options.fixed = OptionTable(options)
    return field
  }
}

extension FieldOption: ExpressibleByStringLiteral {
  /// An option whose label is its name.
  public init(stringLiteral name: String) { self.init(name: name, label: name) }
}
