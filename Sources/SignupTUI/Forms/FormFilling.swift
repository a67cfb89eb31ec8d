/// Filling in a form: on the screen, in lines, or from answers alone.
@MainActor struct FormFilling {
  let command: FormCommand
  let title: String
  /// The file of the draft; nil for none.
  private let draft: DraftFile?
  /// The declaration of the form, which without a terminal is checked even without answers; nil for
  /// a form of this program.
  var declaration: FormDeclaration?

  /// - Parameter name: The name of the form, the same in every language; nil for the title.
  init(_ command: FormCommand, title: String, named name: String? = nil) {
    (self.command, self.title) = (command, title)
    draft = command.draft.map { DraftFile(path: $0, of: name) }
  }

  /// Fills the form in and writes the answers.
  ///
  /// - Parameter makeForm: Makes the form, in steps if it is shown to a user.
  func run<Value>(
    _ makeForm: (LoopScheduler, _ inSteps: Bool) -> FormViewModel<Value>
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    let form = makeForm(LoopScheduler(loop: loop), !isJudgement)
    try command.output.check(
      declaration?.answerIDs ?? form.state.data.map(\.name), declaration?.fields ?? [])
    if draft != nil { try checkDraft(of: form) }
    let problems = try command.answers.fill(form)
    if isJudgement { return try judge(form, problems, on: loop) }
    // Refused answers are shown, and the form asks for them.
    for problem in problems { OutputDescriptor.error.report(line(problem, form)) }
    return try show(form, on: loop)
  }

  /// Throws if the file for the draft is something else, or cannot be written.
  private func checkDraft<Value>(of form: FormViewModel<Value>) throws(UsageError) {
    guard let problem = FormScreen(form, title: title, draft: draft).draftProblem else { return }
    throw UsageError("--draft: \(problem)")
  }

  /// True if no question is asked.
  private var isJudgement: Bool {
    if command.answers.takesInput { return true }
    if command.answers.isEmpty, declaration == nil { return false }
    let hasTerminal = isatty(0) == 1 && isatty(TerminalSettings.outputBesideResults()) == 1
    return !hasTerminal && !command.display.isAccessible
  }

  // MARK: Judging

  private func judge<Value>(
    _ form: FormViewModel<Value>, _ problems: [FillProblem], on loop: EventLoop
  ) throws -> ExitStatus {
    var settings = TerminalSettings()
    (settings.input, settings.output) = (-1, 2)
    let dialogue = LineDialogue(loop: loop, settings: settings)
    // Slow rules are checked when their fields are left, even if other rules are broken, so that
    // all issues are reported at once.
    form.leaveAll()
    form.submit()
    do throws(LineDialogue.Ending) {
      try dialogue.wait { _ in !form.state.submission.isUnderWay && !form.state.isValidating }
    } catch {
      dialogue.close()
      return end(error)
    }
    dialogue.close()
    for line in withdrawals(form) { OutputDescriptor.error.report(line) }
    let lines = lines(problems, form)
    for line in lines { OutputDescriptor.error.report(line) }
    guard lines.isEmpty, case .succeeded = form.state.submission else { return .failure }
    return try write(form)
  }

  /// The withdrawn initial values, which the answers exclude from the options, as lines. They are
  /// not issues.
  private func withdrawals<Value>(_ form: FormViewModel<Value>) -> [String] {
    form.state.fields.flatMap { field in
      field.warnings.filter { $0.code == .withdrawn }
        .map { "\(field.path): \(form.messages.text(for: $0, of: field))" }
    }
  }

  /// The issues as lines, in the order of the fields; at the end those of rows beyond the maximum,
  /// and of the form as a whole.
  private func lines<Value>(_ problems: [FillProblem], _ form: FormViewModel<Value>) -> [String] {
    var lines: [String] = []
    var said: Set<String> = []
    func add(_ line: String) { if said.insert(line).inserted { lines.append(line) } }
    let fields = form.state.fields
    let refused = Dictionary(grouping: problems, by: \.path)
    for field in fields {
      // A field whose answer was refused is not judged by its previous value.
      for issue in refused[field.path]?.map(\.issue) ?? field.issues {
        add("\(field.path): \(form.messages.text(for: issue, of: field))")
      }
    }
    let paths = Set(fields.map(\.path))
    for problem in problems where !paths.contains(problem.path) { add(line(problem, form)) }
    for issue in form.state.formIssues { add(form.messages.text(for: issue)) }
    return lines
  }

  private func line<Value>(_ problem: FillProblem, _ form: FormViewModel<Value>) -> String {
    "\(problem.path): \(form.text(for: problem))"
  }

  // MARK: Asking

  /// Shows the form until it is submitted or left, and writes the submitted values.
  private func show<Value>(_ form: FormViewModel<Value>, on loop: EventLoop) throws -> ExitStatus {
    let output = TerminalSettings.outputBesideResults()
    let display = try Display(
      command.display, needsAnswers: true, output: output,
      instead: "Without a terminal, fill in the form with --answers and --set.")
    let screen = FormScreen(form, title: title, draft: draft)
    screen.mayShowSecrets = !display.isRecorded
    guard display.presentation == .screen else { return try converse(screen, loop, display) }
    let end = try display.show(screen, on: loop)
    if case .finished(.submitted) = end { return try write(screen) }
    let shown = OutputDescriptor(number: output)
    // A terminal that accepts no output, or is gone, must not keep the program from ending.
    if shown.isReady(withinMilliseconds: 200) { shown.report(nothingSubmitted(screen)) }
    switch end {
    case .finished(.submitted), .finished(.cancelled): break
    // The process ends by a signal now.
    case .finished(.interrupted), .signal, .terminalLost: command.output.writeFailure()
    }
    switch end.resultOrDie() {
    case .submitted, .cancelled: return .failure
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }

  /// Asks the questions one by one.
  private func converse<Value>(
    _ screen: FormScreen<Value>, _ loop: EventLoop, _ display: Display
  ) throws -> ExitStatus {
    func sayNothingWasSubmitted(after text: String = "") {
      OutputDescriptor(number: display.settings.output)
        .report(text + nothingSubmitted(screen), in: display.settings.symbols.characterSet)
    }
    do throws(LineDialogue.Ending) {
      switch try screen.ask(on: loop, settings: display.settings) {
      case .submitted: break
      case .cancelled, .interrupted:
        sayNothingWasSubmitted()
        return .failure
      }
    } catch {
      // The question is still on the line.
      sayNothingWasSubmitted(after: "\n")
      return end(error)
    }
    return try write(screen)
  }

  /// The last words about a form that was left, and about its draft.
  private func nothingSubmitted<Value>(_ screen: FormScreen<Value>) -> String {
    "Nothing was submitted." + (draftNote(screen).map { " \($0)" } ?? "")
  }

  /// The note on where the draft is saved; nil if there is none.
  private func draftNote<Value>(_ screen: FormScreen<Value>) -> String? {
    if let problem = screen.draftProblem { return problem }
    guard screen.hasDraft, let draft else { return nil }
    return "What you typed is kept in \(draft.path), except for secrets."
  }

  /// Writes the answers of a form that was shown, and only then removes its draft.
  private func write<Value>(_ screen: FormScreen<Value>) throws -> ExitStatus {
    do {
      let status = try write(screen.form)
      screen.removeDraft()
      // The answers are written, so this is not a failure.
      if let problem = screen.draftProblem { OutputDescriptor.error.report(problem) }
      return status
    } catch {
      if let note = draftNote(screen) { OutputDescriptor.error.report(note) }
      throw error
    }
  }

  /// Ends the process by the signal that requested it, or returns the status.
  private func end(_ ending: LineDialogue.Ending) -> ExitStatus {
    switch ending {
    case .signal, .outputLost(EPIPE): command.output.writeFailure()
    case .inputEnded, .outputLost: break
    }
    return ending.exitStatus(atInputEnd: .failure)
  }

  private func write<Value>(_ form: FormViewModel<Value>) throws -> ExitStatus {
    let text = try command.output.text(of: form.state.data)
    try OutputFailure.check(
      command.output.format == .json
        ? OutputDescriptor.output.write(json: text)
        : OutputDescriptor.output.write(Array(text.utf8)))
    return .success
  }
}
