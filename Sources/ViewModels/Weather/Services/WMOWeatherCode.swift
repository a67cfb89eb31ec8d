/// A weather code of WMO's table 4677; Open-Meteo uses 28 of them (open-meteo.com/en/docs, “WMO
/// Weather interpretation codes”). A higher one is worse weather.
struct WMOWeatherCode {
  private let number: Int

  /// Makes a code of a number in a response; nil, and any that the table lacks, is an unknown one.
  init(_ number: Double?) { self.number = number.flatMap { Int(exactly: $0) } ?? -1 }

  /// The weather in a word or two.
  var description: String { Self.table[number]?.text ?? "unknown" }

  /// The sign for it.
  func icon(isNight: Bool) -> WeatherIcon {
    WeatherIcon(Self.table[number]?.kind, isNight: isNight)
  }

  private static let table: [Int: (text: String, kind: WeatherIcon.Kind)] = [
    0: ("clear sky", .clear), 1: ("mainly clear", .fewClouds),
    2: ("partly cloudy", .scatteredClouds), 3: ("overcast", .brokenClouds), 45: ("fog", .mist),
    48: ("rime fog", .mist), 51: ("light drizzle", .showers), 53: ("drizzle", .showers),
    55: ("dense drizzle", .showers), 56: ("light freezing drizzle", .showers),
    57: ("freezing drizzle", .showers), 61: ("light rain", .rain), 63: ("rain", .rain),
    65: ("heavy rain", .rain), 66: ("light freezing rain", .rain), 67: ("freezing rain", .rain),
    71: ("light snow", .snow), 73: ("snow", .snow), 75: ("heavy snow", .snow),
    77: ("snow grains", .snow), 80: ("light showers", .showers), 81: ("showers", .showers),
    82: ("violent showers", .showers), 85: ("snow showers", .snow),
    86: ("heavy snow showers", .snow), 95: ("thunderstorm", .thunderstorm),
    96: ("thunderstorm with hail", .thunderstorm), 99: ("thunderstorm, heavy hail", .thunderstorm),
  ]
}
