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

  private static let keys =
    "Enter alone asks again, f and Enter reads the whole forecast, c cancels a request, q ends."

  /// Says lines until `q` is typed, or where nothing can be typed until there is nothing to wait
  /// for.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(Self.keys) }
    model.start()
    trace?.togglePause()
    var report = WeatherReport(units: units)
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines {
        switch line.lowercased() {
        case "": model.refresh()
        case "c": model.cancel()
        case "q": return true
        case "f":
          for row in report.forecast(shown) { try dialogue.say(row) }
        default: try dialogue.say(Self.keys)
        }
      }
      for line in report.lines(shown) { try dialogue.say(line) }
      return isOver
    }
    if let message = trace?.location.errorMessage { try dialogue.say(message) }
    if let incompleteness = trace?.incompleteness { try dialogue.say(incompleteness + ".") }
  }

  private var shown: ShownWeather { ShownWeather(state: model.state, units: units, now: loop.now) }

  /// Whether nothing more will come.
  private var isOver: Bool {
    guard !model.state.isLoading else { return false }
    guard let trace else { return !dialogue.canBeTypedTo }
    return !trace.isPlaying
  }
}
