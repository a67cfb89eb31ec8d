/// A list that loads page by page, in lines: each item as it arrives, and the possible next steps.
@MainActor struct PagesDialogue {
  let model: PagesScreen.Model
  let dialogue: LineDialogue
  /// The records, for the choice of another demonstration.
  let list: PagesList
  /// True if everything is loaded and printed as lines of JSON.
  var isJSON = false

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
        LineCommand(PagedDemo.allCases.map(\.rawValue).joined(separator: ","), "chooses a source") {
          line in if let demo = PagedDemo(rawValue: line.name) { model.use(list.demos(demo)) }
        })
    }
    return LineCommands(commands + [.leaving()])
  }

  /// Prints lines until `q` is typed, or everything was printed.
  func run() throws(LineDialogue.Ending) {
    let isTypedTo = !isJSON && dialogue.canBeTypedTo
    if isTypedTo { try dialogue.say(commands.summary) }
    var report = PagesReport(isJSON: isJSON)
    model.load()
    try dialogue.wait(readsInput: !isJSON) { lines throws(LineDialogue.Ending) in
      var isOver = false
      for line in lines { if try dialogue.perform(line, of: commands) { isOver = true } }
      for line in report.lines(model) { try dialogue.say(line) }
      if isOver { return true }
      guard !isTypedTo else { return false }
      // Without a terminal no user can ask for more, so everything is loaded.
      if model.state == .hasMoreData { model.load() }
      if case .error = model.state { return true }
      return model.hasEnded
    }
  }
}
