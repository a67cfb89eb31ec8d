import TerminalKit
import ViewModels

/// A list that loads page by page, in lines: each item as it comes, and what can be done next.
@MainActor struct PagesDialogue {
  let model: PagesScreen.Model
  let dialogue: LineDialogue
  /// The records, for the choice of another demonstration.
  let list: PagesList

  private var commands: LineCommands {
    var commands = [
      LineCommand("", "loads the next page or tries again") { _ in model.load() },
      LineCommand("r", "loads from the top") { _ in model.refresh() },
      LineCommand("c", "cancels a request") { _ in model.cancel() },
    ]
    if model.canLoadLast {
      commands.append(LineCommand("e", "goes to the end") { _ in model.loadLast() })
    }
    if list.hasDemos {
      commands.append(
        LineCommand(
          PagedDemo.allCases.map(\.rawValue).joined(separator: ","), "chooses a source"
        ) { line in
          if let demo = PagedDemo(rawValue: line.name) { model.use(list.demos(demo)) }
        })
    }
    return LineCommands(commands + [.leaving()])
  }

  /// Says lines until `q` is typed, or nothing more can be.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    var report = PagesReport()
    model.load()
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      var isOver = false
      for line in lines {
        if try dialogue.perform(line, of: commands) { isOver = true }
      }
      for line in report.lines(model) { try dialogue.say(line) }
      if isOver { return true }
      guard !dialogue.canBeTypedTo else { return false }
      // Without a terminal nothing can ask for more: everything comes.
      if model.state == .hasMoreData { model.load() }
      if case .error = model.state { return true }
      return model.hasEnded
    }
  }
}

/// The lines about a list in pages that have been said, and those to be said next.
@MainActor struct PagesReport {
  private var saidItems: [RecordItem] = []
  private var saidWait: PageWait?
  private var saidState: PagedListState?

  /// The lines that are new.
  mutating func lines(_ model: PagesScreen.Model) -> [String] {
    var lines: [String] = []
    let changes = ListDiff(from: saidItems, to: model.items)
    saidItems = model.items
    lines += changes.insertions.map { Self.text($0.element) }
    if model.wait != saidWait {
      saidWait = model.wait
      if let wait = model.wait {
        let seconds = Int((wait.duration / .seconds(1)).rounded(.up))
        lines.append("\(wait.error) Waiting \(FigureText.count(seconds, "second", "seconds")).")
      }
    }
    // While items come one by one the end is not there yet.
    guard model.state != saidState, model.state != .loadedContent || model.hasEnded else {
      return lines
    }
    saidState = model.state
    return lines + [Self.text(model)]
  }

  private static func text(_ record: RecordItem) -> String {
    record.title + (record.detail.map { " – \($0)" } ?? "")
  }

  private static func text(_ model: PagesScreen.Model) -> String {
    switch model.state {
    case .loading: "Loading."
    case .hasMoreData: "There is more."
    case .error(let error): error.description
    case .loadedContent: model.isEmpty ? "Nothing to see here." : "End of the list."
    }
  }
}
