import CommandLineKit
import Formats
import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The weather as lines of JSON: one request of each kind, and then their answers.
@MainActor struct WeatherFeed {
  let model: WeatherViewModel
  let loop: EventLoop

  /// Sends the requests, waits, and writes the answers; a missing one is a sentence on standard
  /// error.
  func run() throws -> ExitStatus {
    model.refresh()
    if let ending = wait() {
      model.cancel()
      return ending.exitStatus(atInputEnd: .failure)
    }
    let state = model.state
    let lines = WeatherJSON.lines(state).map { $0.compactText + "\n" }
    try OutputFailure.check(OutputDescriptor.output.write(json: lines.joined()))
    guard let message = state.errorMessage else { return .success }
    OutputDescriptor.error.report("\(Program.name): \(message)")
    return .failure
  }

  /// Waits until both requests are over; returns the reason if the wait ended before.
  private func wait() -> LineDialogue.Ending? {
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    // Also so that a reader who closes the pipe ends the program in silence.
    defer { dialogue.close() }
    do {
      try dialogue.wait { _ in !model.state.isLoading }
      return nil
    } catch { return error }
  }
}

/// Weather as JSON for other programs: flat objects, in metric units, without unknown values.
enum WeatherJSON {
  /// An object for the weather now, and one for each row of the forecast.
  static func lines(_ state: WeatherState) -> [JSONValue] {
    let now = state.current.map { [object("current", $0.place, $0.conditions)] } ?? []
    let rows = state.forecast.map { forecast in
      forecast.rows.map { object("forecast", forecast.place, $0) }
    }
    return now + (rows ?? [])
  }

  private static func object(
    _ kind: String, _ place: WeatherPlace, _ conditions: WeatherConditions
  ) -> JSONValue {
    var members = [
      JSONMember("kind", .string(kind)), JSONMember("time", .string("\(conditions.time)")),
    ]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(JSONMember(key, .string(text))) }
    }
    func add(_ key: String, _ number: Double?) {
      if let number { members.append(JSONMember(key, number.json)) }
    }
    add("place", place.name)
    add("country", place.country)
    add("latitude", place.coordinate?.latitude)
    add("longitude", place.coordinate?.longitude)
    members.append(JSONMember("utcOffset", place.utcOffset.json))
    add("description", conditions.description)
    add("icon", conditions.icon.code)
    add("temperature", conditions.temperature)
    add("feelsLike", conditions.feelsLike)
    add("humidity", conditions.humidity)
    add("pressure", conditions.pressure)
    add("windSpeed", conditions.wind?.speed)
    add("windDirection", conditions.wind?.direction)
    add("windGust", conditions.wind?.gust)
    add("cloudiness", conditions.cloudiness)
    add("visibility", conditions.visibility)
    add("precipitation", conditions.precipitation)
    add("chanceOfPrecipitation", conditions.chanceOfPrecipitation)
    return .object(members)
  }
}
