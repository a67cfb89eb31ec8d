/// `pages`: a list that loads as it is scrolled, from a service, a file, a program, or made-up
/// sources with every behaviour.
struct PagesCommand: Command {
  /// The records; nil for a demonstration.
  var input: PagesInput?
  /// The demonstration.
  var source = PagedDemo.paged
  /// True if events are written as lines of JSON.
  var writesJSON = false
  /// The options of the display.
  var display = DisplayOptions()

  private static let source = Option.anyCase(
    "--source", "NAME", usual: PagesCommand().source,
    help: "show a demo: " + PagedDemo.allCases.map(\.rawValue).alternatives
      + " (default: \(PagesCommand().source.rawValue))")
  private static let json = OptionSpec(
    "--json", help: "load all pages and print lines of JSON")
  private static let screenOptions = DisplayOptions.shared

  static let name = "pages"

  /// The sources of records, each with its options.
  private static let sources: [[CommandSpec.UsagePart]] = [
    usage(
      .required(PagesInput.url.spec),
      PagesInput.ofRecords + PagesInput.ofRequests + [PagesInput.headerFile.spec]),
    usage(.required(PagesInput.file.spec), PagesInput.ofRecords + [PagesInput.format.spec]),
    usage(.required(PagesInput.command.spec), PagesInput.ofRecords + PagesInput.ofRequests),
    usage(.optional(source.spec), []),
  ]

  private static func usage(
    _ source: CommandSpec.UsagePart, _ options: [OptionSpec]
  ) -> [CommandSpec.UsagePart] {
    [source] + options.optional
  }

  static let specification = CommandSpec(
    name: name, summary: "scroll through a list that loads page by page",
    purpose: "Scroll through a list that loads page by page, from a service, file or program.",
    synopsis: [.required(PagesInput.url.spec)],
    usages: sources.map { $0 + screenOptions.optional } + sources.map { $0 + [.required(json)] },
    options: PagesInput.specs + [source.spec, json] + screenOptions,
    rules: PagesInput.rules + [
      .apart([source.spec], PagesInput.specs, because: "a demo has its own records"),
      .apart([json], screenOptions, because: "JSON needs no screen"),
    ],
    examples: [
      "pages --url 'https://example.com/list?page={page}'": "load a service",
      "pages --file big.csv --title value.name": "load a file",
    ])
}

extension PagesCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    input = try PagesInput(arguments)
    if let source = try arguments[Self.source] { self.source = source }
    writesJSON = arguments.has(Self.json)
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    // The keys of headers are in the memory that a crash would write to disk.
    if input?.headerFile != nil { CoreDumps.forbid() }
    let records = try input?.source()
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    let list = PagesList(
      records: records, name: input?.name, demo: source, demos: { $0.records(on: scheduler) })
    if writesJSON {
      // There is no scrolling back.
      let model = list.model(keeping: KeptPages(pages: 2), scheduler)
      return lines(loop, TerminalSettings(), model) { dialogue throws(Ending) in
        try PagesDialogue(model: model, dialogue: dialogue, list: list, isJSON: true).run()
      }
    }
    let display = try Display(
      display, needsAnswers: false, isListInPipes: true,
      instead: "For lines of text instead of a screen, use 'SignupTUI pages --json' or "
        + "--accessible.")
    let model = list.model(keeping: PagesList.usualKept, scheduler)
    if display.presentation == .lines {
      return lines(loop, display.settings, model) { dialogue throws(Ending) in
        try PagesDialogue(model: model, dialogue: dialogue, list: list).run()
      }
    }
    let screen = PagesScreen(
      model: model, list: list, now: { loop.now }, requestFrame: { loop.setNeedsFrame() })
    let end = try display.show(screen, on: loop)
    // The status may end the process by a signal, and no child may outlive it.
    model.cancel()
    return end.exitStatus
  }

  private typealias Ending = LineDialogue.Ending

  @MainActor private func lines(
    _ loop: EventLoop, _ settings: TerminalSettings, _ model: PagesScreen.Model,
    _ body: (LineDialogue) throws(Ending) -> Void
  ) -> ExitStatus {
    LineDialogue.run(on: loop, settings) { dialogue throws(Ending) in
      defer { model.cancel() }
      try body(dialogue)
      if case .error = model.state { return .failure }
      return .success
    }
  }
}
