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

  fileprivate static var options: [FieldOption] {
    allCases.map { FieldOption(name: $0.rawValue, label: $0.label) }
  }
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
    let (rules, all) = (ValidationRules(rules), Array(Option.allCases))
    return FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .choice(Option.options, allowsNone: false), blank: nil,
          read: { .choice(all.firstIndex(of: $0[keyPath: path])) },
          write: { input, value in
            if case .choice(let index?) = input, all.indices.contains(index) {
              value[keyPath: path] = all[index]
            }
            return nil
          },
          standings: { rules.standings(of: $0[keyPath: path]) },
          datum: { .text($0[keyPath: path].rawValue) })))
  }

  /// One of several options, or none.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: The field's rules, the most important first; `.required` for a choice to be made.
  public static func choice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String? = nil,
    _ rules: ValidationRule<Option?>...
  ) -> FormField {
    optionalChoice(name, path, label: label, ValidationRules(rules))
  }

  private static func optionalChoice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String?,
    _ rules: ValidationRules<Option?>
  ) -> FormField {
    let all = Array(Option.allCases)
    return FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .choice(Option.options, allowsNone: true), blank: .choice(nil),
          read: { value in .choice(value[keyPath: path].flatMap(all.firstIndex(of:))) },
          write: { input, value in
            guard case .choice(let index) = input else { return nil }
            value[keyPath: path] = index.flatMap { all.indices.contains($0) ? all[$0] : nil }
            return nil
          },
          standings: { rules.standings(of: $0[keyPath: path]) },
          datum: { $0[keyPath: path].map { .text($0.rawValue) } ?? .none })))
  }

  /// One of several options, or none; the options offered depend on other fields.
  ///
  ///     .choice("state", \.state, offering: { $0.country.states }, reading: \.country)
  ///
  /// A choice that is no longer among the options stays, is shown as none, and bars the form
  /// (``ValidationIssue/Code/notOffered``) until another is made or it is offered again. So no
  /// answer is lost by a slip in another field, and no answer that does not fit is submitted.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - options: The places of the options offered, in their order.
  ///   - read: The properties that `options` reads.
  ///   - rules: The field's rules, the most important first; `.required` for a choice to be made.
  public static func choice<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Option?> & Sendable, label: String? = nil,
    offering options: @escaping @Sendable (Value) -> [Option],
    reading read: PartialKeyPath<Value> & Sendable..., rules: ValidationRule<Option?>...
  ) -> FormField {
    let all = Array(Option.allCases)
    let isOffered = ValidationRule<Value>(ValidationIssue(.notOffered)) { value in
      guard let option = value[keyPath: path] else { return .met }
      return options(value).contains(option) ? .met : .failed(ValidationIssue(.notOffered))
    }
    return optionalChoice(name, path, label: label, ValidationRules(rules))
      .offering(
        { value in options(value).compactMap(all.firstIndex(of:)) }, reading: read,
        isOffered.unlisted())
  }
}
