import Dispatch
import Expressions
import Formats
import Reactive

extension FormDeclaration {
  /// A function that runs the program of a rule with its arguments. It returns nil if all is well,
  /// else the sentence of the issue, empty if the program has none.
  ///
  /// It may block, and is called on another thread than the main one.
  public typealias CommandRunner = @Sendable (_ words: [String]) -> String?

  /// The lines of a file, or of a program's output, which are a field's options.
  public enum LineSource: Hashable, Sendable {
    /// The path of a file.
    case file(String)
    /// A program and its arguments.
    case program([String])
  }

  /// A function that reads the lines of a source, or throws the reason why it cannot.
  ///
  /// It may block, and is called on another thread than the main one.
  public typealias LineReader = @Sendable (LineSource) throws -> [String]

  /// The initial value of its form.
  public var record: FormRecord { record(at: .now) }

  /// Returns the form's initial contents at a time, which relative values refer to.
  public func record(at now: DayAndTime) -> FormRecord { FormRecord(fields, at: now) }

  /// Returns the fields of its form.
  ///
  ///     let form = FormViewModel(declaration.record, fields: declaration.formFields())
  ///
  /// - Parameters:
  ///   - files: Looks at files for fields that check a path; nil to skip these checks.
  ///   - commands: Runs the programs of rules; nil to skip them.
  ///   - lines: Reads the lines that are options; without it such options cannot be loaded.
  ///   - background: The scheduler that runs `commands` and `lines`, which block it.
  ///   - now: Returns the present day and time.
  public func formFields<Background: Scheduler & Sendable>(
    files: FileLookup? = nil, commands: CommandRunner? = nil, lines: LineReader? = nil,
    on background: Background = DispatchQueue.global(),
    now: @escaping @Sendable () -> DayAndTime = { .now }
  ) -> [FormField<FormRecord>] {
    let scope = DeclaredScope(fields, now: now)
    let point = validationMessages.decimalPoint
    let surroundings = FieldKind.Surroundings(
      scope: scope, files: files, point: point,
      options: { source in
        guard let source else {
          return Just<[FieldOption]>([]).setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
        return BackgroundWork.publisher(on: background) {
          guard let lines else { throw OptionError.notRead }
          return FieldOption.options(of: try lines(source))
        }
      })
    var form = fields.map { $0.formField(surroundings) }
    for (number, rule) in rules.enumerated() {
      let index = fields.firstIndex { $0.id == rule.field }!
      switch rule.test {
      case .condition(let condition):
        form[index] = form[index].rule(
          rule.validation(scope.kinds, point: point) { scope.value($0, $1) },
          reading: condition.names.compactMap(scope.path),
          mentioning: rule.mentions(scope.kinds).compactMap(scope.path))
      case .command(let command):
        guard let commands else { continue }
        form[index] = form[index].check(
          rule.question(commands, on: background, number),
          reading: ([rule.field] + command.ids).compactMap(scope.path)
        ) { [field = rule.field] record in
          // A field that is empty is not checked.
          record.has(field) ? command.words(record.word) : []
        }
      }
    }
    return form
  }

  /// The steps of its form: its pages.
  public var steps: [FormStep] {
    pages.map { page in
      let open = page.fields.isEmpty ? [] : [FormSection("", page.fields)]
      return FormStep(page.title ?? "", sections: open + page.sections)
    }
  }

  /// Returns the function that makes the form's titles and messages with expressions in braces; nil
  /// if there are none.
  ///
  ///     let form = FormViewModel(
  ///       declaration.record, fields: declaration.formFields(), steps: declaration.steps,
  ///       texts: declaration.formTexts(), messages: declaration.validationMessages)
  ///
  /// - Parameter now: Returns the present day and time.
  public func formTexts(
    now: @escaping @Sendable () -> DayAndTime = { .now }
  ) -> (@Sendable (FormRecord) -> FormTexts)? {
    let scope = DeclaredScope(fields, now: now)
    let texts = currentTexts(scope, point: validationMessages.decimalPoint)
    guard let texts else { return nil }
    return { record in texts { scope.shownValue($0, record) } }
  }

  /// The texts of the form as a whole that have something in braces, given the values of names.
  private func currentTexts(
    _ scope: DeclaredScope, point: Character
  ) -> (@Sendable (_ value: (String) -> StreamValue?) -> FormTexts)? {
    func read(_ text: String?) -> DeclaredText? { text.flatMap { scope.text($0) } }
    let title = read(title)
    let fixed = steps
    let titles = fixed.map { step in
      (step: read(step.title), sections: step.sections.map { read($0.title) })
    }
    let isFixed = titles.allSatisfy { $0.step == nil && $0.sections.allSatisfy { $0 == nil } }
    var messages: [ValidationIssue.Code: DeclaredText] = [:]
    var words: [String: DeclaredText] = [:]
    for (name, message) in self.messages {
      let parameters = DeclaredText.parameters(of: name)
      let text = scope.text(message, parameters: parameters)
      // A template without expressions stays unchanged.
      guard let text, parameters == nil || !text.isFixed else { continue }
      let code = ValidationIssue.Code(rawValue: name)
      if ValidationMessages.forms.templates[code] != nil {
        messages[code] = text
      } else {
        words[name] = text
      }
    }
    for (number, rule) in rules.enumerated() {
      guard case .command = rule.test, let message = rule.message else { continue }
      messages[.command(number)] = scope.text(message, parameters: [])
    }
    if title == nil, isFixed, messages.isEmpty, words.isEmpty { return nil }
    return { [messages, words] value in
      func filled(_ text: DeclaredText) -> String { text.filled(point: point, value) }
      var texts = FormTexts(
        title: title.map(filled), messages: messages.mapValues(filled),
        words: words.mapValues(filled))
      guard !isFixed else { return texts }
      texts.steps = fixed
      for (step, title) in titles.enumerated() {
        if let title = title.step { texts.steps[step].title = filled(title) }
        for (section, title) in title.sections.enumerated() {
          if let title { texts.steps[step].sections[section].title = filled(title) }
        }
      }
      return texts
    }
  }

  /// The messages of its form, in its language if the library supports that.
  public var validationMessages: ValidationMessages {
    var all = language.map { ValidationMessages.forms(in: $0) } ?? .forms
    if let language { all.decimalPoint = DecimalText.point(in: language) }
    for (code, text) in messages { all.replace(code, by: text) }
    // Without values, for a form that is made without its ``formTexts(now:)``.
    if let texts = currentTexts(DeclaredScope(fields, now: { .now }), point: all.decimalPoint) {
      all.follow(texts { _ in nil })
    }
    return all
  }
}

extension FormDeclaration.Field {
  /// The field of a form.
  func formField(_ surroundings: FieldKind.Surroundings) -> FormField<FormRecord> {
    let scope = surroundings.scope
    var form = kind.make(self, surroundings)
    if let hint { form = form.hint(hint) }
    if let message { form = form.saying(message) }
    form = form.saying(messagesByCode)
    if let texts = currentTexts(surroundings) { form = form.texts(texts) }
    if let same, let path = scope.path(same) {
      form = form.rule(repetition(of: same), reading: [path])
    }
    if let requirement {
      form = form.required { record in requirement.holds { scope.shownValue($0, record) } }
    }
    guard !conditions.isEmpty else { return form }
    return form.shown { [id] record in scope.isShown(id, record) }
  }

  /// A rule for text that repeats another field's.
  private func repetition(of original: String) -> ValidationRule<FormRecord> {
    ValidationRule(ValidationIssue(.mismatch)) { [id] record in
      let (repetition, text) = (record[text: id], record[text: original])
      if repetition.isEmpty {
        return text.isEmpty ? .met : .notYet(ValidationIssue(.confirmationMissing))
      }
      return ValidationRule<TextMatch>.equal.evaluate(TextMatch(of: repetition, with: text))
    }
  }

  /// The initial value; nil for none.
  func firstValue(at now: DayAndTime) -> FormDatum? {
    guard let relativeValue else {
      // A ranking has all of its options.
      return value ?? (kind.name == "ranking" ? .texts(options.map(\.name)) : nil)
    }
    let moment = relativeValue.moment(at: now)
    return switch kind.name {
    case "date": .text(moment.day.description)
    case "time": .text(moment.time.description)
    default: .text(moment.description)
    }
  }

  // MARK: Texts

  /// The messages of its rules by the codes of their issues.
  var messagesByCode: [ValidationIssue.Code: String] {
    var byCode: [ValidationIssue.Code: String] = [:]
    for (name, text) in messages.sorted(by: { $0.key < $1.key }) {
      for code in codes(of: name) { byCode[code] = text }
    }
    return byCode
  }

  /// Returns the issue codes that a rule's key, or a code, stands for; none if the field's kind has
  /// no such rule.
  func codes(of name: String) -> [ValidationIssue.Code] {
    if let codes = ruleCodes(name) { return codes }
    let code = ValidationIssue.Code(rawValue: name)
    return canHave(code) ? [code] : []
  }

  /// Returns true if the issues of the field's kind can have a code.
  private func canHave(_ code: ValidationIssue.Code) -> Bool {
    let keys = ["required", "kind"] + kind.keys.map(\.key.name)
    if keys.contains(where: { (ruleCodes($0) ?? []).contains(code) }) { return true }
    return switch code {
    case .outOfRange: keys.contains("minimum")
    case .unchecked: keys.contains("options")
    case .tooManyBytes, .forbiddenCharacter:
      !["toggle", "list", "choice", "choices", "ranking"].contains(kind.name)
    // A row's field has the issue of its list's `distinct`.
    case .repeated: !["toggle", "list"].contains(kind.name)
    default: false
    }
  }

  /// Returns the codes of the issues of a rule; nil if the field's kind has no rule of that key.
  private func ruleCodes(_ key: String) -> [ValidationIssue.Code]? {
    switch (key, kind.name) {
    case ("required", "toggle"): [.notAccepted]
    case ("required", "list"), ("required", "choices"): [.tooFew]
    case ("required", _): [.required, .confirmationMissing]
    case ("kind", let kind): Self.kindCodes[kind].map { [$0] }
    case ("most", "rating"): [.outOfRange]
    case (let key, _): kind.keys.contains { $0.key.name == key } ? Self.codes[key] : nil
    }
  }

  /// The codes of issues by the keys of rules.
  private static let codes: [String: [ValidationIssue.Code]] = [
    "minLength": [.tooShort], "maxLength": [.tooLong], "pattern": [.notMatching],
    "minimum": [.tooSmall], "maximum": [.tooLarge], "least": [.tooFew], "most": [.tooMany],
    "places": [.notAnAmount], "same": [.mismatch], "mask": [.notAnIBAN, .notACardNumber],
    "options": [.notOffered, .refused], "distinct": [.repeated],
    "exists": [.nothingThere, .noFile, .noFolder, .fileExists],
  ]

  /// The codes of the issues of contents that cannot be read, by kinds.
  private static let kindCodes: [String: ValidationIssue.Code] = [
    "integer": .notANumber, "decimal": .notANumber, "rating": .notANumber, "date": .notADate,
    "time": .notATime,
    "datetime": .notAMoment, "email": .notAnEmail, "url": .notAURL, "host": .notAHost,
  ]

  /// The text that the user sees as a label: all the text of a note.
  var shownLabel: String {
    isNote ? [title, text].compactMap(\.self).joined(separator: ": ") : label
  }

  /// Makes the texts that contain braces; nil if there are none.
  private func currentTexts(
    _ surroundings: FieldKind.Surroundings
  ) -> (@Sendable (FormRecord) -> FieldTexts)? {
    let scope = surroundings.scope
    func read(_ text: String?) -> DeclaredText? { text.flatMap { scope.text($0) } }
    let (label, hint, sentence) = (read(shownLabel), read(hint), read(message))
    var messages: [ValidationIssue.Code: DeclaredText] = [:]
    for (code, text) in messagesByCode {
      let text = scope.text(text, parameters: DeclaredText.parameters)
      if let text, !text.isFixed { messages[code] = text }
    }
    if label == nil, hint == nil, sentence == nil, messages.isEmpty { return nil }
    return { [messages] record in
      func filled(_ text: DeclaredText) -> String {
        text.filled(point: surroundings.point) { scope.shownValue($0, record) }
      }
      return FieldTexts(
        label: label.map(filled), hint: hint.map(filled), sentence: sentence.map(filled),
        messages: messages.mapValues(filled))
    }
  }
}

extension ValidationIssue.Code {
  /// The refusal by a rule's program, if the rule's message contains braces.
  fileprivate static func command(_ rule: Int) -> Self { Self(rawValue: "command[\(rule)]") }
}

extension DeclaredScope {
  /// Returns text that contains braces; nil if it contains none, or is wrong.
  ///
  /// - Parameter parameters: For a template, the names that stay in braces.
  fileprivate func text(_ text: String, parameters: Set<String>? = nil) -> DeclaredText? {
    guard DeclaredText.hasBraces(text) else { return nil }
    return try? DeclaredText(text, kinds: kinds, parameters: parameters)
  }
}

/// The reason why options are not loaded.
private enum OptionError: Error, CustomStringConvertible {
  case notRead

  var description: String { "files and programs are not read here" }
}

extension FieldOption {
  /// The options of lines, each once: a value, or a value, a tab and a label.
  fileprivate static func options(of lines: [String]) -> [FieldOption] {
    var seen: Set<String> = []
    return lines.compactMap { line in
      let parts = line.parts(at: "\t")
      let name = String(parts[0])
      guard !name.isEmpty, !name.utf8.contains(0), seen.insert(name).inserted else { return nil }
      return FieldOption(name: name, label: parts.count > 1 ? String(parts[1]) : name)
    }
  }
}

extension FormDeclaration.Rule {
  /// The rule, applied to a value whose parts it reads.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of the existing values, by name.
  ///   - point: The character before a number's fraction in its message.
  ///   - look: Returns the value of a name.
  fileprivate func validation<Value>(
    _ kinds: [String: ExpressionKind], point: Character,
    _ look: @escaping @Sendable (String, Value) -> StreamValue?
  ) -> ValidationRule<Value> {
    guard case .condition(let condition) = test else {
      preconditionFailure("a command is not a condition")
    }
    let sentence = message ?? "This must be true: \(condition.text.oneLine)"
    let text = text(kinds)
    return ValidationRule(ValidationIssue("rule")) { value in
      guard condition.isBroken({ look($0, value) }) else { return .met }
      let filled = text?.filled(point: point) { look($0, value) }
      return .notYet(ValidationIssue("rule").saying(filled ?? sentence))
    }
    .unlisted()
  }

  /// The message if it has something in braces.
  private func text(_ kinds: [String: ExpressionKind]) -> DeclaredText? {
    guard let message, DeclaredText.hasBraces(message) else { return nil }
    return try? DeclaredText(message, kinds: kinds)
  }

  /// The names that the message reads.
  fileprivate func mentions(_ kinds: [String: ExpressionKind]) -> [String] {
    text(kinds)?.names ?? []
  }

  /// The rule as one for each row of a list.
  ///
  /// - Parameters:
  ///   - row: What conditions see of a row.
  ///   - scope: What they see of the form around it.
  func rowRule(
    _ row: DeclaredScope, in scope: DeclaredScope, point: Character
  ) -> RowRule<FormRecord, FormRecord>? {
    guard case .condition(let condition) = test, let path = row.path(field) else { return nil }
    func outer(_ names: [String]) -> [FieldKind.Path] {
      names.filter { row.path($0) == nil }.compactMap(scope.path)
    }
    let kinds = scope.kinds.merging(row.kinds) { _, own in own }
    return RowRule(
      field: path, reads: condition.names.compactMap(row.path),
      formReads: outer(condition.names), formMentions: outer(mentions(kinds)),
      rule: validation(kinds, point: point) {
        (name, pair: RowRule<FormRecord, FormRecord>.Pair) in
        row.path(name) != nil ? row.shownValue(name, pair.row) : scope.value(name, pair.form)
      })
  }

  /// The rule as an asynchronous check.
  ///
  /// - Parameter number: The index of the rule. A message with braces is one of the form's
  ///   messages, and its issue has its own code.
  fileprivate func question(
    _ run: @escaping FormDeclaration.CommandRunner, on background: some Scheduler & Sendable,
    _ number: Int
  ) -> AsyncValidationRule<[String]> {
    let isCurrent = message.map(DeclaredText.hasBraces) ?? false
    return AsyncValidationRule(on: background, timeout: .seconds(60), trigger: .leaving) {
      [message] words in
      guard !words.isEmpty, let said = run(words) else { return [] }
      if isCurrent { return [ValidationIssue(.command(number))] }
      let sentence = message ?? (said.isEmpty ? "This was refused by \(words[0])" : said)
      return [ValidationIssue("command").saying(sentence)]
    }
  }
}
