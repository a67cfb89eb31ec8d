/// The columns of the tables with weather: days, hours and places.
@MainActor struct WeatherColumns {
  var units = WeatherUnits.metric
  var utcOffset = 0
  let symbols: Symbols
  /// The width of the table.
  let width: Int

  /// The columns of the days of a forecast.
  var days: [TextColumn<WeatherDay>] {
    // In a narrow table the weekday is enough.
    let dayWidth = width >= 24 ? 6 : 3
    return [
      TextColumn("Day", dayWidth) { String(time($0.time).dayText.prefix(dayWidth)) },
      TextColumn("", Symbols.weatherColumns, rank: 3) { icon($0.icon) },
      TextColumn("Low", 4, .trailing) { degrees($0.minimum) },
      TextColumn("High", 4, .trailing) { degrees($0.maximum) },
      TextColumn("Weather", width >= 96 ? 28 : 16, rank: 1) { $0.description },
      TextColumn("Amount", 7, .trailing, rank: 5) { amount($0.precipitation) },
      TextColumn("Wind", 12, .trailing, rank: 4) { $0.wind.map(units.wind) },
      TextColumn("Sun", 11, rank: 6) { day in
        day.sunrise.map { rise in
          time(rise).minuteText + (day.sunset.map { "–\(time($0).minuteText)" } ?? "")
        }
      },
    ]
  }

  /// The columns of a forecast, which has a row for every three hours.
  var hours: [TextColumn<WeatherConditions>] {
    [
      TextColumn("Day", 6, rank: 2) { time($0.time).dayText },
      TextColumn("Time", 5) { time($0.time).minuteText },
      TextColumn("", Symbols.weatherColumns, rank: 3) { icon($0.icon) },
      // ASCII's word for the degree sign would not fit.
      TextColumn((symbols.isASCII ? "" : "°") + units.scale, 4, .trailing) {
        degrees($0.temperature)
      },
      TextColumn("Weather", width >= 96 ? 28 : width >= 60 ? 19 : 15, rank: 1) { $0.description },
      TextColumn("Chance", 6, .trailing, rank: 4) {
        $0.chanceOfPrecipitation.map { ShownWeather.percent($0 * 100) }
      },
      TextColumn("Amount", 7, .trailing, rank: 6) { amount($0.precipitation) },
      TextColumn("Wind", 12, .trailing, rank: 5) { $0.wind.map(units.wind) },
      TextColumn("Humidity", 8, .trailing, rank: 7) { $0.humidity.map(ShownWeather.percent) },
    ]
  }

  /// The columns for several places with their weather.
  var places: [TextColumn<WeatherEntry>] {
    func now(_ entry: WeatherEntry) -> WeatherConditions? { entry.model.state.current?.conditions }
    func today(_ entry: WeatherEntry) -> WeatherDay? { entry.model.state.forecast?.days.first }
    return [
      TextColumn("Place", width >= 60 ? 24 : max(8, width - 14)) { $0.title },
      TextColumn("", Symbols.weatherColumns, rank: 3) { icon(now($0)?.icon) },
      TextColumn("Now", 4, .trailing) { degrees(now($0)?.temperature) },
      TextColumn("Weather", width >= 100 ? 40 : 20, rank: 1) { now($0)?.description ?? $0.status },
      TextColumn("Low", 4, .trailing, rank: 4) { degrees(today($0)?.minimum) },
      TextColumn("High", 4, .trailing, rank: 5) { degrees(today($0)?.maximum) },
      TextColumn("Amount", 7, .trailing, rank: 7) { amount(today($0)?.precipitation) },
      TextColumn("Wind", 12, .trailing, rank: 6) { now($0)?.wind.map(units.wind) },
    ]
  }

  /// The columns for the places with one name, from which the user chooses.
  var choice: [TextColumn<NamedPlace>] {
    [
      TextColumn("Place", width >= 60 ? 40 : max(8, width - 6)) { $0.title },
      TextColumn("Population", 10, .trailing, rank: 1) {
        $0.population.flatMap { $0 > 0 ? "\($0)" : nil }
      },
      TextColumn("Coordinates", 22, rank: 2) { $0.coordinate.text },
    ]
  }

  // MARK: Cells

  private func degrees(_ celsius: Double?) -> String? {
    celsius.map { units.temperature($0).filter { !symbols.isASCII || $0 != "°" } }
  }

  private func amount(_ millimetres: Double?) -> String {
    ShownWeather.amount(millimetres, in: units)
  }

  private func time(_ time: Timestamp) -> PlaceTime { PlaceTime(time, utcOffset: utcOffset) }

  private func icon(_ icon: WeatherIcon?) -> String? { icon.map { symbols.weather($0) } }
}

extension Table {
  /// Makes a table of weather.
  static func weather(isSelectable: Bool = false) -> Table {
    Table(columns: [], placeholder: "No forecast", state: ListState(isSelectable: isSelectable))
  }

  /// Draws the places below a question, and the chosen one's details if its row is too narrow.
  @MainActor mutating func drawChoice(
    _ places: [NamedPlace], in rect: Rect, on canvas: inout Canvas
  ) {
    canvas.write("Which one?", in: rect.row(0), style: .bold)
    let chosen = state.selection ?? 0
    let hint =
      rect.width < 60 && places.indices.contains(chosen)
      ? MessageRow(kind: .hint, text: PlaceListing.words(places[chosen])) : nil
    let wanted = hint?.rows(width: rect.width, symbols: canvas.symbols) ?? 0
    // At least two rows of places stay.
    let hintRows = max(0, min(wanted, 2, rect.height - 3))
    let rows = rect.height - 1 - hintRows
    hint?.draw(in: rect.rows(1 + rows, hintRows), on: &canvas)
    hasHeader = rect.height >= 6
    let columns = WeatherColumns(symbols: canvas.symbols, width: rect.width).choice
    draw(places.indices, columns, unknown: "", in: rect.rows(1, rows), on: &canvas) { places[$0] }
  }
}

extension WeatherEntry {
  /// The text shown without weather.
  fileprivate var status: String {
    if let choices { return "\(choices.count) places: Enter" }
    if isBusy { return "loading" }
    if isCancelled { return "cancelled" }
    return errorMessage ?? ""
  }
}
