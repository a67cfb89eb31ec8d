/// The page of a place without weather: a button, and the state of the request.
@MainActor struct WeatherBeginning {
  let entry: WeatherEntry

  func draw(in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
    let isBusy = entry.isBusy
    let message = message
    let button = Button(label: "Refresh", look: isBusy ? .waiting : .ready)
    let rows = message.rows(width: rect.width, symbols: canvas.symbols)
    // The button stays if the message is long.
    let top = max(0, (rect.height - rows - 2) / 2)
    let height = max(1, min(rows, rect.height - 1 - top))
    message.draw(in: rect.rows(top, height), on: &canvas)
    let gap = rect.height - top - height > 1 ? 1 : 0
    let row = rect.row(top + height + gap)
    button.draw(in: row, on: &canvas, isFocused: isFocused)
    canvas.mark(
      Rect(x: row.x, y: row.y, width: button.columns(symbols: canvas.symbols), height: row.height),
      as: KeyPress(.enter))
  }

  private var message: MessageRow {
    if case .searching = entry.search?.state {
      return MessageRow(kind: .pending, text: "Looking for \(entry.name)")
    }
    let state = entry.model.state
    if state.isLoading { return MessageRow(kind: .pending, text: "Loading the weather") }
    if let error = entry.errorMessage { return MessageRow(kind: .failure, text: error) }
    if state.place == nil, entry.model.needsPlace, entry.search == nil {
      return MessageRow(kind: .neutral, text: "Waiting for a position")
    }
    if entry.isCancelled { return MessageRow(kind: .neutral, text: ShownWeather.cancelled) }
    return MessageRow(kind: .hint, text: "Nothing has been loaded yet")
  }
}
