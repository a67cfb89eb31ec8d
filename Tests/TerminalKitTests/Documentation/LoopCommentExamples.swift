import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the real loop on a pseudo-terminal inside the test process, and so one at a time.
@Suite("Examples in comments: the loop", .serialized)
@MainActor struct LoopCommentExamples {
  private let terminal: PseudoTerminal
  private let settings: TerminalSettings
  private let folder = ScratchFolder()

  init() throws {
    terminal = try PseudoTerminal(size: Size(40, 6))
    settings = terminal.settings()
  }

  @Test("a screen and a timer")
  func screen() throws {
    let screen = Greeting()
    terminal.type("Ann\r")
    let loop = try EventLoop()
    loop.schedule(after: .seconds(60)) { [loop] in loop.setNeedsFrame() }
    let end = try loop.run(screen, settings: settings)
    #expect(end.resultOrDie() == "Ann")
  }

  @Test("a model on the loop")
  func scheduler() throws {
    let loop = try EventLoop()
    let model = Search(["ant", "bee"], scheduler: LoopScheduler(loop: loop))
    #expect(model.found.isEmpty)
  }

  @Test("questions, one of them for a secret")
  func dialogue() throws {
    let loop = try EventLoop()
    let dialogue = LineDialogue(loop: loop, settings: settings, asksForSecrets: true)
    defer { dialogue.close() }
    loop.enqueue { [terminal] in terminal.type("Ann\rSecret\r") }
    let name = try dialogue.ask("Username:")
    let password = try dialogue.ask("Password, not shown while typed:", isSecret: true)
    #expect(name == "Ann" && password == "Secret")
  }

  @Test("a question with two answers")
  func choice() throws {
    let loop = try EventLoop()
    let dialogue = LineDialogue(loop: loop, settings: settings)
    defer { dialogue.close() }
    loop.enqueue { [terminal] in terminal.type("ours\rTheirs\r") }
    let isKept = try dialogue.choose(
      "Keep mine or theirs?", among: [("mine", true), ("theirs", false)],
      otherwise: "Type mine or theirs.")
    #expect(!isKept)
    #expect(terminal.waits { $0.text.contains("Type mine or theirs.") })
  }

  @Test("lines that can be typed")
  func commands() throws {
    @MainActor final class Model {
      var done: [String] = []
      func togglePause() { done.append("pause") }
    }
    let model = Model()
    func edit(_ name: String) { model.done.append("edit \(name)") }
    let loop = try EventLoop()
    let dialogue = LineDialogue(loop: loop, settings: settings)
    defer { dialogue.close() }
    let commands = LineCommands([
      LineCommand("", "pauses or resumes") { _ in model.togglePause() },
      LineCommand("edit NAME", "edits a document") { line in edit(line.text) },
      .leaving(),
    ])
    try dialogue.say(commands.summary)
    #expect(
      commands.summary
        == "Enter alone pauses or resumes; edit NAME edits a document; q ends.")
    #expect(try commands.perform("") == .done && commands.perform("edit a  b") == .done)
    #expect(try commands.perform("q") == .isOver)
    #expect(model.done == ["pause", "edit a  b"])
  }

  @Test("a recording")
  func recording() throws {
    let (loop, screen, path) = (try EventLoop(), Greeting(), folder.file("demo.cast"))
    terminal.type("Ann\r")
    let recorder = try FrameRecorder(
      path: path, title: "Demo", size: settings.size, term: settings.term,
      start: loop.now)
    let end = try loop.run(screen, settings: settings, recorder: recorder)
    #expect(end.resultOrDie() == "Ann" && recorder.failure == nil)
    #expect(folder.read("demo.cast")?.contains("Demo") == true)
  }

  /// The process's own terminal would be taken: it is only compiled.
  private func light(_ screen: Greeting, on loop: EventLoop) throws -> EndReason<String> {
    var settings = TerminalSettings()
    settings.theme = .light
    settings.asksForBackground = false
    let end = try loop.run(screen, settings: settings)
    return end
  }

  /// The process would end: it is only compiled.
  private func leave(_ end: EndReason<UserDecision>) {
    switch end {
    case .finished(.interrupted): endProcess(bySignal: SIGINT)
    default: break
    }
  }

  /// It would be said on the tests' own output.
  private func report() {
    OutputDescriptor.output.report("Recorded in demo.cast.")
  }

  private enum UserDecision { case submitted, interrupted }
}
