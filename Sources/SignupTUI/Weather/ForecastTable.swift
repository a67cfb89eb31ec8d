import TerminalKit
import ViewModels

/// The forecast, a row for every three hours.
struct ForecastTable {
  private var table = Table(
    columns: [
      .init(title: "Day", width: 6, rank: 2), .init(title: "Time", width: 5),
      .init(width: Symbols.weatherColumns, rank: 3),
      .init(width: 4, alignment: .trailing), .init(title: "Weather", width: 20, rank: 1),
      .init(title: "Chance", width: 6, alignment: .trailing, rank: 4),
      .init(title: "Amount", width: 7, alignment: .trailing, rank: 6),
      .init(title: "Wind", width: 12, alignment: .trailing, rank: 5),
      .init(title: "Humidity", width: 8, alignment: .trailing, rank: 7),
    ],
    placeholder: "No forecast")

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }
  mutating func handle(_ mouse: Mouse) -> Bool { table.handle(mouse) }

  mutating func draw(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    let rows = shown.state.forecast?.rows ?? []
    let symbols = canvas.symbols
    // ASCII's word for the degree sign would not fit.
    table.columns[3].title = (symbols.isASCII ? "" : "°") + shown.units.scale
    table.columns[4].width = rect.width >= 96 ? 28 : rect.width >= 60 ? 19 : 15
    // In a low place a row is more important than the titles of the columns.
    table.hasHeader = rect.height >= 4
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      Self.text(column, of: rows[row], shown, symbols) ?? "--"
    }
  }

  private static func text(
    _ column: Int, of row: WeatherConditions, _ shown: ShownWeather, _ symbols: Symbols
  ) -> String? {
    let units = shown.units
    return switch column {
    case 0: shown.time(row).dayText
    case 1: shown.time(row).minuteText
    case 2: symbols.weather(row.icon)
    case 3: units.temperature(row.temperature).filter { !symbols.isASCII || $0 != "°" }
    case 4: row.description
    case 5: row.chanceOfPrecipitation.map { ShownWeather.percent($0 * 100) }
    case 6: ShownWeather.amount(row.precipitation, in: units)
    case 7: row.wind.map(units.wind)
    default: row.humidity.map(ShownWeather.percent)
    }
  }
}
