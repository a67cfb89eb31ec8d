// Ratings and rankings: numbers and orders that are not text.

extension FormField {
  /// A rating, starting at 1; nil until there is one.
  ///
  ///     .rating("satisfaction", \.satisfaction, through: 5)
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - most: The maximum rating, 2 to 9.
  ///   - rules: Further rules, the most important first.
  public static func rating(
    _ name: String, _ path: WritableKeyPath<Value, Int?> & Sendable, label: String? = nil,
    through most: Int = 5, _ rules: ValidationRule<Int?>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(aid: .rating(through: most)), transform: .usual,
      as: .integer, ValidationRules(rules + [.range(1...most)]))
  }

  /// All of some options, in the user's order.
  ///
  ///     .ranking("wishes", \.wishes, options: ["price", "speed", "support"])
  ///
  /// The property has the options' names, the first one first. Its first value has to be an order
  /// of all of them.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - options: The options, no two of one name.
  ///   - rules: The field's rules, the most important first.
  public static func ranking(
    _ name: String, _ path: WritableKeyPath<Value, [String]> & Sendable, label: String? = nil,
    options: [FieldOption], _ rules: ValidationRule<[String]>...
  ) -> FormField {
    let rules = ValidationRules(rules)
    var field = FormField(
      name, path, label: label,
      content: .leaf(
        FieldLeaf(
          control: .ranking(options), blank: .names(options.map(\.name)),
          read: { .names($0[keyPath: path]) },
          write: { contents, value in
            value[keyPath: path] = contents.names
            return nil
          },
          states: { rules.states(of: $0[keyPath: path]) },
          datum: { .texts($0[keyPath: path]) })))
    field.options.fixed = OptionTable(options)
    return field
  }
}
