/// `weather`: the weather of places or along a trace, on the screen, in lines, or for programs.
struct WeatherCommand: Command {
  /// The places of the weather, and the source of its responses.
  var source: WeatherSource
  /// True if it is written as lines of JSON.
  var isJSON = false
  /// The line to write instead of a screen.
  var line: LineTemplate?
  /// True to save the places.
  var isSaving = false
  /// True to remove the places from the saved ones.
  var isForgetting = false
  /// The units of the output.
  var units = WeatherUnits.metric
  /// The options of the display.
  var display = DisplayOptions()

  static let name = "weather"
}

extension WeatherCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    source = try WeatherSource(arguments)
    isJSON = arguments.has(Self.json)
    if let text = try arguments[Self.line] { line = try LineTemplate(text) }
    isSaving = arguments.has(Self.save)
    isForgetting = arguments.has(Self.forget)
    if isSaving, source.place == .saved {
      throw UsageError("--save needs a place: weather London --save.")
    }
    if isForgetting, source.names.isEmpty {
      throw UsageError("--forget needs a saved place: weather London --forget.")
    }
    if let units = try arguments[Self.units] { self.units = units }
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let saved = UserFolders.places.map { SavedPlaces(path: $0) }
    if isForgetting { return try forgetPlaces(in: saved) }
    // The key is in the memory that a crash would write to disk.
    CoreDumps.forbid()
    let loop = try EventLoop()
    let entries = try source.entries(on: LoopScheduler(loop: loop), saved: saved)
    let savings = try isSaving ? PlaceSavings(entries, in: saved) : nil
    let status = try show(entries, loop)
    return savings?.hasFailed == true ? .failure : status
  }

  @MainActor private func show(_ entries: [WeatherEntry], _ loop: EventLoop) throws -> ExitStatus {
    let form: WeatherFeed.Form? = isJSON ? .json : line.map { .line($0) }
    if let form {
      return try WeatherFeed(entries: entries, units: units, form: form, loop: loop).run()
    }
    let display = try Display(
      display, needsAnswers: false, isListInPipes: true,
      instead: "Without a screen, use --json or --accessible.")
    if display.presentation == .lines { return WeatherDialogue.run(entries, units, display, loop) }
    let screen = WeatherScreen(entries, units: units, now: { loop.now })
    // After the first frame, which does not wait for requests to be sent.
    loop.schedule(after: .milliseconds(1)) { for entry in entries { entry.start() } }
    let end = try display.show(screen, on: loop)
    // The status may end the process by a signal, and no curl may outlive it.
    for entry in entries { entry.cancel() }
    let status = end.exitStatus
    return status == .success
      ? entries.compactMap(\.trace).first?.statusOfReading() ?? .success : status
  }

  /// Removes places from the saved ones, and reports which.
  @MainActor private func forgetPlaces(in saved: SavedPlaces?) throws -> ExitStatus {
    guard let saved else { throw PlaceSavings.noFolder }
    var status = ExitStatus.success
    for text in source.names {
      let removed = try PlaceName(text).map { name in try saved.remove(name) } ?? []
      if removed.isEmpty {
        OutputDescriptor.error.report("\(Program.name): No saved place is called '\(text)'.")
        status = .failure
      } else if !display.isQuiet {
        for place in removed { OutputDescriptor.output.report("Forgot \(place.title).") }
      }
    }
    return status
  }
}

extension WeatherDialogue {
  /// Runs the weather in lines to its end.
  static func run(
    _ entries: [WeatherEntry], _ units: WeatherUnits, _ display: Display, _ loop: EventLoop
  ) -> ExitStatus {
    LineDialogue.run(on: loop, display.settings) { lines throws(LineDialogue.Ending) in
      defer { for entry in entries { entry.cancel() } }
      let dialogue = WeatherDialogue(entries: entries, units: units, dialogue: lines, loop: loop)
      try dialogue.run()
      return dialogue.isFine ? .success : .failure
    }
  }
}
