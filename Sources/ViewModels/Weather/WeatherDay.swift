import Positioning

/// The weather of a day, summed up.
///
/// An unknown value is nil, never zero. All numbers are metric.
public struct WeatherDay: Hashable, Sendable, Identifiable {
  /// A time of the day: its midnight, or the first that is known of it.
  public var time: Timestamp
  /// The worst weather of the day in a word or two.
  public var description: String
  /// The sign for it, by day.
  public var icon: WeatherIcon
  /// The lowest temperature, degrees Celsius.
  public var minimum: Double
  /// The highest temperature, degrees Celsius.
  public var maximum: Double
  /// Rain and snow together, millimetres.
  public var precipitation: Double?
  /// The strongest wind.
  public var wind: WeatherConditions.Wind?
  /// The time of sunrise.
  public var sunrise: Timestamp?
  /// The time of sunset.
  public var sunset: Timestamp?

  /// The time; a forecast has no two that are the same.
  public var id: Timestamp { time }

  /// Makes a day; anything left out is not known.
  public init(
    time: Timestamp, description: String, icon: WeatherIcon, minimum: Double, maximum: Double,
    precipitation: Double? = nil, wind: WeatherConditions.Wind? = nil, sunrise: Timestamp? = nil,
    sunset: Timestamp? = nil
  ) {
    (self.time, self.description, self.icon) = (time, description, icon)
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.precipitation, self.wind) = (precipitation, wind)
    (self.sunrise, self.sunset) = (sunrise, sunset)
  }

  /// Makes a day of rows, which are all those that are known of it; nil for none.
  init?(of rows: some Collection<WeatherConditions>) {
    guard let first = rows.first, let worst = rows.max(by: { $0.icon.severity < $1.icon.severity })
    else { return nil }
    let temperatures = rows.map(\.temperature)
    let amounts = rows.compactMap(\.precipitation)
    self.init(
      time: first.time, description: worst.description, icon: WeatherIcon(worst.icon.kind),
      minimum: temperatures.min() ?? first.temperature,
      maximum: temperatures.max() ?? first.temperature,
      precipitation: amounts.isEmpty ? nil : amounts.reduce(0, +),
      wind: rows.compactMap(\.wind).max { $0.speed < $1.speed })
  }

  /// Returns the days of rows that come by time, on clocks that are this many seconds ahead of UTC.
  static func days(of rows: [WeatherConditions], utcOffset: Int) -> [WeatherDay] {
    var days: [[WeatherConditions]] = []
    var last: Int?
    for row in rows {
      let day = PlaceTime(row.time, utcOffset: utcOffset).day
      if day == last { days[days.count - 1].append(row) } else { days.append([row]) }
      last = day
    }
    return days.compactMap { WeatherDay(of: $0) }
  }
}

extension WeatherIcon {
  /// The rank of this weather among that of a day: a thunderstorm outdoes all.
  var severity: Int {
    switch kind {
    case nil: 0
    case .clear: 1
    case .fewClouds: 2
    case .scatteredClouds: 3
    case .brokenClouds: 4
    case .mist: 5
    case .showers: 6
    case .rain: 7
    case .snow: 8
    case .thunderstorm: 9
    }
  }
}
