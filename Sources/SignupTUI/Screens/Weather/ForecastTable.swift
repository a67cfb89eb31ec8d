import TerminalKit
import ViewModels

/// The forecast, a row for every three hours.
struct ForecastTable {
  private var table = Table(
    columns: [
      .init(title: "Time", width: 12), .init(width: Symbols.weatherColumns, rank: 4),
      .init(title: "Temp", width: 5, alignment: .trailing),
      .init(title: "Weather", width: 20, rank: 1),
      .init(title: "Rain", width: 5, alignment: .trailing, rank: 2),
      .init(title: "Amount", width: 8, alignment: .trailing, rank: 5),
      .init(title: "Wind", width: 12, alignment: .trailing, rank: 3),
      .init(title: "Humidity", width: 8, alignment: .trailing, rank: 6),
    ],
    placeholder: "No forecast")

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }

  mutating func draw(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    let rows = shown.state.forecast?.rows ?? []
    let symbols = canvas.symbols
    // ASCII's word for the degree sign would not fit.
    table.columns[2].title = (symbols.isASCII ? "" : "°") + shown.units.scale
    // Where it is low, a row says more than what stands above the columns.
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
    case 0: shown.time(row)
    case 1: symbols.weather(row.icon)
    case 2: units.temperature(row.temperature).filter { !symbols.isASCII || $0 != "°" }
    case 3: row.description
    case 4: row.chanceOfPrecipitation.map { ShownWeather.percent($0 * 100) }
    case 5: row.precipitation.map(units.precipitation) ?? ""
    case 6: row.wind.map(units.wind)
    default: row.humidity.map(ShownWeather.percent)
    }
  }
}
