/// The page of a place with weather: now, and below it the days and their hours, or curves.
@MainActor struct WeatherPage {
  /// The part of the forecast to show.
  enum View: CaseIterable {
    /// A row for every three hours, with the days above if there is room.
    case hours
    /// The temperature, and rain and snow.
    case curves
    /// A row for every day.
    case days
  }

  var view = View.hours
  private var hours = Table.weather()
  private var days = Table.weather()

  /// The minimum height for showing the days above the hours, which keep six rows.
  private static let roomForDays = 14

  mutating func handle(_ press: KeyPress) {
    switch view {
    case .hours: _ = hours.handle(press)
    case .days: _ = days.handle(press)
    case .curves: break
    }
  }

  mutating func handle(_ mouse: Mouse) {
    switch view {
    case .hours: _ = hours.handle(mouse)
    case .days: _ = days.handle(mouse)
    case .curves: break
    }
  }

  mutating func draw(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    if let message = Self.message(shown.state) {
      let wanted = message.rows(width: rect.width, symbols: canvas.symbols)
      // On a small screen it uses all but the first line of the weather.
      let rows = min(wanted, max(1, rect.height / 3, min(3, rect.height - 1)))
      message.draw(
        in: Rect(x: rect.x, y: rect.maxY - rows, width: rect.width, height: rows), on: &canvas)
      rect.height -= rows
    }
    let panel = WeatherPanel(shown: shown)
    // On a small screen curves and days get the rows that they need.
    let most =
      view == .hours || rect.height >= 16 ? max(1, rect.height / 2) : rect.height >= 6 ? 2 : 1
    let rows = min(panel.rows(width: rect.width), most)
    panel.draw(in: rect.rows(0, rows), on: &canvas)
    let gap = rect.height >= 10 ? 1 : 0
    drawForecast(shown, in: rect.rows(rows + gap, max(0, rect.height - rows - gap)), on: &canvas)
  }

  /// The outcome of the last request, if there is no new weather.
  private static func message(_ state: WeatherState) -> MessageRow? {
    if let error = state.errorMessage { return MessageRow(kind: .failure, text: error) }
    return state.isCancelled ? MessageRow(kind: .neutral, text: ShownWeather.cancelled) : nil
  }

  private mutating func drawForecast(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas)
  {
    let forecast = shown.state.forecast
    let (rows, daily) = (forecast?.rows ?? [], forecast?.days ?? [])
    let columns = WeatherColumns(
      units: shown.units, utcOffset: shown.state.utcOffset, symbols: canvas.symbols,
      width: rect.width)
    switch view {
    case .days:
      days.hasHeader = rect.height >= 4
      days.draw(daily.indices, columns.days, in: rect, on: &canvas) { daily[$0] }
    case .curves: WeatherCurves(shown: shown).draw(in: rect, on: &canvas)
    case .hours:
      var rect = rect
      let wanted = daily.count + 1
      if rect.height >= Self.roomForDays, wanted > 1, rect.height - wanted >= 7 {
        days.hasHeader = wanted >= 4
        days.draw(daily.indices, columns.days, in: rect.rows(0, wanted), on: &canvas) { daily[$0] }
        rect = rect.rows(wanted + 1, rect.height - wanted - 1)
      }
      hours.hasHeader = rect.height >= 4
      hours.draw(rows.indices, columns.hours, in: rect, on: &canvas) { rows[$0] }
    }
  }
}
