/// Everything that is shown of the weather, as one value.
struct ShownWeather {
  /// The state of the view model.
  let state: WeatherState
  /// The units of all values.
  var units = WeatherUnits.metric
  /// True if it was saved before, so that its reading time does not give its age.
  var isSaved = false
  /// True if a trace leads to the place.
  var followsTrace = false
  /// The present instant.
  let now: MonotonicInstant

  /// The place, or what is known of it.
  var title: String { state.title ?? "Weather" }

  /// The sentence about a request that the user has cancelled.
  static let cancelled = "The request was cancelled."

  /// The age of the weather, or a note that new weather is on its way.
  var status: String {
    if state.isHistory, !state.isLoading { return "history" }
    if let since = state.loadingSince {
      let seconds = max(0, since.distance(to: now).nanoseconds) / 1_000_000_000
      return seconds > 0 ? "loading \(seconds) s" : "loading"
    }
    guard let age = state.age(at: now) else { return "" }
    if isSaved { return savedTime }
    let minutes = age.components.seconds / 60
    return minutes == 0 ? "just now" : "\(FigureText.age(.seconds(minutes * 60))) old"
  }

  /// The time that saved weather is of.
  private var savedTime: String {
    let time = state.current?.conditions.time ?? state.forecast?.rows.first?.time
    return time.map { "of " + PlaceTime($0, utcOffset: state.utcOffset).dateText } ?? "saved"
  }

  /// True if it may be left out when room is short: the weather is fresh, or it was saved, and its
  /// time is shown below.
  var isStatusDispensable: Bool {
    guard !state.isLoading, let age = state.age(at: now) else { return false }
    return isSaved || state.isHistory || age < .seconds(60)
  }

  /// The instant at which `status` changes by itself; nil if it does not.
  var nextChange: MonotonicInstant? {
    func next(after start: MonotonicInstant, step: Int) -> MonotonicInstant {
      let passed = max(0, start.distance(to: now).nanoseconds)
      return start + .nanoseconds((passed / step + 1) * step)
    }
    if let since = state.loadingSince { return next(after: since, step: 1_000_000_000) }
    return isSaved || state.isHistory
      ? nil : state.updated.map { next(after: $0, step: 60_000_000_000) }
  }

  // MARK: The weather now

  /// The temperature and the weather in words: `12° light rain`.
  func headline(_ conditions: WeatherConditions) -> String {
    "\(units.temperature(conditions.temperature)) \(conditions.description)"
  }

  /// The time of the observation in local time: `22 September 2026 15:00:00 (UTC+1)`.
  func time(_ current: CurrentWeather) -> String {
    let time = PlaceTime(current.conditions.time, utcOffset: current.place.utcOffset)
    let text = "\(time.longText) (\(time.zoneText))"
    return note.map { "\(text), \($0)" } ?? text
  }

  /// The time of the weather along a trace: the trace's own, or the current time.
  var note: String? {
    followsTrace ? state.isHistory ? "at the time of the track" : "now, at this position" : nil
  }

  /// All other values of the service, the most important first.
  func facts(_ current: CurrentWeather) -> [String] {
    let conditions = current.conditions
    let sun = [("Sunrise", current.place.sunrise), ("Sunset", current.place.sunset)]
    let facts: [String?] = [
      conditions.feelsLike.map { "Feels like \(units.temperature($0))" },
      conditions.wind.map { wind in
        let gust = wind.gust.map { ", gusts \(units.speed($0))" } ?? ""
        return "Wind \(units.wind(wind))\(gust)"
      },
      conditions.humidity.map { "Humidity \(Self.percent($0))" },
      conditions.precipitation.map { "Precipitation \(units.precipitation($0))" },
      conditions.cloudiness.map { "Clouds \(Self.percent($0))" },
      conditions.pressure.map { "Pressure \(String(fixedPoint: $0, decimals: 0)) hPa" },
      conditions.visibility.map { "Visibility \(units.visibility($0))" },
    ]
    return facts.compactMap { $0 }
      + sun.compactMap { name, time in
        time.map { "\(name) \(PlaceTime($0, utcOffset: current.place.utcOffset).minuteText)" }
      }
  }

  // MARK: A row of the forecast

  /// The time of a row, in local time.
  func time(_ row: WeatherConditions) -> PlaceTime {
    PlaceTime(row.time, utcOffset: state.utcOffset)
  }

  // MARK: A day

  /// The lowest and the highest temperature: `10° to 15°`.
  func range(_ day: WeatherDay) -> String {
    "\(units.temperature(day.minimum)) to \(units.temperature(day.maximum))"
  }

  /// A day in a sentence: `Tue 22: 10° to 15°, moderate rain, 0.8 mm, wind 4.2 m/s SW`.
  func sentence(_ day: WeatherDay) -> String {
    var parts = [
      "\(PlaceTime(day.time, utcOffset: state.utcOffset).dayText): \(range(day))", day.description,
    ]
    if let amount = day.precipitation, amount > 0 { parts.append(units.precipitation(amount)) }
    if let wind = day.wind { parts.append("wind \(units.wind(wind))") }
    return parts.joined(separator: ", ")
  }

  /// The rain or snow in a row of a table: `0.8 mm`; empty if there is none or it is unknown.
  static func amount(_ millimetres: Double?, in units: WeatherUnits) -> String {
    guard let millimetres, millimetres > 0 else { return "" }
    return units.precipitation(millimetres)
  }

  /// A number of per cent: `81%`.
  static func percent(_ value: Double) -> String { String(fixedPoint: value, decimals: 0) + "%" }
}
