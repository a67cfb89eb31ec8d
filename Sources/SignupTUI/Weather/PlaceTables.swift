import Positioning
import TerminalKit
import ViewModels

/// Several places with their weather, a row for each.
@MainActor struct PlacesTable {
  private var table = Table(
    columns: [
      .init(title: "Place", width: 22), .init(width: Symbols.weatherColumns, rank: 3),
      .init(title: "Now", width: 4, alignment: .trailing),
      .init(title: "Weather", width: 20, rank: 1),
      .init(title: "Low", width: 4, alignment: .trailing, rank: 4),
      .init(title: "High", width: 4, alignment: .trailing, rank: 5),
      .init(title: "Amount", width: 7, alignment: .trailing, rank: 7),
      .init(title: "Wind", width: 12, alignment: .trailing, rank: 6),
    ],
    state: ListState(isSelectable: true))

  /// The number of the chosen place.
  var selection: Int? { table.state.selection }

  mutating func handle(_ press: KeyPress) { _ = table.handle(press) }
  mutating func handle(_ mouse: Mouse) { _ = table.handle(mouse) }
  mutating func select(_ place: Int) { table.state.select(place) }

  mutating func draw(
    _ entries: [WeatherEntry], _ units: WeatherUnits, in rect: Rect, on canvas: inout Canvas
  ) {
    let symbols = canvas.symbols
    table.columns[0].width = rect.width >= 60 ? 24 : max(8, rect.width - 14)
    table.columns[3].width = rect.width >= 100 ? 40 : 20
    table.hasHeader = rect.height >= 4
    table.draw(entries.indices, in: rect, on: &canvas) { row, column in
      Self.text(column, of: entries[row], units, symbols)
    }
  }

  private static func text(
    _ column: Int, of entry: WeatherEntry, _ units: WeatherUnits, _ symbols: Symbols
  ) -> String {
    func degrees(_ value: Double?) -> String {
      value.map { units.temperature($0).filter { !symbols.isASCII || $0 != "°" } } ?? ""
    }
    let state = entry.model.state
    let (now, today) = (state.current?.conditions, state.forecast?.days.first)
    return switch column {
    case 0: entry.title
    case 1: now.map { symbols.weather($0.icon) } ?? ""
    case 2: degrees(now?.temperature)
    case 3: now?.description ?? status(of: entry)
    case 4: degrees(today?.minimum)
    case 5: degrees(today?.maximum)
    case 6: ShownWeather.amount(today?.precipitation, in: units)
    default: now?.wind.map(units.wind) ?? ""
    }
  }

  /// What there is instead of weather.
  private static func status(of entry: WeatherEntry) -> String {
    if let choices = entry.choices { return "\(choices.count) places: Enter" }
    if entry.isBusy { return "loading" }
    if entry.isCancelled { return "cancelled" }
    return entry.errorMessage ?? ""
  }
}

/// The places of one name, from which the user takes one.
@MainActor struct PlaceChoiceTable {
  private var table = Table(
    columns: [
      .init(title: "Place", width: 40),
      .init(title: "People", width: 10, alignment: .trailing, rank: 1),
      .init(title: "Coordinate", width: 22, rank: 2),
    ],
    state: ListState(isSelectable: true))

  /// The number of the chosen place.
  var selection: Int? { table.state.selection }

  mutating func handle(_ press: KeyPress) { _ = table.handle(press) }
  mutating func handle(_ mouse: Mouse) { _ = table.handle(mouse) }

  mutating func draw(_ places: [NamedPlace], in rect: Rect, on canvas: inout Canvas) {
    canvas.write("Which one?", in: rect.row(0), style: .bold)
    table.columns[0].width = rect.width >= 60 ? 40 : max(8, rect.width - 6)
    table.hasHeader = rect.height >= 6
    let hint = hint(places, width: rect.width)
    let wanted = hint?.rows(width: rect.width, symbols: canvas.symbols) ?? 0
    // Two rows of places stay.
    let hintRows = max(0, min(wanted, 2, rect.height - 3))
    let rows = rect.height - 1 - hintRows
    hint?.draw(
      in: Rect(x: rect.x, y: rect.y + 1 + rows, width: rect.width, height: hintRows), on: &canvas)
    table.draw(
      places.indices, in: Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rows),
      on: &canvas
    ) { row, column in
      switch column {
      case 0: places[row].title
      case 1: places[row].population.map { $0 > 0 ? "\($0)" : "" } ?? ""
      default: places[row].coordinate.text
      }
    }
  }

  /// All that is known of the chosen place, where the row has no room for it.
  private func hint(_ places: [NamedPlace], width: Int) -> MessageRow? {
    guard width < 60, let row = selection ?? places.indices.first, places.indices.contains(row)
    else { return nil }
    return MessageRow(kind: .hint, text: PlaceListing.words(places[row]))
  }
}
