/// The one line of `--line`: text with placeholders for weather values.
///
///     LineTemplate("{icon} {temp}")
struct LineTemplate: Equatable, Sendable {
  /// A placeholder; its raw value is written between the braces.
  enum Field: String, CaseIterable, Sendable {
    case icon, temp, feels, weather, wind, gust, humidity, pressure, clouds, rain, visibility
    case low, high, sunrise, sunset, place, time, age
  }

  private enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  private var parts: [Part] = []

  /// Reads a template; `{{` and `}}` are braces.
  init(_ text: String) throws(UsageError) {
    var rest = text.unicodeScalars[...]
    var literal = ""
    while let scalar = rest.popFirst() {
      if scalar == "{" || scalar == "}", rest.first == scalar {
        rest.removeFirst()
        literal.unicodeScalars.append(scalar)
      } else if scalar == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw UsageError("--line has a { without a }; write {{ for a brace.")
        }
        let name = String(rest[..<end])
        guard let field = Field(rawValue: name) else {
          throw UsageError(
            "--line has no field {\(name)}; the fields are "
              + Field.allCases.map { "{\($0.rawValue)}" }.listed + ".")
        }
        parts += [.text(literal), .field(field)]
        literal = ""
        rest = rest[rest.index(after: end)...]
      } else if scalar == "}" {
        throw UsageError("--line has a } without a {; write }} for a brace.")
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    parts.append(.text(literal))
  }

  /// The line; unknown weather values are `--`.
  func text(_ shown: ShownWeather, _ symbols: Symbols) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field, shown, symbols) ?? "--"
      }
    }.joined()
  }

  private func value(_ field: Field, _ shown: ShownWeather, _ symbols: Symbols) -> String? {
    let (state, units) = (shown.state, shown.units)
    let now = state.current?.conditions
    let (today, place) = (state.forecast?.days.first, state.current?.place)
    func clock(_ time: Timestamp?) -> String? {
      time.map { PlaceTime($0, utcOffset: state.utcOffset).minuteText }
    }
    return switch field {
    case .icon: now.map { symbols.weather($0.icon) }
    case .temp: now.map { units.temperature($0.temperature) }
    case .feels: now?.feelsLike.map(units.temperature)
    case .weather: now?.description
    case .wind: now?.wind.map(units.wind)
    case .gust: now?.wind?.gust.map(units.speed)
    case .humidity: now?.humidity.map(ShownWeather.percent)
    case .pressure: now?.pressure.map { String(fixedPoint: $0, decimals: 0) + " hPa" }
    case .clouds: now?.cloudiness.map(ShownWeather.percent)
    case .rain: now?.precipitation.map(units.precipitation)
    case .visibility: now?.visibility.map(units.visibility)
    case .low: today.map { units.temperature($0.minimum) }
    case .high: today.map { units.temperature($0.maximum) }
    case .sunrise: clock(place?.sunrise ?? today?.sunrise)
    case .sunset: clock(place?.sunset ?? today?.sunset)
    case .place: state.title
    case .time: clock(now?.time)
    case .age: state.age(at: shown.now).map(FigureText.age)
    }
  }
}
