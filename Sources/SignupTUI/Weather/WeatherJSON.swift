/// Weather as JSON for other programs: flat objects without unknown values, each with its units.
struct WeatherJSON {
  /// The units of all numbers.
  let units: WeatherUnits

  /// An object for the weather now, one for each day, and one for each row of the forecast.
  func lines(_ state: WeatherState) -> [JSONValue] {
    let now = state.current.map { [object("current", $0.place, $0.conditions)] } ?? []
    guard let forecast = state.forecast else { return now }
    return now + forecast.days.map { object($0, forecast.place) }
      + forecast.rows.map { object("forecast", forecast.place, $0) }
  }

  private func object(
    _ kind: String, _ place: WeatherPlace, _ conditions: WeatherConditions
  ) -> JSONValue {
    var object = Members(kind, conditions.time, place, units)
    object.add("description", conditions.description)
    object.add("icon", conditions.icon.code)
    object.add("temperature", units.degrees(conditions.temperature))
    object.add("feelsLike", conditions.feelsLike.map(units.degrees))
    object.add("humidity", conditions.humidity)
    object.add("pressure", conditions.pressure)
    object.add(conditions.wind, units)
    object.add("cloudiness", conditions.cloudiness)
    object.add("visibility", conditions.visibility.map(units.length))
    object.add("precipitation", conditions.precipitation.map(units.amount))
    object.add("chanceOfPrecipitation", conditions.chanceOfPrecipitation)
    return .object(object.members)
  }

  private func object(_ day: WeatherDay, _ place: WeatherPlace) -> JSONValue {
    var object = Members("day", day.time, place, units)
    object.add("description", day.description)
    object.add("icon", day.icon.code)
    object.add("minimum", units.degrees(day.minimum))
    object.add("maximum", units.degrees(day.maximum))
    object.add(day.wind, units)
    object.add("precipitation", day.precipitation.map(units.amount))
    object.add("sunrise", day.sunrise?.description)
    object.add("sunset", day.sunset?.description)
    return .object(object.members)
  }

  /// The members of an object: those that are always present, and those that are known.
  private struct Members {
    var members: [JSONMember]

    init(_ kind: String, _ time: Timestamp, _ place: WeatherPlace, _ units: WeatherUnits) {
      members = [
        JSONMember("kind", kind), JSONMember("time", "\(time)"), JSONMember("units", units.name),
      ]
      add("place", place.name)
      add("region", place.region)
      add("country", place.country)
      add("latitude", place.coordinate?.latitude)
      add("longitude", place.coordinate?.longitude)
      members.append(JSONMember("utcOffset", place.utcOffset))
    }

    mutating func add(_ key: String, _ text: String?) {
      if let text { members.append(JSONMember(key, text)) }
    }

    mutating func add(_ key: String, _ number: Double?) {
      guard let number else { return }
      // A converted number has more digits than the service sends.
      members.append(JSONMember(key, (number * 1_000_000).rounded() / 1_000_000))
    }

    mutating func add(_ wind: WeatherConditions.Wind?, _ units: WeatherUnits) {
      add("windSpeed", wind.map { units.velocity($0.speed) })
      add("windDirection", wind?.direction)
      add("windGust", wind?.gust.map(units.velocity))
    }
  }
}
