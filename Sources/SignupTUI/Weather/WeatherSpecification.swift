// The options of `weather`, and its help.
extension WeatherCommand {
  static let json = OptionSpec("--json", help: "write lines of JSON, in the units of --units")
  static let line = Option.text(
    "--line", "FORMAT",
    help: "write one line for a status bar and end: '{icon} {temp}'; there are "
      + LineTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))
  static let save = OptionSpec("--save", help: "keep the places, to be shown where none is named")
    .ofCommandLineOnly
  static let forget = OptionSpec("--forget", help: "keep saved places of these names no longer")
    .ofCommandLineOnly
  static let units = Option<WeatherUnits>.choice(
    "--units", among: ["metric": .metric, "imperial": .imperial], usual: "metric",
    help: "degrees Fahrenheit, miles per hour, miles and inches; u changes it")

  private static let screenOptions = DisplayOptions.specs(
    insteadOfScreen: "say the weather in sentences, a line each")

  private static let screenUsage: [CommandSpec.UsagePart] =
    WeatherSource.serviceUsage + [.optional(units.spec)] + screenOptions.optional

  private static let screenUsages: [[CommandSpec.UsagePart]] = [
    [.operand(WeatherSource.names), .optional(save)] + screenUsage,
    [.required(WeatherSource.place.spec), .optional(save)] + screenUsage,
    [.required(WeatherSource.track.spec)] + screenUsage,
    [.required(WeatherSource.files.spec), .optional(units.spec)] + screenOptions.optional,
  ]

  /// The ways to call it for lines that programs read: of names, of a coordinate, of saved
  /// responses.
  private static func feedUsages(_ form: OptionSpec) -> [[CommandSpec.UsagePart]] {
    let places: [[CommandSpec.UsagePart]] = [
      [.operand(WeatherSource.names), .optional(save)],
      [.required(WeatherSource.place.spec), .optional(save)],
    ]
    return places.map {
      $0 + [.required(form)] + WeatherSource.serviceUsage + [.optional(units.spec)]
    } + [[.required(WeatherSource.files.spec), .required(form), .optional(units.spec)]]
  }

  static let specification = CommandSpec(
    name: name, summary: "show the weather of places or a trace",
    purpose: "Show the weather of places now and in the next five days.",
    operands: [WeatherSource.names], synopsis: [.operand(WeatherSource.names)],
    usages: screenUsages + [json, line.spec].flatMap(feedUsages) + [
      [.operand(WeatherSource.names), .required(forget)]
    ],
    options: WeatherSource.specs + [save, forget, json, line.spec, units.spec] + screenOptions,
    rules: WeatherSource.rules + [
      .apart([json, line.spec], screenOptions, because: "lines for programs need no screen"),
      .apart([json], [line.spec], because: "each is all that is written"),
      .apart(
        [json, line.spec], [WeatherSource.track.spec],
        because: "they are written once, and a trace has many places"),
      .apart(
        [save, forget], [WeatherSource.track.spec, WeatherSource.files.spec],
        because: "only places with a name or a coordinate are saved"),
      .apart(
        [forget], [save, json, line.spec, WeatherSource.place.spec],
        because: "nothing is shown of a place that is forgotten"),
    ],
    notes: [
      "A place is the name of a town, and behind commas its region or country: weather 'London, "
        + "Ontario'. Of a name that several places have the screen shows a list; elsewhere they "
        + "are listed with what to type. Without a place the saved ones are shown.",
      "Open-Meteo (open-meteo.com) needs no key and is asked unless there is one. OpenWeather's "
        + "stands in the variable \(WeatherKeyInput.variable) or in a file, never among the "
        + "arguments, which every user of the machine can read. Names are looked up with "
        + "Open-Meteo, whoever is asked for the weather.",
      "Answers are kept for ten minutes in the user's cache, and asked for again then, along a "
        + "trace also after a kilometre. What came last stays, with its age, when that fails. "
        + "r asks at once, v shows curves or days instead of hours, Esc cancels, u changes the "
        + "units. Along a trace with dates Open-Meteo says the weather of its own time, and "
        + "OpenWeather that of now, which is then said. Without a network, --file shows two "
        + "answers of OpenWeather that were saved before.",
      #"A line of JSON is {"kind":"current","time":"2026-09-22T14:06:52.000Z",…}; one of "#
        + #"{"kind":"day",…} follows for each day, and of {"kind":"forecast",…} for every three "#
        + "hours. The exit status is 1 where a place or its weather was not found.",
    ])
}
