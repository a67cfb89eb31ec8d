import Positioning

/// The weather at a place at one time, observed or expected.
///
/// A value that the service did not report is nil, never zero. All numbers are metric.
public struct WeatherConditions: Hashable, Sendable, Identifiable {
  /// The time of the observation or the forecast.
  public var time: Timestamp
  /// The weather in a word or two: `moderate rain`.
  public var description: String
  /// The sign for it.
  public var icon: WeatherIcon
  /// The temperature of the air, degrees Celsius.
  public var temperature: Double
  /// The temperature that people feel, degrees Celsius.
  public var feelsLike: Double?
  /// Relative humidity of the air, per cent.
  public var humidity: Double?
  /// Pressure of the air, reduced to sea level, hectopascals.
  public var pressure: Double?
  /// The wind.
  public var wind: Wind?
  /// The covered part of the sky, per cent.
  public var cloudiness: Double?
  /// The visibility, metres.
  public var visibility: Double?
  /// Rain and snow together, millimetres: of the last hour, and in a forecast of three hours.
  public var precipitation: Double?
  /// The probability of rain or snow, 0…1; a forecast has it.
  public var chanceOfPrecipitation: Double?

  /// The time; a forecast has no two that are the same.
  public var id: Timestamp { time }

  /// The direction and the strength of the wind.
  public struct Wind: Hashable, Sendable {
    /// Metres per second.
    public var speed: Double
    /// The direction that it comes from, degrees from true north, 0…360.
    public var direction: Double?
    /// The speed of gusts, metres per second.
    public var gust: Double?

    /// Makes a wind.
    public init(speed: Double, direction: Double? = nil, gust: Double? = nil) {
      (self.speed, self.direction, self.gust) = (speed, direction, gust)
    }
  }

  /// Makes conditions; anything left out is not known.
  public init(
    time: Timestamp, description: String, icon: WeatherIcon, temperature: Double,
    feelsLike: Double? = nil, humidity: Double? = nil, pressure: Double? = nil, wind: Wind? = nil,
    cloudiness: Double? = nil, visibility: Double? = nil, precipitation: Double? = nil,
    chanceOfPrecipitation: Double? = nil
  ) {
    (self.time, self.description, self.icon) = (time, description, icon)
    (self.temperature, self.feelsLike) = (temperature, feelsLike)
    (self.humidity, self.pressure, self.wind) = (humidity, pressure, wind)
    (self.cloudiness, self.visibility) = (cloudiness, visibility)
    (self.precipitation, self.chanceOfPrecipitation) = (precipitation, chanceOfPrecipitation)
  }
}

/// The place of a weather report, as the service knows it.
public struct WeatherPlace: Hashable, Sendable {
  /// The name of the nearest town; nil at sea.
  public var name: String?
  /// The largest region that contains it: `England`; nil if only the name is known.
  public var region: String?
  /// The country as two letters: `GB`.
  public var country: String?
  /// The coordinate.
  public var coordinate: Coordinate?
  /// Its clocks' offset from UTC in seconds, positive if ahead.
  public var utcOffset: Int
  /// The time of sunrise on the day of the response.
  public var sunrise: Timestamp?
  /// The time of sunset on the day of the response.
  public var sunset: Timestamp?

  /// Makes a place; omitted values are unknown.
  public init(
    name: String? = nil, region: String? = nil, country: String? = nil,
    coordinate: Coordinate? = nil, utcOffset: Int = 0, sunrise: Timestamp? = nil,
    sunset: Timestamp? = nil
  ) {
    (self.name, self.region, self.country) = (name, region, country)
    self.coordinate = coordinate
    (self.utcOffset, self.sunrise, self.sunset) = (utcOffset, sunrise, sunset)
  }

  /// `London, England, GB`; its coordinate for a place without a name; nil without either.
  public var title: String? {
    guard let name else { return coordinate.map(\.text) }
    let region = region == name ? nil : region
    return [name, region, country].compactMap { $0 }.joined(separator: ", ")
  }
}

/// The weather at a place now.
public struct CurrentWeather: Hashable, Sendable {
  /// The place.
  public var place: WeatherPlace
  /// The observation.
  public var conditions: WeatherConditions

  /// Makes the weather at a place.
  public init(place: WeatherPlace, conditions: WeatherConditions) {
    (self.place, self.conditions) = (place, conditions)
  }
}

/// The weather at a place in the next days.
public struct WeatherForecast: Hashable, Sendable {
  /// The place.
  public var place: WeatherPlace
  /// The expected weather, by time: 40 rows, three hours from one to the next.
  public var rows: [WeatherConditions]
  /// The days that the rows are of, each summed up.
  public var days: [WeatherDay]

  /// Makes a forecast.
  public init(place: WeatherPlace, rows: [WeatherConditions], days: [WeatherDay] = []) {
    (self.place, self.rows, self.days) = (place, rows, days)
  }
}

extension Coordinate {
  /// Degrees with four decimals: `51.5074 N 0.1278 W`.
  package var text: String {
    func part(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      let digits = String(fixedPoint: abs(degrees), decimals: 4)
      return digits + " " + (degrees < 0 ? negative : positive)
    }
    return part(latitude, "N", "S") + " " + part(longitude, "E", "W")
  }
}
