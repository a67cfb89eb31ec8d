import Dispatch
import Expressions
import Reactive

extension FormDeclaration {
  /// A function that runs the program of a rule with its arguments. It returns nil if all is well,
  /// else the sentence of the issue, empty where the program has none.
  ///
  /// It may block, and is called on another thread than the main one.
  public typealias CommandRunner = @Sendable (_ words: [String]) -> String?

  /// The first contents of its form.
  public var record: FormRecord { Self.record(of: fields) }

  private static func record(of fields: [Field]) -> FormRecord {
    var record = FormRecord()
    for field in fields {
      if let value = field.value { record.entries[field.id] = field.kind.entry(of: value) }
    }
    return record
  }

  /// Returns the fields of its form.
  ///
  ///     let form = FormViewModel(declaration.record, fields: declaration.formFields())
  ///
  /// - Parameters:
  ///   - files: Looks at files for those fields that ask what is at a path; without it nothing is
  ///     looked at.
  ///   - commands: Runs the programs of rules; without it they are not asked.
  ///   - background: The scheduler that runs `commands`, which block it.
  public func formFields<Background: Scheduler & Sendable>(
    files: FileLookup? = nil, commands: CommandRunner? = nil,
    on background: Background = DispatchQueue.global()
  ) -> [FormField<FormRecord>] {
    var form = Self.formFields(fields, files, point: validationMessages.decimalPoint)
    let places = Dictionary(
      fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for rule in rules {
      let place = places[rule.field]!
      switch rule.test {
      case .condition(let condition):
        let paths = condition.names.map { fields[places[$0]!].path }
        form[place] = form[place].rule(
          rule.validation(condition, switches), reading: paths)
      case .command(let command):
        guard let commands else { continue }
        let paths = command.ids.map { fields[places[$0]!].path }
        form[place] = form[place].check(
          rule.question(command, commands, on: background), reading: [fields[place].path] + paths
        ) { [field = rule.field] record in
          // Nothing is asked about a field that is empty.
          guard record.entries[field] != nil else { return [] }
          return command.words { record.entries[$0]?.word ?? "" }
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

  /// The sentences of its form, in its language where the library speaks that.
  public var validationMessages: ValidationMessages {
    var all = language.map { ValidationMessages.forms(in: $0) } ?? .forms
    if let language { all.decimalPoint = DecimalText.point(in: language) }
    for (code, text) in messages { all.replace(code, by: text) }
    return all
  }

  private var switches: Set<String> { Self.switches(fields) }

  private static func switches(_ fields: [Field]) -> Set<String> {
    Set(fields.compactMap { if case .toggle = $0.kind { $0.id } else { nil } })
  }

  private static func formFields(
    _ fields: [Field], _ files: FileLookup?, point: Character
  ) -> [FormField<FormRecord>] {
    let visibility = DeclaredVisibility(
      conditions: Dictionary(
        fields.compactMap { field in field.condition.map { (field.id, $0) } },
        uniquingKeysWith: { first, _ in first }),
      switches: switches(fields))
    return fields.map { field in
      var form = field.formField(files, point: point) { formFields($0, files, point: point) }
      if let hint = field.hint { form = form.hint(hint) }
      if let message = field.message { form = form.saying(message) }
      guard field.condition != nil else { return form }
      return form.shown { record in visibility.isShown(field.id, record) }
    }
  }

  static func record(ofRows fields: [Field]) -> FormRecord { record(of: fields) }
}

/// The conditions under which fields of one form are shown.
private struct DeclaredVisibility: Sendable {
  let conditions: [String: NamedCondition]
  let switches: Set<String>

  /// Returns true if a field is shown. What is hidden has no value for the conditions of others.
  func isShown(_ id: String, _ record: FormRecord) -> Bool {
    var known: [String: Bool] = [:]
    return isShown(id, record, &known)
  }

  private func isShown(
    _ id: String, _ record: FormRecord, _ known: inout [String: Bool]
  ) -> Bool {
    guard let condition = conditions[id] else { return true }
    if let isShown = known[id] { return isShown }
    let shown = condition.names.filter { self.isShown($0, record, &known) }
    let holds = condition.holds { name in
      shown.contains(name) ? record.value(name, switches) : nil
    }
    known[id] = holds
    return holds
  }
}

extension FormRecord {
  /// The value of a field as conditions see it; nil if it is missing. A switch is always there.
  fileprivate func value(_ id: String, _ switches: Set<String>) -> StreamValue? {
    entries[id]?.expressionValue ?? (switches.contains(id) ? .truth(false) : nil)
  }
}

extension FormDeclaration.Rule {
  /// The rule as one for the form's value.
  fileprivate func validation(
    _ condition: NamedCondition, _ switches: Set<String>
  ) -> ValidationRule<FormRecord> {
    let sentence = message ?? "This has to hold: \(condition.text.oneLine)"
    return ValidationRule(ValidationIssue("rule")) { record in
      !condition.isBroken { record.value($0, switches) }
    }
    .unlisted().saying(sentence)
  }

  /// The rule as a question that takes a while.
  fileprivate func question(
    _ command: CommandRule, _ run: @escaping FormDeclaration.CommandRunner,
    on background: some Scheduler & Sendable
  ) -> AsyncValidationRule<[String]> {
    AsyncValidationRule(
      on: background, timeout: .seconds(60), trigger: .leaving
    ) { [message] words in
      guard !words.isEmpty, let said = run(words) else { return [] }
      let sentence = message ?? (said.isEmpty ? "This was refused by \(words[0])" : said)
      return [ValidationIssue("command").saying(sentence)]
    }
  }
}

extension FormRecord.Entry {
  /// The value as a word of a command.
  fileprivate var word: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    case .time(let time): time.description
    case .moment(let moment): moment.description
    case .names(let names): names.joined(separator: ",")
    case .rows: ""
    }
  }
}
