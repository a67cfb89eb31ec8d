import TerminalKit
import ViewModels

/// A list that loads page by page, in lines: each item as it comes, and what can be done next.
@MainActor struct PagesDialogue {
  let model: PagesScreen.Model
  let dialogue: LineDialogue
  /// Makes the source of a demonstration.
  let source: (PagedDemo) -> PagedSource<PagedDemo.Item>

  private static let keys =
    "Enter alone loads the next page or tries again; r loads from the top; "
    + "\(PagedDemo.allCases.map(\.rawValue).joined(separator: ", ")) choose a source; q ends."

  /// Says lines until `q` is typed, or nothing more can be.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(Self.keys) }
    var report = PagesReport()
    model.load()
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where line.lowercased() != "q" {
        if !act(line.lowercased()) { try dialogue.say(Self.keys) }
      }
      for line in report.lines(model) { try dialogue.say(line) }
      if lines.contains(where: { $0.lowercased() == "q" }) { return true }
      guard !dialogue.canBeTypedTo else { return false }
      // Who cannot ask for more gets everything.
      if model.state == .hasMoreData { model.load() }
      if case .error = model.state { return true }
      return model.hasEnded
    }
  }

  private func act(_ line: String) -> Bool {
    switch line {
    case "": model.load()
    case "r": model.refresh()
    default:
      guard let demo = PagedDemo(rawValue: line) else { return false }
      model.use(source(demo))
    }
    return true
  }
}

/// What has been said of a list in pages, and what is to be said next.
@MainActor struct PagesReport {
  private var saidItems: [PagedDemo.Item] = []
  private var saidState: PagedListState?

  /// The lines that are new.
  mutating func lines(_ model: PagesScreen.Model) -> [String] {
    var lines: [String] = []
    let changes = ListDiff(from: saidItems, to: model.items)
    saidItems = model.items
    lines += changes.insertions.map(\.element.title)
    // While items come one by one the end is not there yet.
    guard model.state != saidState, model.state != .loadedContent || model.hasEnded else {
      return lines
    }
    saidState = model.state
    return lines + [Self.text(model)]
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
