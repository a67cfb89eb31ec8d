/// The weather in lines: each response once, in sentences.
@MainActor struct WeatherDialogue {
  let entries: [WeatherEntry]
  let units: WeatherUnits
  let dialogue: LineDialogue
  let loop: EventLoop

  /// Prints lines until `q` is typed; if nothing can be typed, until nothing more is expected.
  func run() throws(LineDialogue.Ending) {
    var reports = entries.map { _ in WeatherReport(units: units) }
    let commands = commands(reports[0])
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    for entry in entries { entry.start() }
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where try dialogue.perform(line, of: commands) { return true }
      for index in entries.indices {
        let entry = entries[index]
        for line in reports[index].searchLines(entry, isAsked: dialogue.canBeTypedTo) {
          try dialogue.say(line)
        }
        for line in reports[index].lines(shown(entry)) { try dialogue.say(line) }
      }
      return isOver
    }
    for trace in entries.compactMap(\.trace) {
      if let message = trace.location.errorMessage { try dialogue.say(message) }
      if let incompleteness = trace.incompleteness { try dialogue.say(incompleteness + ".") }
    }
  }

  /// True if every place and its weather were found.
  var isFine: Bool {
    entries.allSatisfy { entry in
      entry.errorMessage == nil && entry.choices == nil
        && entry.trace?.location.thereIsAnError != true && entry.trace?.truncation == nil
    }
  }

  private func commands(_ report: WeatherReport) -> LineCommands {
    LineCommands([
      LineCommand("", "reloads") { _ in
        for entry in entries {
          entry.search?.start()
          entry.model.refresh()
        }
      },
      LineCommand("f", "reads the whole forecast") { _ throws(LineDialogue.Ending) in
        for entry in entries {
          let shown = shown(entry)
          if entries.count > 1 { try dialogue.say("\(shown.title):") }
          for row in report.forecast(shown) { try dialogue.say(row) }
        }
      },
      LineCommand("c", "cancels a request") { _ in
        for entry in entries { entry.cancel() }
      },
      LineCommand.lines(
        like: "a number", "chooses one of several places", isMain: false,
        accepts: { line in entries.contains { $0.choices != nil } && Int(line) != nil }
      ) { line throws(LineDialogue.Ending) in
        guard let entry = entries.first(where: { $0.choices != nil }), let places = entry.choices
        else { return }
        let listed = PlaceListing(name: entry.name, places: places).listed
        guard let number = Int(line.text), listed.indices.contains(number - 1) else {
          return try dialogue.say("Type a number from 1 to \(listed.count).")
        }
        entry.search?.choose(listed[number - 1])
      },
      .leaving(),
    ])
  }

  private func shown(_ entry: WeatherEntry) -> ShownWeather {
    ShownWeather(
      state: entry.model.state, units: units, followsTrace: entry.trace != nil, now: loop.now)
  }

  /// True if nothing more will come.
  private var isOver: Bool {
    guard !entries.contains(where: \.isBusy) else { return false }
    let traces = entries.compactMap(\.trace)
    guard !traces.isEmpty else { return !dialogue.canBeTypedTo }
    return !traces.contains(where: \.isPlaying)
  }
}
