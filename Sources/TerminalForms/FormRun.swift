import Forms
import Platform
import TerminalKit

extension FormScreen {
  /// Shows the form until it is submitted or left, on the screen or line by line.
  ///
  /// On a terminal the form fills the screen. It is asked line by line if the user has set
  /// `ACCESSIBLE`, if the terminal cannot move its cursor, or if standard input or output is not a
  /// terminal, so that a file or a pipe can answer. If standard output is not a terminal, the form
  /// is shown on standard error, so `program > result` contains only the program's output.
  ///
  /// A signal that asks the program to end, or the loss of the terminal, ends the process.
  ///
  /// - Parameters:
  ///   - loop: The loop whose scheduler the form uses.
  ///   - settings: The terminal; nil for the one on which the program was started.
  /// - Throws: `TerminalError` if the terminal cannot be taken over, and in lines
  ///   `LineDialogue.Ending.outputLost` if writing fails.
  public func run(on loop: EventLoop, settings: TerminalSettings? = nil) throws -> FormEnd<Value> {
    var terminal = settings ?? TerminalSettings()
    if settings == nil { terminal.output = TerminalSettings.outputBesideResults() }
    var environment = TerminalSettings.processEnvironment
    environment["TERM"] = terminal.term
    // Both errors mean that there is no terminal; lines need none.
    let presentation = try? Presentation.choose(
      isAccessible: false, needsAnswers: false, isInputTerminal: isatty(terminal.input) == 1,
      isOutputTerminal: isatty(terminal.output) == 1, environment: environment)
    if presentation == .screen { return try loop.run(self, settings: terminal).resultOrDie() }
    do { return try ask(on: loop, settings: terminal) } catch {
      switch error {
      case .inputEnded: return .cancelled
      case .signal(SIGINT): return .interrupted
      case .signal(let number): endProcess(bySignal: number)
      case .outputLost: throw error
      }
    }
  }

  /// Asks for the fields line by line, without drawing, until the form is submitted or left.
  ///
  /// Issues follow each answer, and the question is repeated; at the end all answers are shown,
  /// each of which can be changed.
  ///
  /// - Parameters:
  ///   - loop: The loop whose scheduler the form uses.
  ///   - settings: The terminal, or its substitute.
  /// - Throws: The reason why the questions could not be completed.
  public func ask(
    on loop: EventLoop, settings: TerminalSettings
  ) throws(LineDialogue.Ending) -> FormEnd<Value> {
    let asksForSecrets = form.state.fields.contains { $0.control.isSecret }
    let dialogue = LineDialogue(loop: loop, settings: settings, asksForSecrets: asksForSecrets)
    defer { dialogue.close() }
    if let drafts = shown.drafts {
      drafts.failed = { try? dialogue.say("\n\($0)") }
      if let problem = drafts.problem { try dialogue.say(problem) }
      if let found = drafts.found {
        let words = form.messages
        try dialogue.say(words.words("There is a draft ({age}).", ["age": .text(found.age)]))
        let answer = try dialogue.ask(words.words("Continue with it? (y/n)")).lowercased()
        if answer.hasPrefix("y") {
          drafts.take()
        } else if answer.hasPrefix("n") {
          drafts.discard()
        }
      }
      drafts.begin(on: loop)
    }
    defer { shown.drafts?.keep() }
    let value = try FormDialogue(form: form, title: title, dialogue: dialogue).run()
    return value.map { .submitted($0) } ?? .cancelled
  }
}
