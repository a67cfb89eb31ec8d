/// The lines about the weather: every response and every failure once.
struct WeatherReport {
  private let units: WeatherUnits
  private var wasLoading = false
  private var saidUpdate: MonotonicInstant?
  private var saidError: String?
  private var saidCancelled = false
  private var saidSearch: PlaceSearchViewModel.State?

  /// The number of forecast rows that are printed unasked: a day.
  private static let rows = 8

  init(units: WeatherUnits) { self.units = units }

  /// The lines about the search for a place that are due.
  ///
  /// - Parameter isAsked: Whether the user can be asked to choose a place.
  @MainActor mutating func searchLines(_ entry: WeatherEntry, isAsked: Bool) -> [String] {
    guard let state = entry.search?.state, state != saidSearch else { return [] }
    saidSearch = state
    switch state {
    case .idle, .found: return []
    case .searching: return ["Looking for \(entry.name)."]
    case .cancelled: return ["The search was cancelled."]
    case .failed(let error): return [error.description]
    case .ambiguous(let places):
      let listing = PlaceListing(name: entry.name, places: places)
      return isAsked ? listing.numberedLines : listing.callLines
    }
  }

  /// The lines that are due.
  mutating func lines(_ shown: ShownWeather) -> [String] {
    let state = shown.state
    defer { wasLoading = state.isLoading }
    guard !state.isLoading else {
      saidCancelled = false
      return wasLoading ? [] : ["Loading the weather."]
    }
    var lines: [String] = []
    if state.errorMessage != saidError || wasLoading, let message = state.errorMessage {
      lines.append(message)
    }
    saidError = state.errorMessage
    if state.isCancelled, !saidCancelled { lines.append(ShownWeather.cancelled) }
    saidCancelled = state.isCancelled
    guard state.updated != saidUpdate else { return lines }
    saidUpdate = state.updated
    if let current = state.current { lines += sentences(shown, current) }
    let days = (state.forecast?.days ?? []).map(shown.sentence)
    if !days.isEmpty { lines += ["Days:"] + days }
    let rows = forecast(shown)
    if !rows.isEmpty {
      lines.append("Forecast:")
      lines += rows.prefix(Self.rows)
    }
    return lines
  }

  /// The weather now.
  private func sentences(_ shown: ShownWeather, _ current: CurrentWeather) -> [String] {
    let facts = shown.facts(current).map { $0 + "." }
    return [
      "\(shown.title): \(shown.headline(current.conditions)).",
      "Observed \(shown.time(current)).", facts.joined(separator: " "),
    ].filter { !$0.isEmpty }
  }

  /// Every row of the forecast.
  func forecast(_ shown: ShownWeather) -> [String] {
    (shown.state.forecast?.rows ?? []).map { row in
      var parts = ["\(shown.time(row).shortText) \(shown.headline(row))"]
      if let chance = row.chanceOfPrecipitation {
        parts.append("rain or snow \(ShownWeather.percent(chance * 100))")
      }
      if let wind = row.wind { parts.append("wind \(units.wind(wind))") }
      return parts.joined(separator: ", ")
    }
  }
}
