import CommandLineKit
import Platform
import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// `weather`: the weather at a place or along a trace, on the screen, in lines or as JSON.
struct WeatherCommand: Command {
  /// The place of the weather, and the source of its answers.
  var source: WeatherSource
  /// True if it is written as lines of JSON.
  var isJSON = false
  /// The units of the output.
  var units = WeatherUnits.metric
  /// The options of the display.
  var display = DisplayOptions()

  private static let json = OptionSpec("--json", help: "write lines of JSON, in metric units")
  private static let units = Option<WeatherUnits>.choice(
    "--units", among: ["metric": .metric, "imperial": .imperial], usual: "metric",
    help: "show degrees Fahrenheit, miles per hour and inches; u changes it")

  private static let screenOptions =
    [units.spec]
    + DisplayOptions.specs(
      insteadOfScreen: "say the weather in sentences, a line each")

  static let name = "weather"

  static let specification = CommandSpec(
    name: name, summary: "show the weather of a place or a trace",
    purpose: "Show the weather at a place now and in the next five days, as OpenWeather says it.",
    synopsis: [.required(WeatherSource.place.spec)],
    usages: [
      [.required(WeatherSource.place.spec)] + WeatherSource.serviceUsage
        + screenOptions.map { .optional($0) },
      [.required(WeatherSource.track.spec)] + WeatherSource.serviceUsage
        + screenOptions.map { .optional($0) },
      [.required(WeatherSource.files.spec)] + screenOptions.map { .optional($0) },
      [.required(WeatherSource.place.spec)] + WeatherSource.serviceUsage + [.required(json)],
      [.required(WeatherSource.files.spec), .required(json)],
    ],
    options: WeatherSource.specs + [json] + screenOptions,
    rules: WeatherSource.rules + [
      .apart([json], screenOptions, because: "JSON is written without a screen"),
      .apart(
        [json], [WeatherSource.track.spec],
        because: "JSON is written once, and a trace has many places"),
    ],
    notes: [
      "The key is one of openweathermap.org's. It stands in the variable "
        + "\(WeatherKeyInput.variable) or in a file, never among the arguments, which every user "
        + "of the machine can read.",
      "The weather is asked for again after ten minutes, and along a trace also after a kilometre. "
        + "What came last stays, with its age, when that fails. r asks at once, Esc cancels, u "
        + "changes the units. Without a network, --file shows two answers that were saved before; "
        + "nothing is fetched then, and no key is needed.",
      #"A line of JSON is {"kind":"current","time":"2026-09-22T14:06:52.000Z",…}, and one of "#
        + #"{"kind":"forecast",…} follows for every three hours. The exit status is 1 where one "#
        + "of the two requests has failed.",
    ])
}

extension WeatherCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    source = try WeatherSource(arguments)
    isJSON = arguments.has(Self.json)
    if let units = try arguments[Self.units] { self.units = units }
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    // The key is in the memory that a crash would write to disk.
    CoreDumps.forbid()
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    if isJSON {
      let (model, _) = try source.model(on: scheduler)
      return try WeatherFeed(model: model, loop: loop).run()
    }
    let display = try Display(
      display, needsAnswers: false, isListInPipes: true,
      instead: "For the weather without a screen use --json or --accessible.")
    let (model, trace) = try source.model(on: scheduler)
    if display.presentation == .lines {
      return WeatherDialogue.run(model, trace, units, display, loop)
    }
    let screen = WeatherScreen(
      model: model, trace: trace, units: units, isSaved: source.place.isSaved, now: { loop.now })
    // Behind the first frame, which does not wait for requests to be sent.
    loop.schedule(after: .milliseconds(1)) {
      model.start()
      trace?.togglePause()
    }
    let end = try display.show(screen, on: loop)
    // The status may end the process by a signal, and no curl is to outlive it.
    model.cancel()
    let status = end.exitStatus
    return status == .success ? trace?.statusOfReading() ?? .success : status
  }
}

extension WeatherDialogue {
  /// Runs the weather in lines to its end.
  static func run(
    _ model: WeatherViewModel, _ trace: ReplayViewModel?, _ units: WeatherUnits,
    _ display: Display, _ loop: EventLoop
  ) -> ExitStatus {
    LineDialogue.run(on: loop, display.settings) { dialogue throws(LineDialogue.Ending) in
      defer { model.cancel() }
      try WeatherDialogue(
        model: model, trace: trace, units: units, dialogue: dialogue, loop: loop
      ).run()
      let isFine =
        !model.state.thereIsAnError && trace?.location.thereIsAnError != true
        && trace?.damage == nil
      return isFine ? .success : .failure
    }
  }
}
