import Positioning
import TerminalKit
import ViewModels

/// The days of a forecast, a row for each.
struct DayTable {
  private var table = Table(
    columns: [
      .init(title: "Day", width: 6), .init(width: Symbols.weatherColumns, rank: 3),
      .init(title: "Low", width: 4, alignment: .trailing),
      .init(title: "High", width: 4, alignment: .trailing),
      .init(title: "Weather", width: 16, rank: 1),
      .init(title: "Amount", width: 7, alignment: .trailing, rank: 5),
      .init(title: "Wind", width: 12, alignment: .trailing, rank: 4),
      .init(title: "Sun", width: 11, rank: 6),
    ],
    placeholder: "No forecast")

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }
  mutating func handle(_ mouse: Mouse) -> Bool { table.handle(mouse) }

  /// The rows that all of it takes.
  static func rows(of shown: ShownWeather) -> Int { (shown.state.forecast?.days.count ?? 0) + 1 }

  mutating func draw(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    let days = shown.state.forecast?.days ?? []
    let symbols = canvas.symbols
    table.columns[0].width = rect.width >= 24 ? 6 : 3
    table.columns[4].width = rect.width >= 96 ? 28 : 16
    let columns = table.columns
    table.hasHeader = rect.height >= 4
    table.draw(days.indices, in: rect, on: &canvas) { row, column in
      let text = Self.text(column, of: days[row], shown, symbols) ?? "--"
      // Of a day the weekday is enough.
      return column == 0 ? String(text.prefix(columns[0].width)) : text
    }
  }

  private static func text(
    _ column: Int, of day: WeatherDay, _ shown: ShownWeather, _ symbols: Symbols
  ) -> String? {
    func degrees(_ value: Double) -> String {
      shown.units.temperature(value).filter { !symbols.isASCII || $0 != "°" }
    }
    func clock(_ time: Timestamp?) -> String? {
      time.map { PlaceTime($0, utcOffset: shown.state.utcOffset).minuteText }
    }
    return switch column {
    case 0: PlaceTime(day.time, utcOffset: shown.state.utcOffset).dayText
    case 1: symbols.weather(day.icon)
    case 2: degrees(day.minimum)
    case 3: degrees(day.maximum)
    case 4: day.description
    case 5: ShownWeather.amount(day.precipitation, in: shown.units)
    case 6: day.wind.map(shown.units.wind)
    default: clock(day.sunrise).map { rise in rise + (clock(day.sunset).map { "–\($0)" } ?? "") }
    }
  }
}
