/// `form`: a form from a file, filled in on the screen, in lines, or by a script.
struct FormCommand: Command {
  /// The form.
  var source = Source.demo(.address)
  /// True if the file is only checked.
  var checksOnly = false
  /// The answers to start with, or to check.
  var answers = FormAnswers()
  /// The format of the answers.
  var output = FormOutput()
  /// The file that keeps answers not submitted yet; nil for none.
  var draft: String?
  /// True if rules may run programs.
  var allowsCommands = false
  /// The options of the display.
  var display = DisplayOptions()

  /// The origin of a form.
  enum Source: Equatable, Sendable {
    case file(String)
    case demo(Demo)
    /// No form, but the schema of such files.
    case schema
  }

  /// The demos.
  enum Demo: String, CaseIterable { case address, booking, conference, gallery }

  private static let demo = Option<Demo>.anyCase(
    "--demo", "NAME",
    help: "try a demo: " + Demo.allCases.map(\.rawValue).alternatives)

  private static let set = Option.text(
    "--set", "ID=VALUE",
    help: "fill in a field, such as --set 'guests[0].name=Bea'"
  ).ofCommandLineOnly

  private static let answers = Option.file(
    "--answers", help: "fill in the answers from this JSON file, or - for standard input"
  ).ofCommandLineOnly

  private static let to = Option<FormOutput.Format>.anyCase(
    "--to", "FORMAT", usual: .json,
    help: "print the answers as json (default), shell or env"
  ).ofCommandLineOnly

  private static let prefix = Option.text(
    "--prefix", "PREFIX", help: "start the names of variables with PREFIX"
  ).ofCommandLineOnly

  private static let draft = Option.file(
    "--draft",
    help: "keep a draft in FILE until the answers are printed"
  ).ofCommandLineOnly

  private static let check = OptionSpec(
    "--check",
    help: "print every error in FILE instead of filling in the form"
  ).ofCommandLineOnly

  private static let schema = OptionSpec(
    "--schema", help: "print the JSON Schema of such files"
  ).ofCommandLineOnly

  private static let allowCommands = OptionSpec(
    "--allow-commands", help: "let the form run programs on this machine"
  ).ofCommandLineOnly

  private static let displayOptions = DisplayOptions.shared

  private static let ofAnswers = [set.spec, answers.spec, to.spec, prefix.spec, draft.spec]

  static let name = "form"

  static let specification = CommandSpec(
    name: name, summary: "fill in a form that a JSON file describes",
    purpose: "Fill in a form that a JSON file describes, and print the answers.",
    operands: [
      CommandSpec.Operand(placeholder: "FILE", noun: "file", kind: .file, isOptional: true)
    ],
    synopsis: [.operand(.file)],
    usages: [
      [.operand(.file)] + (ofAnswers + [allowCommands] + displayOptions).optional,
      [.required(demo.spec)] + (ofAnswers + displayOptions).optional,
      [.required(check), .operand(.file)],
      [.required(schema)],
    ],
    options: [demo.spec] + ofAnswers + [check, schema, allowCommands] + displayOptions,
    rules: [
      .apart(
        [check], [demo.spec, set.spec, answers.spec, draft.spec, schema],
        because: "--check only checks a file"),
      .apart(
        [schema], [demo.spec, set.spec, answers.spec, draft.spec],
        because: "--schema only prints the schema"),
    ],
    examples: [
      "form booking.json > answers.json": "fill in a form",
      "form --demo gallery": "try every kind of field",
    ])
}

extension FormCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    display = try DisplayOptions(arguments)
    if let format = try arguments[Self.to] { output.format = format }
    if let prefix = try arguments[Self.prefix] {
      guard VariableName.isValid(prefix) else {
        throw UsageError(
          "--prefix takes the start of a variable name, with letters, digits and _, such as "
            + "form_, not '\(prefix)'.")
      }
      guard output.format != .json else {
        throw UsageError("--prefix needs --to shell or --to env; JSON has no variables.")
      }
      output.prefix = prefix
    }
    allowsCommands = arguments.has(Self.allowCommands)
    checksOnly = arguments.has(Self.check)
    answers.file = try arguments[Self.answers]
    draft = try arguments[Self.draft]
    for text in arguments.allTexts[Self.set.spec.name] ?? [] {
      answers.settings.append(try FormAnswers.setting(text))
    }
    let file = arguments.operand(0)
    if arguments.has(Self.schema) {
      guard file == nil else { throw UsageError("--schema takes no FILE.") }
      source = .schema
    } else if let file {
      guard !arguments.isOnCommandLine(Self.demo.spec) else {
        throw UsageError("FILE and --demo cannot be combined. Leave one out.")
      }
      source = .file(file)
    } else if checksOnly {
      throw UsageError("--check needs a FILE to check.")
    } else if let demo = try arguments[Self.demo] {
      source = .demo(demo)
    } else {
      throw UsageError("form needs a FILE or --demo NAME.")
    }
  }

  @MainActor func run() throws -> ExitStatus {
    // A closed output is reported now, before a form is filled in for nothing.
    if fcntl(1, F_GETFL) & O_ACCMODE == O_RDONLY { throw OutputFailure(code: EBADF) }
    switch source {
    case .schema:
      try OutputFailure.check(OutputDescriptor.output.write(json: FormDeclaration.schema))
      return .success
    case .file(let file): return try run(file: file)
    case .demo(.address):
      return try FormFilling(self, title: "An address").run { scheduler, _ in
        FormViewModel(
          Address(), fields: output.fields(Address.fields, in: .forms), scheduler: scheduler)
      }
    case .demo(.booking):
      try ThreadSupply.check()
      return try FormFilling(self, title: "A booking").run { scheduler, _ in
        FormViewModel(
          Booking(), fields: output.fields(Booking.fields, in: Booking.messages),
          messages: Booking.messages, scheduler: scheduler)
      }
    case .demo(.conference):
      try ThreadSupply.check()
      return try run(declaration: Demo.conferenceForm, commands: Demo.conferenceProgram)
    case .demo(.gallery):
      // A script cannot try again, so it gets the options the first time.
      return try run(
        declaration: Demo.galleryForm,
        fields: { Demo.galleryFields(of: $0, files: FormFile.lookup, failsFirst: $2, on: $1) })
    }
  }

  /// Reads a file, and checks it or fills it in.
  @MainActor private func run(file: String) throws -> ExitStatus {
    let declaration: FormDeclaration
    do {
      let name = file == "-" ? "standard input" : file
      declaration = try FormDeclaration(json: try FormFile.bytes(of: file), named: name)
    } catch let error as FormDeclarationError {
      for problem in error.problems { OutputDescriptor.error.report("\(problem)") }
      return .failure
    }
    if checksOnly {
      for note in declaration.notes { OutputDescriptor.error.report(note.asNote) }
      return .success
    }
    if declaration.hasCommands, !allowsCommands {
      throw UsageError(
        "\(file) wants to run \(declaration.programs.listed). Allow "
          + "it with --allow-commands.")
    }
    if declaration.worksInBackground { try ThreadSupply.check() }
    return try run(declaration: declaration, commands: { RuleProgram().problem($0) })
  }

  /// Fills in a declared form.
  ///
  /// - Parameters:
  ///   - declaration: The form.
  ///   - commands: Runs the programs in its rules; nil if it has none.
  ///   - fields: Makes the fields of the form in the user’s language, on a scheduler, and for a
  ///     user who is asked; nil for those of the declaration.
  @MainActor private func run(
    declaration: FormDeclaration, commands: FormDeclaration.CommandRunner? = nil,
    fields: ((FormDeclaration, LoopScheduler, _ asks: Bool) -> [FormField<FormRecord>])? = nil
  ) throws -> ExitStatus {
    let form = declaration.translated(to: FormFile.languages)
    let messages = form.validationMessages
    var filling = FormFilling(
      self, title: form.title ?? messages.words("A form"), named: declaration.title ?? "")
    filling.declaration = declaration
    return try filling.run { scheduler, asks in
      let fields =
        fields?(form, scheduler, asks)
        ?? form.formFields(
          files: FormFile.lookup, commands: commands, lines: FormFile.lines, on: WorkerScheduler())
      return FormViewModel(
        form.record, fields: output.fields(fields, in: messages),
        steps: asks ? form.steps : [], texts: form.formTexts(), messages: messages,
        scheduler: scheduler)
    }
  }
}

extension FormDeclarationProblem {
  /// A note as a line: `form.json:9:3: rules[2] is not checked while scope is empty`.
  fileprivate var asNote: String {
    let head = position.map { "\(file ?? ""):\($0.line):\($0.column): " } ?? ""
    return "\(head)\(keyPath) \(reason)"
  }
}
