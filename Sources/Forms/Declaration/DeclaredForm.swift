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
    let scope = DeclaredScope(fields)
    var form = Self.formFields(fields, scope, files, point: validationMessages.decimalPoint)
    let places = Dictionary(
      fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for rule in rules {
      let place = places[rule.field]!
      switch rule.test {
      case .condition(let condition):
        let paths = condition.names.map { fields[places[$0]!].path }
        form[place] = form[place].rule(
          rule.validation { record in !condition.isBroken { scope.value($0, record) } },
          reading: paths)
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

  private static func formFields(
    _ fields: [Field], _ scope: DeclaredScope, _ files: FileLookup?, point: Character
  ) -> [FormField<FormRecord>] {
    fields.map { field in
      var form = field.formField(scope, files, point: point) { fields, scope in
        formFields(fields, scope, files, point: point)
      }
      if let hint = field.hint { form = form.hint(hint) }
      if let message = field.message { form = form.saying(message) }
      guard field.condition != nil else { return form }
      return form.shown { record in scope.isShown(field.id, record) }
    }
  }

  static func record(ofRows fields: [Field]) -> FormRecord { record(of: fields) }
}

extension FormDeclaration.Rule {
  /// The rule as one for a value whose parts it reads.
  fileprivate func validation<Value>(
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> ValidationRule<Value> {
    var sentence = message ?? ""
    if message == nil, case .condition(let condition) = test {
      sentence = "This has to hold: \(condition.text.oneLine)"
    }
    return ValidationRule(ValidationIssue("rule"), isMet: holds).unlisted().saying(sentence)
  }

  /// The rule as one for each row of a list.
  ///
  /// - Parameters:
  ///   - row: What conditions see of a row.
  ///   - scope: What they see of the form around it.
  func rowRule(
    _ row: DeclaredScope, in scope: DeclaredScope
  ) -> RowRule<FormRecord, FormRecord>? {
    guard case .condition(let condition) = test, let path = row.path(field) else { return nil }
    return RowRule(
      field: path, reads: condition.names.compactMap(row.path),
      formReads: condition.names.filter { row.path($0) == nil }.compactMap(scope.path),
      rule: validation { (pair: RowRule<FormRecord, FormRecord>.Pair) in
        !condition.isBroken {
          row.path($0) != nil ? row.shownValue($0, pair.row) : scope.value($0, pair.form)
        }
      })
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
