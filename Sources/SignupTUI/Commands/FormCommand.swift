import CommandLineKit
import Formats
import Platform
import TerminalForms
import TerminalKit
import ViewModels

/// `form`: a form of which only the fields are declared, filled in on the screen or in lines.
struct FormCommand: Command {
  /// The demo.
  var demo = Demo.address
  /// The options of the display.
  var display = DisplayOptions()

  /// The demos.
  enum Demo: String, CaseIterable {
    case address, booking
  }

  private static let demo = Option<Demo>.anyCase(
    "--demo", "NAME",
    help: "the form to fill in: " + Demo.allCases.map(\.rawValue).joined(separator: " or "))

  private static let displayOptions = DisplayOptions.specs(
    insteadOfScreen: "ask question by question, a line each")

  static let name = "form"

  static let specification = CommandSpec(
    name: name, summary: "fill in a form, written as JSON",
    purpose: "Fill in a form and write what was filled in as a line of JSON to standard output.",
    synopsis: [.required(demo.spec)],
    usages: [[.required(demo.spec)] + displayOptions.map { .optional($0) }],
    options: [demo.spec] + displayOptions,
    rules: [.required(demo.spec, because: "which form is wanted.")],
    notes: [
      "Where standard output is no terminal, the form shows itself on standard error, so "
        + "'SignupTUI form --demo address > address.json' works. What was hidden in the form is not "
        + "in the output."
    ])
}

extension FormCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    if let demo = try arguments[Self.demo] { self.demo = demo }
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    // A closed output is known now, before a form is filled in for nothing.
    if fcntl(1, F_GETFL) & O_ACCMODE == O_RDONLY { throw OutputFailure(code: EBADF) }
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    switch demo {
    case .address:
      let form = FormViewModel(Address(), fields: Address.fields, scheduler: scheduler)
      return try fillIn(form, title: "An address", on: loop)
    case .booking:
      let form = FormViewModel(
        Booking(), fields: Booking.fields, messages: Booking.messages, scheduler: scheduler)
      return try fillIn(form, title: "A booking", on: loop)
    }
  }

  /// Shows a form until it is submitted or left, and writes the submitted values.
  @MainActor private func fillIn<Value>(
    _ form: FormViewModel<Value>, title: String, on loop: EventLoop
  ) throws -> ExitStatus {
    let output = TerminalSettings.outputBesideResults()
    let display = try Display(
      display, needsAnswers: true, output: output, instead: "A form has to be typed into one.")
    let screen = FormScreen(form, title: title)
    guard display.presentation == .screen else { return try converse(screen, loop, display) }
    let end = try display.show(screen, on: loop)
    if case .finished(.submitted) = end { return try write(form) }
    let shown = OutputDescriptor(number: output)
    // A terminal that takes no output, or has gone, must not keep the program from ending.
    if shown.isReady(withinMilliseconds: 200) { shown.report("Nothing was submitted.") }
    switch end.resultOrDie() {
    case .submitted, .cancelled: return .failure
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }

  /// Asks question by question.
  @MainActor private func converse<Value>(
    _ screen: FormScreen<Value>, _ loop: EventLoop, _ display: Display
  ) throws -> ExitStatus {
    func sayNothingWasSubmitted(after text: String = "") {
      OutputDescriptor(number: display.settings.output)
        .report(text + "Nothing was submitted.", spelt: display.settings.symbols.repertoire)
    }
    do throws(LineDialogue.Ending) {
      switch try screen.ask(on: loop, settings: display.settings) {
      case .submitted: break
      case .cancelled, .interrupted:
        sayNothingWasSubmitted()
        return .failure
      }
    } catch {
      // The question still stands on the line.
      sayNothingWasSubmitted(after: "\n")
      return error.exitStatus(atInputEnd: .failure)
    }
    return try write(screen.form)
  }

  @MainActor private func write<Value>(_ form: FormViewModel<Value>) throws -> ExitStatus {
    // One line whatever its length, as everything that is written for scripts.
    let text = JSONValue(form.state.data).text(width: .max)
    try OutputFailure.check(OutputDescriptor.output.write(json: text + "\n"))
    return .success
  }
}
