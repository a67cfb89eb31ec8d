import Fetching
import Formats
import Positioning

extension CurrentWeather {
  /// Reads OpenWeather's response about now.
  init(_ fields: JSONFields) throws(DocumentError) {
    self.init(place: try WeatherPlace(current: fields), conditions: try WeatherConditions(fields))
  }
}

extension WeatherForecast {
  /// Reads OpenWeather's response about the next days. Rows come sorted, and of two with the same
  /// time the first stays.
  init(_ fields: JSONFields) throws(DocumentError) {
    var rows: [WeatherConditions] = []
    let list = try fields("list", as: [JSONValue].self)
    guard !list.isEmpty else { throw DocumentError("this list is empty").inside("list") }
    for (index, row) in list.enumerated() {
      rows.append(
        try within("list[\(index)]") { () throws(DocumentError) in
          try WeatherConditions(try JSONFields(row))
        })
    }
    var seen: Set<Timestamp> = []
    let place = try fields.object("city", WeatherPlace.init(city:)) ?? WeatherPlace()
    rows = rows.filter { seen.insert($0.time).inserted }.sorted { $0.time < $1.time }
    self.init(place: place, rows: rows, days: WeatherDay.days(of: rows, utcOffset: place.utcOffset))
  }
}

// MARK: - Parts

extension WeatherConditions {
  init(_ fields: JSONFields) throws(DocumentError) {
    let sign = try fields.first(of: "weather") { sign throws(DocumentError) in
      (try sign("description", as: String.self), try sign("icon", as: String.self))
    }
    let main = try fields.object("main") { main throws(DocumentError) in
      (
        try main.celsius("temp"), try main.optional("feels_like", as: Double.self),
        try main.optional("humidity", as: Double.self),
        try main.optional("pressure", as: Double.self)
      )
    }
    guard let main else { throw DocumentError("the key “main” is missing") }
    self.init(
      time: try fields.time("dt"), description: sign.0, icon: WeatherIcon(code: sign.1),
      temperature: main.0, feelsLike: main.1, humidity: main.2, pressure: main.3)
    wind = try fields.object("wind", Wind.init)
    cloudiness =
      try fields.object("clouds") { clouds throws(DocumentError) in
        try clouds.optional("all", as: Double.self)
      } ?? nil
    visibility = try fields.optional("visibility")
    chanceOfPrecipitation = try fields.optional("pop")
    for kind in ["rain", "snow"] {
      guard let amount = try fields.object(kind, Self.amount) else { continue }
      precipitation = (precipitation ?? 0) + amount
    }
  }

  /// Returns the millimetres of one hour, or in a forecast of three.
  private static func amount(_ fields: JSONFields) throws(DocumentError) -> Double {
    if let amount = try fields.optional("1h", as: Double.self) { return amount }
    return try fields.optional("3h", as: Double.self) ?? 0
  }
}

extension WeatherConditions.Wind {
  init(_ fields: JSONFields) throws(DocumentError) {
    self.init(
      speed: try fields("speed"),
      direction: try fields.number("deg", in: 0...360, unit: "direction in degrees"),
      gust: try fields.optional("gust"))
  }
}

extension WeatherPlace {
  /// The place in a response with the current weather, whose parts are in several objects.
  fileprivate init(current fields: JSONFields) throws(DocumentError) {
    try self.init(city: fields)
    if let sun = try fields.object("sys", Sun.init) {
      (country, sunrise, sunset) = (sun.country, sun.rise, sun.set)
    }
  }

  /// The place of a forecast.
  fileprivate init(city fields: JSONFields) throws(DocumentError) {
    let name = try fields.optional("name", as: String.self)
    let sun = try Sun(fields)
    self.init(
      name: name == "" ? nil : name, country: sun.country,
      coordinate: try fields.object("coord", Self.coordinate),
      utcOffset: try fields.number("timezone", in: -64_800...64_800, unit: "offset from UTC")
        .map { Int($0) } ?? 0,
      sunrise: sun.rise, sunset: sun.set)
  }

  private static func coordinate(_ fields: JSONFields) throws(DocumentError) -> Coordinate {
    let coordinate = Coordinate(latitude: try fields("lat"), longitude: try fields("lon"))
    guard coordinate.isValid else { throw DocumentError("it is not a place on Earth") }
    return coordinate
  }

  /// The part that both responses have in common, though at different keys.
  private struct Sun {
    var country: String?
    var rise: Timestamp?
    var set: Timestamp?

    init(_ fields: JSONFields) throws(DocumentError) {
      country = try fields.optional("country")
      if country == "" { country = nil }
      rise = try fields.sun("sunrise")
      set = try fields.sun("sunset")
    }
  }
}
