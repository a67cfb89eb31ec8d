// Kinds of text with their own control.

extension FormField {
  /// Text of several lines.
  ///
  ///     .lines("remarks", \.remarks, rows: 4, limit: 500)
  ///
  /// Accepts all kinds of line break, and keeps them as LF. The limit counts `Character`s.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rows: The height of its box in rows.
  ///   - limit: The maximum number of characters; nil for any number.
  ///   - rules: The field's rules, the most important first.
  public static func lines(
    _ name: String, _ path: WritableKeyPath<Value, String> & Sendable, label: String? = nil,
    rows: Int = 4, limit: Int? = nil, _ rules: ValidationRule<String>...
  ) -> FormField {
    var control = TextControl()
    (control.rows, control.limit) = (max(2, rows), limit)
    return text(
      name, path, label: label, control, transform: TextTransform.lineBreaks.then(.usual),
      as: .plain, ValidationRules(rules + (limit.map { [.length(...$0)] } ?? [])))
  }

  /// A day, with a calendar.
  ///
  ///     .day("arrival", \.arrival, from: CalendarDay("2026-01-01"))
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - first: The first day allowed; nil for any.
  ///   - last: The last day allowed; nil for any.
  ///   - rules: Further rules, the most important first.
  public static func day(
    _ name: String, _ path: WritableKeyPath<Value, CalendarDay> & Sendable,
    label: String? = nil, from first: CalendarDay? = nil, through last: CalendarDay? = nil,
    _ rules: ValidationRule<CalendarDay>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(aid: .calendar(from: first, through: last)),
      transform: .usual, as: .day, ValidationRules(.limits(first, last) + rules))
  }

  /// A day that may be missing, with a calendar.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - first: The first day allowed; nil for any.
  ///   - last: The last day allowed; nil for any.
  ///   - rules: Further rules, the most important first.
  public static func day(
    _ name: String, _ path: WritableKeyPath<Value, CalendarDay?> & Sendable,
    label: String? = nil, from first: CalendarDay? = nil, through last: CalendarDay? = nil,
    _ rules: ValidationRule<CalendarDay?>...
  ) -> FormField {
    text(
      name, path, label: label, TextControl(aid: .calendar(from: first, through: last)),
      transform: .usual, as: .day,
      ValidationRules(
        [ValidationRule<CalendarDay>].limits(first, last).map { $0.ifGiven() } + rules))
  }

  /// A whole number that ↑ and ↓ change by steps.
  ///
  ///     .step("seats", \.seats, 1...8)
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - limits: The numbers allowed.
  ///   - step: The size of a step.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: Further rules, the most important first.
  public static func step(
    _ name: String, _ path: WritableKeyPath<Value, Int> & Sendable, _ limits: ClosedRange<Int>,
    by step: Int = 1, label: String? = nil, _ rules: ValidationRule<Int>...
  ) -> FormField {
    let aid = TextAid.step(
      by: DecimalNumber(step), from: DecimalNumber(limits.lowerBound),
      through: DecimalNumber(limits.upperBound))
    return text(
      name, path, label: label, TextControl(aid: aid), transform: .usual, as: .integer,
      ValidationRules([.range(limits)] + rules))
  }

  /// A number that ↑ and ↓ change by steps.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - limits: The numbers allowed.
  ///   - step: The size of a step.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - format: The format in which a number is read and written.
  ///   - rules: Further rules, the most important first.
  public static func step(
    _ name: String, _ path: WritableKeyPath<Value, Double> & Sendable,
    _ limits: ClosedRange<Double>, by step: Double, label: String? = nil,
    as format: TextFormat<Double> = .decimal, _ rules: ValidationRule<Double>...
  ) -> FormField {
    let aid = TextAid.step(
      by: DecimalNumber(step) ?? 1, from: DecimalNumber(limits.lowerBound),
      through: DecimalNumber(limits.upperBound))
    return text(
      name, path, label: label, TextControl(aid: aid), transform: .usual, as: format,
      ValidationRules([.range(limits)] + rules))
  }

  /// The path of a file or a folder.
  ///
  ///     .file("photo", \.photo, .required)
  ///
  /// Names of files complete it as it is typed. Rules about the file ask a ``FileLookup``.
  ///
  /// - Parameters:
  ///   - name: The field's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - rules: The field's rules, the most important first.
  public static func file(
    _ name: String, _ path: WritableKeyPath<Value, String> & Sendable, label: String? = nil,
    _ rules: ValidationRule<String>...
  ) -> FormField {
    // Names of files may end in a blank and have letters in any form, so nothing is altered.
    text(
      name, path, label: label, TextControl(aid: .files), transform: .none, as: .plain,
      ValidationRules(rules))
  }
}

extension TextControl {
  init(aid: TextAid) {
    self.init()
    self.aid = aid
  }
}

// MARK: - What is changed of a text

extension FormField {
  /// This text in groups while it is typed; the property does not contain the separators.
  ///
  ///     .text("account", \.account, .required).mask(.iban)
  ///
  /// The check digits of ``TextMask/iban`` and ``TextMask/card`` must be right.
  public func mask(_ mask: TextMask) -> FormField {
    changingLeaf { leaf in
      leaf.changeText { $0.mask = mask }
      if let rule = mask.rule {
        leaf.states = { [read = leaf.read, states = leaf.states] value in
          let state = rule.evaluate(read(value).text ?? "")
          return ValidationStates(entries: states(value).entries + [rule.entry(state: state)])
        }
      }
      let (read, write, typed) = (leaf.read, leaf.write, leaf.typed)
      leaf.read = { value in
        guard case .text(let text) = read(value) else { return read(value) }
        return .text(mask.arranged(text))
      }
      leaf.write = { contents, value in
        write(contents.text.map { .text(mask.value(of: $0)) } ?? contents, &value)
      }
      leaf.typed = { typed($0).map(mask.arranged) }
    }
  }

  /// This field with a unit or a currency after it, which is not typed.
  ///
  ///     .text("price", \.price, as: .decimal(places: 2)).suffix("€")
  public func suffix(_ suffix: String) -> FormField {
    changingLeaf { leaf in leaf.changeText { $0.suffix = suffix } }
  }

  /// This field with a typing aid that has no rule of its own.
  ///
  ///     .text("age", \.age, as: .integer)
  ///       .aid(.step(by: 1, from: 0, through: 120))
  public func aid(_ aid: TextAid) -> FormField {
    changingLeaf { leaf in leaf.changeText { $0.aid = aid } }
  }

  /// This field with a message for text with line breaks, which is then refused.
  package func refusingLineBreaks(_ sentence: String) -> FormField {
    changingLeaf { leaf in leaf.changeText { $0.lineBreakRefusal = sentence } }
  }

  /// Lets a function change the field, unless it is a list.
  func changingLeaf(_ change: (inout FieldLeaf<Value>) -> Void) -> FormField {
    guard case .leaf(var leaf) = content else { return self }
    change(&leaf)
    return with { $0.content = .leaf(leaf) }
  }
}

extension FieldLeaf {
  /// Lets a function change how text is typed; ignores fields of other kinds.
  mutating func changeText(_ change: (inout TextControl) -> Void) {
    guard case .text(var text) = control else { return }
    change(&text)
    control = .text(text)
  }
}
