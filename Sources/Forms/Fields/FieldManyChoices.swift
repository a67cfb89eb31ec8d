extension FormField {
  /// Several of many options.
  ///
  ///     .choices("workshops", \.workshops, least: 1, most: 2)
  ///
  /// They appear in the form's output in the options' order.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - least: The minimum number of options chosen.
  ///   - most: The maximum number of options chosen; nil for all of them.
  ///   - rules: Further rules, the most important first.
  public static func choices<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, Set<Option>> & Sendable, label: String? = nil,
    least: Int = 0, most: Int? = nil, _ rules: ValidationRule<Set<Option>>...
  ) -> FormField {
    choices(
      name, path, label: label, Option.options, least: least, most: most, rules,
      read: { chosen in Option.allCases.filter(chosen.contains).map(\.rawValue) },
      write: { Set($0.compactMap(Option.init(rawValue:))) })
  }

  /// Several of many options, in the options' order.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - least: The minimum number of options chosen.
  ///   - most: The maximum number of options chosen; nil for all of them.
  ///   - rules: Further rules, the most important first.
  public static func choices<Option: FormChoice>(
    _ name: String, _ path: WritableKeyPath<Value, [Option]> & Sendable, label: String? = nil,
    least: Int = 0, most: Int? = nil, _ rules: ValidationRule<[Option]>...
  ) -> FormField {
    choices(
      name, path, label: label, Option.options, least: least, most: most, rules,
      read: { chosen in
        let chosen = Set(chosen)
        return Option.allCases.filter(chosen.contains).map(\.rawValue)
      },
      write: { $0.compactMap(Option.init(rawValue:)) })
  }

  /// Several of many options that come from data, by their names and in the options' order.
  ///
  ///     .choices("workshops", \.workshops, options: ["a", "b", "c"], least: 1, most: 2)
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - options: The options, no two of one name; none if they are loaded.
  ///   - least: The minimum number of options chosen.
  ///   - most: The maximum number of options chosen; nil for all of them.
  ///   - rules: Further rules, the most important first.
  public static func choices(
    _ name: String, _ path: WritableKeyPath<Value, [String]> & Sendable, label: String? = nil,
    options: [FieldOption], least: Int = 0, most: Int? = nil, _ rules: ValidationRule<[String]>...
  ) -> FormField {
    choices(
      name, path, label: label, options, least: least, most: most, rules, read: { $0 },
      write: { $0 })
  }

  private static func choices<Chosen: Collection & Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, Chosen> & Sendable, label: String?,
    _ options: [FieldOption], least: Int, most: Int?, _ rules: [ValidationRule<Chosen>],
    read: @escaping @Sendable (Chosen) -> [String], write: @escaping @Sendable ([String]) -> Chosen
  ) -> FormField {
    let limits = least...max(least, most ?? .max)
    var all: [ValidationRule<Chosen>] = [.atLeast(limits.lowerBound)]
    if let most { all.append(.atMost(most)) }
    let rules = ValidationRules(all + rules)
    var field = FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .choices(options, limits), blank: .names([]),
          read: { .names(read($0[keyPath: path])) },
          write: { contents, value in
            value[keyPath: path] = write(contents.names)
            return nil
          },
          states: { rules.states(of: $0[keyPath: path]) },
          datum: { .texts(read($0[keyPath: path])) })))
    field.options.fixed = OptionTable(options)
    return field
  }
}

extension ValidationRule where Value: Collection & Sendable {
  /// At least a number of elements.
  static func atLeast(_ minimum: Int) -> ValidationRule {
    ValidationRule(ValidationIssue(.tooFew, ["minimum": .integer(minimum)])) { $0.count >= minimum }
      .unlisted()
  }

  /// At most a number of elements; to choose more does not help.
  static func atMost(_ maximum: Int) -> ValidationRule {
    let issue = ValidationIssue(.tooMany, ["maximum": .integer(maximum)])
    return ValidationRule(issue) { $0.count <= maximum ? .met : .failed(issue) }.unlisted()
  }
}
