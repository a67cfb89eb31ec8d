import Formats
import Positioning

/// Open-Meteo's response: the weather now, that of each hour, and the days.
struct MeteoResponse: Sendable {
  let place: WeatherPlace
  let current: CurrentWeather?
  let hours: [WeatherConditions]
  let days: [WeatherDay]

  /// Reads a response in metric units whose times are seconds since 1970.
  ///
  /// - Parameter asked: The requested place: the service knows no names, and returns the centre of
  ///   a grid square as the coordinate.
  init(_ fields: JSONFields, place asked: WeatherPlace) throws(DocumentError) {
    var place = asked
    place.utcOffset =
      try fields.number("utc_offset_seconds", in: -64_800...64_800, unit: "offset from UTC")
      .map { Int($0) } ?? 0
    hours =
      try fields.object("hourly") { columns throws(DocumentError) in
        try Self.hours(try MeteoColumns(columns))
      } ?? []
    days =
      try fields.object("daily") { columns throws(DocumentError) in
        try Self.days(try MeteoColumns(columns))
      } ?? []
    guard !hours.isEmpty else { throw DocumentError("it has no hours").inside("hourly") }
    let hours = hours
    var now = try fields.object("current") { current throws(DocumentError) in
      try WeatherConditions(meteo: current)
    }
    if let time = now?.time {
      // That of now is of a quarter of an hour.
      now?.precipitation = hours.last { $0.time <= time }?.precipitation
      let day = PlaceTime(time, utcOffset: place.utcOffset).day
      let today = days.first { PlaceTime($0.time, utcOffset: place.utcOffset).day == day }
      (place.sunrise, place.sunset) = (today?.sunrise, today?.sunset)
    }
    self.place = place
    current = now.map { CurrentWeather(place: place, conditions: $0) }
  }

  /// The next days: forty rows from now on, three hours from one to the next.
  var forecast: WeatherForecast {
    let start = current?.conditions.time ?? hours[0].time
    let rows = threeHours.filter { $0.time > start }.prefix(40)
    let end = rows.last?.time ?? start
    return WeatherForecast(place: place, rows: Array(rows), days: days.filter { $0.time <= end })
  }

  /// Past days.
  var history: WeatherHistory {
    WeatherHistory(
      place: place, hours: hours,
      forecast: WeatherForecast(place: place, rows: threeHours, days: days))
  }

  /// Every third hour on the clocks of the place, with the rain of all three hours and their worst
  /// weather.
  private var threeHours: [WeatherConditions] {
    hours.indices.compactMap { index in
      guard PlaceTime(hours[index].time, utcOffset: place.utcOffset).hour % 3 == 0 else {
        return nil
      }
      let three = hours[max(0, index - 2)...index]
      var row = hours[index]
      let amounts = three.compactMap(\.precipitation)
      // Without the noise of binary fractions: 1.2 mm three times are 3.6.
      row.precipitation = amounts.isEmpty ? nil : (amounts.reduce(0, +) * 1000).rounded() / 1000
      row.chanceOfPrecipitation = three.compactMap(\.chanceOfPrecipitation).max()
      if let worst = three.max(by: { $0.icon.severity < $1.icon.severity }),
        worst.icon.severity > row.icon.severity
      {
        (row.description, row.icon.kind) = (worst.description, worst.icon.kind)
      }
      return row
    }
  }

  // MARK: Parts

  private static func hours(_ columns: MeteoColumns) throws(DocumentError) -> [WeatherConditions] {
    let temperature = try columns.celsius("temperature_2m")
    let (code, isDay) = (try columns("weather_code"), try columns("is_day"))
    let speed = try columns("wind_speed_10m")
    let direction = try columns("wind_direction_10m")
    let gust = try columns("wind_gusts_10m")
    let chance = try columns("precipitation_probability")
    var values: [(column: [Double?], path: WritableKeyPath<WeatherConditions, Double?>)] = []
    for (key, path) in WeatherConditions.meteoValues + [("precipitation", \.precipitation)] {
      values.append((try columns(key), path))
    }
    // At the end of a model's range values are missing.
    return columns.times.indices.compactMap { index in
      temperature[index].map { temperature in
        var hour = WeatherConditions(
          time: columns.times[index], code: code[index], isDay: isDay[index],
          temperature: temperature)
        for value in values { hour[keyPath: value.path] = value.column[index] }
        hour.wind = WeatherConditions.Wind(
          speed: speed[index], direction: direction[index], gust: gust[index])
        hour.chanceOfPrecipitation = chance[index].map { $0 / 100 }
        return hour
      }
    }
  }

  private static func days(_ columns: MeteoColumns) throws(DocumentError) -> [WeatherDay] {
    let code = try columns("weather_code")
    let least = try columns.celsius("temperature_2m_min")
    let greatest = try columns.celsius("temperature_2m_max")
    let amount = try columns("precipitation_sum")
    let speed = try columns("wind_speed_10m_max")
    let direction = try columns("wind_direction_10m_dominant")
    let (sunrise, sunset) = (try columns.times(of: "sunrise"), try columns.times(of: "sunset"))
    return columns.times.indices.compactMap { index in
      guard let minimum = least[index], let maximum = greatest[index] else { return nil }
      let weather = WMOWeatherCode(code[index])
      return WeatherDay(
        time: columns.times[index], description: weather.description,
        icon: weather.icon(isNight: false), minimum: minimum, maximum: maximum,
        precipitation: amount[index],
        wind: WeatherConditions.Wind(speed: speed[index], direction: direction[index], gust: nil),
        sunrise: sunrise[index], sunset: sunset[index])
    }
  }
}

extension WeatherConditions {
  /// The numbers that Open-Meteo's hours and its weather of now have in common, by their keys.
  fileprivate static var meteoValues: [(String, WritableKeyPath<Self, Double?>)] {
    [
      ("apparent_temperature", \.feelsLike), ("relative_humidity_2m", \.humidity),
      ("pressure_msl", \.pressure), ("cloud_cover", \.cloudiness), ("visibility", \.visibility),
    ]
  }

  /// Reads Open-Meteo's weather of now.
  fileprivate init(meteo fields: JSONFields) throws(DocumentError) {
    self.init(
      time: try fields.time("time"), code: try fields.optional("weather_code"),
      isDay: try fields.optional("is_day"), temperature: try fields.celsius("temperature_2m"))
    for (key, path) in Self.meteoValues { self[keyPath: path] = try fields.optional(key) }
    wind = Wind(
      speed: try fields.optional("wind_speed_10m"),
      direction: try fields.number("wind_direction_10m", in: 0...360, unit: "direction in degrees"),
      gust: try fields.optional("wind_gusts_10m"))
  }

  /// Makes conditions of a code for the weather.
  fileprivate init(time: Timestamp, code: Double?, isDay: Double?, temperature: Double) {
    let weather = WMOWeatherCode(code)
    self.init(
      time: time, description: weather.description, icon: weather.icon(isNight: isDay == 0),
      temperature: temperature)
  }
}

extension WeatherConditions.Wind {
  /// Makes a wind if a speed is known.
  fileprivate init?(speed: Double?, direction: Double?, gust: Double?) {
    guard let speed else { return nil }
    let direction = direction.flatMap { (0...360).contains($0) ? $0 : nil }
    self.init(speed: speed, direction: direction, gust: gust)
  }
}

/// Lists of values that correspond to a list of times.
private struct MeteoColumns {
  let times: [Timestamp]
  private let fields: JSONFields

  init(_ fields: JSONFields) throws(DocumentError) {
    self.fields = fields
    let seconds = try fields("time", as: [Int].self)
    times = try within("time") { () throws(DocumentError) in
      var times: [Timestamp] = []
      for seconds in seconds { times.append(try Timestamp(unixTime: seconds)) }
      return times
    }
  }

  /// The values of a column; all nil if it is missing.
  func callAsFunction(_ key: String) throws(DocumentError) -> [Double?] {
    guard let values = try fields.optional(key, as: [Double?].self) else {
      return Array(repeating: nil, count: times.count)
    }
    guard values.count == times.count else {
      throw DocumentError("there are \(values.count) values for \(times.count) times").inside(key)
    }
    return values
  }

  /// The temperatures of a column, which must be possible on Earth.
  func celsius(_ key: String) throws(DocumentError) -> [Double?] {
    let values = try self(key)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      _ = try within("\(key)[\(index)]") { () throws(DocumentError) in try value.asCelsius }
    }
    return values
  }

  /// The times of a column; if the sun does not rise the service sends 0.
  func times(of key: String) throws(DocumentError) -> [Timestamp?] {
    var times: [Timestamp?] = []
    for value in try self(key) {
      guard let value, value != 0, abs(value) < 1e11 else {
        times.append(nil)
        continue
      }
      times.append(try Timestamp(unixTime: Int(value)))
    }
    return times
  }
}
