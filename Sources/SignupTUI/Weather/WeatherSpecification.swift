// The options of `weather`, and its help.
extension WeatherCommand {
  static let json = OptionSpec("--json", help: "print lines of JSON")
  static let line = Option.text(
    "--line", "FORMAT",
    help: "print one line, such as '{icon} {temp}'")
  static let save = OptionSpec("--save", help: "save the places; without a PLACE, they are shown")
    .ofCommandLineOnly
  static let forget = OptionSpec("--forget", help: "forget saved places with these names")
    .ofCommandLineOnly
  static let units = Option<WeatherUnits>.choice(
    "--units", among: ["metric": .metric, "imperial": .imperial], usual: "metric",
    help: "use °F, mph, miles and inches")

  private static let screenOptions = DisplayOptions.shared

  private static let screenUsage: [CommandSpec.UsagePart] =
    WeatherSource.serviceUsage + [.optional(units.spec)] + screenOptions.optional

  private static let screenUsages: [[CommandSpec.UsagePart]] = [
    [.operand(WeatherSource.names), .optional(save)] + screenUsage,
    [.required(WeatherSource.place.spec), .optional(save)] + screenUsage,
    [.required(WeatherSource.track.spec)] + screenUsage,
    [.required(WeatherSource.files.spec), .optional(units.spec)] + screenOptions.optional,
  ]

  /// The forms of a call whose lines programs read: with names, a coordinate, or saved responses.
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
    name: name, summary: "show the weather at places or along a track",
    purpose: "Show the weather at places, now and for the next five days.",
    operands: [WeatherSource.names], synopsis: [.operand(WeatherSource.names)],
    usages: screenUsages + [json, line.spec].flatMap(feedUsages) + [
      [.operand(WeatherSource.names), .required(forget)]
    ],
    options: WeatherSource.specs + [save, forget, json, line.spec, units.spec] + screenOptions,
    rules: WeatherSource.rules + [
      .apart([json, line.spec], screenOptions, because: "lines for programs need no screen"),
      .apart([json], [line.spec], because: "each is the whole output"),
      .apart(
        [json, line.spec], [WeatherSource.track.spec],
        because: "the output is for one place, and a track has many"),
      .apart(
        [save, forget], [WeatherSource.track.spec, WeatherSource.files.spec],
        because: "only places with a name or a coordinate are saved"),
      .apart(
        [forget], [save, json, line.spec, WeatherSource.place.spec],
        because: "a forgotten place is not shown"),
    ],
    notes: [
      "Without a key for OpenWeather, the weather comes from Open-Meteo."
    ],
    examples: [
      "weather 'London, Ontario' --save": "show and save a place",
      "weather London --line '{icon} {temp}'": "print a status line",
    ])
}
