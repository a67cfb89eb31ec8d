import CommandLineKit
import Formats
import TerminalKit
import ViewModels

/// `pages`: a list that loads as it is scrolled, from sources with every behaviour.
struct PagesCommand: Command {
  /// The source of the pages.
  var source = PagedDemo.paged
  /// True if events are written as lines of JSON.
  var writesJSON = false
  /// The options of the display.
  var display = DisplayOptions()

  private static let source = Option.anyCase(
    "--source", "NAME", usual: PagesCommand().source,
    help: "where pages come from: "
      + PagedDemo.allCases.map(\.rawValue).listed
      + " (default: \(PagesCommand().source.rawValue))")
  private static let json = OptionSpec(
    "--json", help: "load everything, write what comes as lines of JSON, and draw nothing")
  private static let screenOptions = DisplayOptions.specs(
    insteadOfScreen: "tell the items as they come, a line each")

  static let name = "pages"

  static let specification = CommandSpec(
    name: name, summary: "scroll a list that loads page by page",
    purpose: "Scroll a list that loads page by page, from a source for each way it can go.",
    synopsis: [.optional(source.spec)],
    usages: [
      [.optional(source.spec)] + screenOptions.map { .optional($0) },
      [.optional(source.spec), .required(json)],
    ],
    options: [source.spec, json] + screenOptions,
    rules: [.apart([json], screenOptions, because: "JSON is written without a screen")],
    notes: [
      "Tab or a digit chooses another source, r loads again, q quits. The source loading never "
        + "answers, error always fails, empty has nothing and single one item, paged has "
        + "\(PagedDemo.itemCount) in pages of \(PagedDemo.pageSize), and stream sends them one by "
        + "one.",
      #"A line of JSON is {"item":1,"title":"Item 1"}, or {"state":"…"} with loading, hasMoreData, "#
        + #"loadedContent or error. With the source error the exit status is 1."#,
    ])
}

extension PagesCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    if let source = try arguments[Self.source] { self.source = source }
    writesJSON = arguments.has(Self.json)
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    if writesJSON {
      return lines(loop, scheduler, TerminalSettings()) { model, dialogue throws(Ending) in
        try PagesJSON(model: model, dialogue: dialogue).run()
      }
    }
    let display = try Display(
      display, needsAnswers: false, isListInPipes: true,
      instead: "For lines of text instead of a screen use 'SignupTUI pages --json' or "
        + "--accessible.")
    if display.presentation == .lines {
      return lines(loop, scheduler, display.settings) { model, dialogue throws(Ending) in
        try PagesDialogue(
          model: model, dialogue: dialogue, source: { $0.source(on: scheduler) }
        ).run()
      }
    }
    let screen = PagesScreen(demo: source, scheduler: scheduler, loop: loop)
    return try display.show(screen, on: loop).exitStatus
  }

  private typealias Ending = LineDialogue.Ending

  @MainActor private func lines(
    _ loop: EventLoop, _ scheduler: LoopScheduler, _ settings: TerminalSettings,
    _ body: (PagesScreen.Model, LineDialogue) throws(Ending) -> Void
  ) -> ExitStatus {
    LineDialogue.run(on: loop, settings) { dialogue throws(Ending) in
      let model = PagesScreen.Model(source.source(on: scheduler), scheduler: scheduler)
      try body(model, dialogue)
      if case .error = model.state { return .failure }
      return .success
    }
  }
}

/// A list in pages as lines of JSON: every item as it comes, and every state.
@MainActor private struct PagesJSON {
  let model: PagesScreen.Model
  let dialogue: LineDialogue

  func run() throws(LineDialogue.Ending) {
    var said: [PagedDemo.Item] = []
    var state: PagedListState?
    model.load()
    try dialogue.wait { _ throws(LineDialogue.Ending) in
      for item in ListDiff(from: said, to: model.items).insertions.map(\.element) {
        try say([JSONMember("item", item.id.json), JSONMember("title", item.title.json)])
      }
      said = model.items
      if model.state != state {
        state = model.state
        try say(Self.members(model.state))
      }
      switch model.state {
      case .hasMoreData:
        model.load()
        return false
      case .error: return true
      case .loading, .loadedContent: return model.hasEnded
      }
    }
  }

  private func say(_ members: [JSONMember]) throws(LineDialogue.Ending) {
    try dialogue.say(JSONValue.object(members).compactText.escapedJSON(isASCII: false))
  }

  private static func members(_ state: PagedListState) -> [JSONMember] {
    let name =
      switch state {
      case .loading: "loading"
      case .loadedContent: "loadedContent"
      case .hasMoreData: "hasMoreData"
      case .error: "error"
      }
    var members = [JSONMember("state", name.json)]
    if case .error(let error) = state {
      members.append(JSONMember("message", error.description.json))
    }
    return members
  }
}
