import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The weather in lines: each answer once, in sentences.
@MainActor struct WeatherDialogue {
  let model: WeatherViewModel
  let trace: ReplayViewModel?
  let units: WeatherUnits
  let dialogue: LineDialogue
  let loop: EventLoop

  /// Says lines until `q` is typed, or where nothing can be typed until there is nothing to wait
  /// for.
  func run() throws(LineDialogue.Ending) {
    var report = WeatherReport(units: units)
    let commands = LineCommands([
      LineCommand("", "asks again") { _ in model.refresh() },
      LineCommand("f", "reads the whole forecast") { _ throws(LineDialogue.Ending) in
        for row in report.forecast(shown) { try dialogue.say(row) }
      },
      LineCommand("c", "cancels a request") { _ in model.cancel() },
      .leaving(),
    ])
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    model.start()
    trace?.togglePause()
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where try dialogue.perform(line, of: commands) { return true }
      for line in report.lines(shown) { try dialogue.say(line) }
      return isOver
    }
    if let message = trace?.location.errorMessage { try dialogue.say(message) }
    if let incompleteness = trace?.incompleteness { try dialogue.say(incompleteness + ".") }
  }

  private var shown: ShownWeather { ShownWeather(state: model.state, units: units, now: loop.now) }

  /// True if nothing more will come.
  private var isOver: Bool {
    guard !model.state.isLoading else { return false }
    guard let trace else { return !dialogue.canBeTypedTo }
    return !trace.isPlaying
  }
}
