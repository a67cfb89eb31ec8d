import Positioning
import TerminalKit
import ViewModels

/// The units, the time zone and the symbols of a table's cells.
struct WeatherCells {
  var units = WeatherUnits.metric
  var utcOffset = 0
  let symbols: Symbols
  /// The width of the table.
  var width = 0

  func degrees(_ celsius: Double?) -> String? {
    celsius.map { units.temperature($0).filter { !symbols.isASCII || $0 != "°" } }
  }

  func time(_ time: Timestamp) -> PlaceTime { PlaceTime(time, utcOffset: utcOffset) }

  func icon(_ icon: WeatherIcon?) -> String? { icon.map { symbols.weather($0) } }
}

/// A table of rows with weather: days, hours or places.
@MainActor struct WeatherTable<Row> {
  struct Column {
    let table: Table.Column
    /// The width for that of the whole table; nil if it is always the same.
    let width: ((Int) -> Int)?
    let text: @MainActor (Row, WeatherCells) -> String?

    init(
      _ title: String = "", _ width: Int = 4, _ alignment: Label.Alignment = .leading,
      rank: Int = 0, fitting: ((Int) -> Int)? = nil,
      text: @escaping @MainActor (Row, WeatherCells) -> String?
    ) {
      table = Table.Column(title: title, width: width, alignment: alignment, rank: rank)
      (self.width, self.text) = (fitting, text)
    }
  }

  private let columns: [Column]
  /// The text of an empty cell.
  private let unknown: String
  private var table: Table

  init(_ columns: [Column], isSelectable: Bool = false, unknown: String = "--") {
    (self.columns, self.unknown) = (columns, unknown)
    table = Table(
      columns: columns.map(\.table), placeholder: "No forecast",
      state: ListState(isSelectable: isSelectable))
  }

  /// The index of the chosen row.
  var selection: Int? { table.state.selection }
  mutating func select(_ row: Int) { table.state.select(row) }

  mutating func handle(_ press: KeyPress) { _ = table.handle(press) }
  mutating func handle(_ mouse: Mouse) { _ = table.handle(mouse) }

  /// Draws the rows in view; the titles of the columns take the first of at least four lines.
  mutating func draw(
    _ rows: [Row], _ cells: WeatherCells, in rect: Rect, hasHeader: Bool? = nil,
    on canvas: inout Canvas
  ) {
    for (index, column) in columns.enumerated() {
      if let width = column.width { table.columns[index].width = width(rect.width) }
      // ASCII's word for the degree sign would not fit.
      if column.table.title == "°" {
        table.columns[index].title = (cells.symbols.isASCII ? "" : "°") + cells.units.scale
      }
    }
    var cells = cells
    cells.width = rect.width
    table.hasHeader = hasHeader ?? (rect.height >= 4)
    let (columns, unknown, context) = (columns, unknown, cells)
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      columns[column].text(rows[row], context) ?? unknown
    }
  }
}

extension WeatherTable<WeatherDay> {
  /// The days of a forecast.
  static func days() -> Self {
    Self([
      // In a narrow table the weekday is enough.
      Column("Day", fitting: { $0 >= 24 ? 6 : 3 }) {
        String($1.time($0.time).dayText.prefix($1.width >= 24 ? 6 : 3))
      },
      Column("", Symbols.weatherColumns, rank: 3) { $1.icon($0.icon) },
      Column("Low", 4, .trailing) { $1.degrees($0.minimum) },
      Column("High", 4, .trailing) { $1.degrees($0.maximum) },
      Column("Weather", rank: 1, fitting: { $0 >= 96 ? 28 : 16 }) { day, _ in day.description },
      Column("Amount", 7, .trailing, rank: 5) {
        ShownWeather.amount($0.precipitation, in: $1.units)
      },
      Column("Wind", 12, .trailing, rank: 4) { $0.wind.map($1.units.wind) },
      Column("Sun", 11, rank: 6) { day, cells in
        day.sunrise.map { rise in
          cells.time(rise).minuteText + (day.sunset.map { "–\(cells.time($0).minuteText)" } ?? "")
        }
      },
    ])
  }
}

extension WeatherTable<WeatherConditions> {
  /// A forecast, a row for every three hours.
  static func hours() -> Self {
    Self([
      Column("Day", 6, rank: 2) { $1.time($0.time).dayText },
      Column("Time", 5) { $1.time($0.time).minuteText },
      Column("", Symbols.weatherColumns, rank: 3) { $1.icon($0.icon) },
      Column("°", 4, .trailing) { $1.degrees($0.temperature) },
      Column("Weather", rank: 1, fitting: { $0 >= 96 ? 28 : $0 >= 60 ? 19 : 15 }) { row, _ in
        row.description
      },
      Column("Chance", 6, .trailing, rank: 4) { row, _ in
        row.chanceOfPrecipitation.map { ShownWeather.percent($0 * 100) }
      },
      Column("Amount", 7, .trailing, rank: 6) {
        ShownWeather.amount($0.precipitation, in: $1.units)
      },
      Column("Wind", 12, .trailing, rank: 5) { $0.wind.map($1.units.wind) },
      Column("Humidity", 8, .trailing, rank: 7) { row, _ in
        row.humidity.map(ShownWeather.percent)
      },
    ])
  }
}

extension WeatherTable<WeatherEntry> {
  /// Several places with their weather.
  static func places() -> Self {
    func now(_ entry: WeatherEntry) -> WeatherConditions? { entry.model.state.current?.conditions }
    func today(_ entry: WeatherEntry) -> WeatherDay? { entry.model.state.forecast?.days.first }
    return Self(
      [
        Column("Place", fitting: { $0 >= 60 ? 24 : max(8, $0 - 14) }) { entry, _ in entry.title },
        Column("", Symbols.weatherColumns, rank: 3) { $1.icon(now($0)?.icon) },
        Column("Now", 4, .trailing) { $1.degrees(now($0)?.temperature) },
        Column("Weather", rank: 1, fitting: { $0 >= 100 ? 40 : 20 }) { entry, _ in
          now(entry)?.description ?? entry.status
        },
        Column("Low", 4, .trailing, rank: 4) { $1.degrees(today($0)?.minimum) },
        Column("High", 4, .trailing, rank: 5) { $1.degrees(today($0)?.maximum) },
        Column("Amount", 7, .trailing, rank: 7) {
          ShownWeather.amount(today($0)?.precipitation, in: $1.units)
        },
        Column("Wind", 12, .trailing, rank: 6) { now($0)?.wind.map($1.units.wind) },
      ], isSelectable: true, unknown: "")
  }
}

extension WeatherTable<NamedPlace> {
  /// The places of one name, from which the user takes one.
  static func choice() -> Self {
    Self(
      [
        Column("Place", fitting: { $0 >= 60 ? 40 : max(8, $0 - 6) }) { place, _ in place.title },
        Column("People", 10, .trailing, rank: 1) { place, _ in
          place.population.flatMap { $0 > 0 ? "\($0)" : nil }
        },
        Column("Coordinate", 22, rank: 2) { place, _ in place.coordinate.text },
      ], isSelectable: true, unknown: "")
  }

  /// Draws the places below a question, and the chosen one's details if its row has no room for
  /// them.
  mutating func drawChoice(_ places: [NamedPlace], in rect: Rect, on canvas: inout Canvas) {
    canvas.write("Which one?", in: rect.row(0), style: .bold)
    let chosen = selection ?? 0
    let hint =
      rect.width < 60 && places.indices.contains(chosen)
      ? MessageRow(kind: .hint, text: PlaceListing.words(places[chosen])) : nil
    let wanted = hint?.rows(width: rect.width, symbols: canvas.symbols) ?? 0
    // Two rows of places stay.
    let hintRows = max(0, min(wanted, 2, rect.height - 3))
    let rows = rect.height - 1 - hintRows
    hint?.draw(
      in: rect.rows(1 + rows, hintRows), on: &canvas)
    draw(
      places, WeatherCells(symbols: canvas.symbols),
      in: rect.rows(1, rows),
      hasHeader: rect.height >= 6, on: &canvas)
  }
}

extension WeatherEntry {
  /// The text in place of weather.
  fileprivate var status: String {
    if let choices { return "\(choices.count) places: Enter" }
    if isBusy { return "loading" }
    if isCancelled { return "cancelled" }
    return errorMessage ?? ""
  }
}
