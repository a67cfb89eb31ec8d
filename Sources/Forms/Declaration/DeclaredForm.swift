import Dispatch
import Expressions
import Reactive

extension FormDeclaration {
  /// A function that runs the program of a rule with its arguments. It returns nil if all is well,
  /// else the sentence of the issue, empty if the program has none.
  ///
  /// It may block, and is called on another thread than the main one.
  public typealias CommandRunner = @Sendable (_ words: [String]) -> String?

  /// The first contents of its form.
  public var record: FormRecord { FormRecord(fields) }

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
    let surroundings = FieldKind.Surroundings(
      scope: scope, files: files, point: validationMessages.decimalPoint)
    var form = fields.map { $0.formField(surroundings) }
    for rule in rules {
      let index = fields.firstIndex { $0.id == rule.field }!
      switch rule.test {
      case .condition(let condition):
        form[index] = form[index].rule(
          rule.validation { record in !condition.isBroken { scope.value($0, record) } },
          reading: condition.names.compactMap(scope.path))
      case .command(let command):
        guard let commands else { continue }
        form[index] = form[index].check(
          rule.question(commands, on: background),
          reading: ([rule.field] + command.ids).compactMap(scope.path)
        ) { [field = rule.field] record in
          // Nothing is asked about a field that is empty.
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

  /// The sentences of its form, in its language where the library speaks that.
  public var validationMessages: ValidationMessages {
    var all = language.map { ValidationMessages.forms(in: $0) } ?? .forms
    if let language { all.decimalPoint = DecimalText.point(in: language) }
    for (code, text) in messages { all.replace(code, by: text) }
    return all
  }
}

extension FormDeclaration.Field {
  /// The field of a form.
  func formField(_ surroundings: FieldKind.Surroundings) -> FormField<FormRecord> {
    var form = kind.make(self, surroundings)
    if let hint { form = form.hint(hint) }
    if let message { form = form.saying(message) }
    guard condition != nil else { return form }
    return form.shown { [id] record in surroundings.scope.isShown(id, record) }
  }
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
  func rowRule(_ row: DeclaredScope, in scope: DeclaredScope) -> RowRule<FormRecord, FormRecord>? {
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
    _ run: @escaping FormDeclaration.CommandRunner, on background: some Scheduler & Sendable
  ) -> AsyncValidationRule<[String]> {
    AsyncValidationRule(on: background, timeout: .seconds(60), trigger: .leaving) {
      [message] words in
      guard !words.isEmpty, let said = run(words) else { return [] }
      let sentence = message ?? (said.isEmpty ? "This was refused by \(words[0])" : said)
      return [ValidationIssue("command").saying(sentence)]
    }
  }
}
