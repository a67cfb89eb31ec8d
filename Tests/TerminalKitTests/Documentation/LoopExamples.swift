import Platform
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

@MainActor final class Search: ObservableObject {
  @Published var text = ""
  @Published private(set) var found: [String] = []

  init(_ words: [String], scheduler: some Scheduler) {
    $text
      .debounce(for: .milliseconds(5), scheduler: scheduler)
      .map { text in words.filter { $0.hasPrefix(text) } }
      .assign(to: &$found)
  }
}

@MainActor final class SearchScreen: Screen {
  var result: String?
  private let model: Search
  private var field = TextField(noun: "a word")

  init(_ model: Search) { self.model = model }

  func handle(_ event: InputEvent) {
    switch event {
    case .key(KeyPress(.enter)): result = model.found.first ?? ""
    default: if case .edited = field.handle(event) { model.text = field.text }
    }
  }

  func draw(on canvas: inout Canvas) {
    field.draw(in: canvas.bounds.row(0), on: &canvas, isFocused: true)
    for (row, word) in model.found.enumerated() {
      canvas.write(word, in: canvas.bounds.row(row + 1))
    }
  }
}

/// Runs the real loop on a pseudo-terminal inside the test process, and so one at a time.
@Suite("Documented examples: a program on a terminal", .serialized)
@MainActor struct LoopExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let terminal: PseudoTerminal
  private let settings: TerminalSettings
  private let folder = ScratchFolder()

  init() throws {
    terminal = try PseudoTerminal(size: Size(40, 6))
    settings = terminal.settings()
  }

  /// The terminal has shown some text, and is as it was.
  private func expectRestored(after text: String) {
    #expect(
      terminal.waits { _ in
        String(decoding: terminal.output, as: UTF8.self).contains(text)
          && terminal.leftovers().isEmpty
      })
  }

  @Test("the landing page's screen")
  func greeting() {
    terminal.type("Ann\r")
    do {
      let loop = try EventLoop()
      let end = try loop.run(Greeting(), settings: settings)
      print("Hello, \(end.resultOrDie())!")  // Hello, Ann!
    } catch {
      print(error)
      exit(1)
    }
    #expect(printed == ["Hello, Ann!"])
    expectRestored(after: "What is your name?")
  }

  @Test("a view model that runs on the loop")
  func viewModel() throws {
    let loop = try EventLoop()
    let model = Search(["ant", "bee"], scheduler: LoopScheduler(loop: loop))
    let redraws = model.objectWillChange.sink { loop.setNeedsFrame() }
    // Enter when the debounce has passed and there is something to choose.
    let finding = model.$found.filter { $0 == ["bee"] }.sink { [terminal] _ in terminal.type("\r") }
    terminal.type("b")
    let end = try loop.run(SearchScreen(model), settings: settings)
    #expect(end.resultOrDie() == "bee")
    expectRestored(after: "bee")
    withExtendedLifetime((redraws, finding)) {}
  }

  @Test("questions and answers")
  func dialogue() throws {
    let loop = try EventLoop()
    terminal.type("Ann\r")
    do {
      let dialogue = LineDialogue(loop: loop, settings: settings)
      defer { dialogue.close() }
      let name = try dialogue.ask("Your name:")
      try dialogue.say("Hello, \(name)!")
    }
    #expect(terminal.waits { $0.text.contains("Hello, Ann!") })
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("a recording")
  func recording() throws {
    let loop = try EventLoop()
    let path = folder.file("greeting.cast")
    terminal.type("Ann\r")
    let recorder = try FrameRecorder(
      path: path, title: "A greeting", size: settings.size, term: settings.term,
      start: loop.now)
    let end = try loop.run(Greeting(), settings: settings, recorder: recorder)
    #expect(end.resultOrDie() == "Ann")
    #expect(recorder.failure == nil)
    #expect(folder.read("greeting.cast")?.contains("What is your name?") == true)
  }
}
