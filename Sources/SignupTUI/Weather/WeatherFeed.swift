/// The weather for other programs: all places are requested once, and then written.
@MainActor struct WeatherFeed {
  /// The format for each place.
  enum Form {
    /// Lines of JSON.
    case json
    /// One line.
    case line(LineTemplate)
  }

  let entries: [WeatherEntry]
  let units: WeatherUnits
  let form: Form
  let loop: EventLoop

  /// Sends the requests, waits, and writes the responses; a missing one is a sentence on standard
  /// error.
  func run() throws -> ExitStatus {
    for entry in entries { entry.start() }
    if let ending = wait() {
      for entry in entries { entry.cancel() }
      return ending.exitStatus(atInputEnd: .failure)
    }
    for entry in entries { try write(entry) }
    let messages = entries.compactMap { problem($0) }
    for message in messages { OutputDescriptor.error.report("\(Program.name): \(message)") }
    for entry in entries { entry.cancel() }
    return messages.isEmpty ? .success : .failure
  }

  /// Waits until all requests have ended; returns the reason if the wait ended before.
  private func wait() -> LineDialogue.Ending? {
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    // This also makes the program end silently if the reader closes the pipe.
    defer { dialogue.close() }
    do {
      try dialogue.wait { _ in !entries.contains(where: \.isBusy) }
      return nil
    } catch { return error }
  }

  private func write(_ entry: WeatherEntry) throws(OutputFailure) {
    let state = entry.model.state
    guard state.hasWeather else { return }
    switch form {
    case .json:
      let lines = WeatherJSON(units: units).lines(state).map { $0.compactText + "\n" }
      try OutputFailure.check(OutputDescriptor.output.write(json: lines.joined()))
    case .line(let template):
      let shown = ShownWeather(state: state, units: units, now: loop.now)
      let symbols = TerminalSettings().symbols
      try OutputFailure.check(OutputDescriptor.output.report(template.text(shown, symbols)))
    }
  }

  /// The reason why a place has no weather, or only a part of it.
  private func problem(_ entry: WeatherEntry) -> String? {
    if let places = entry.choices {
      return PlaceListing(name: entry.name, places: places).callLines.joined(separator: "\n")
    }
    guard let message = entry.errorMessage else { return nil }
    return entries.count > 1 ? "\(entry.name): \(message)" : message
  }
}
