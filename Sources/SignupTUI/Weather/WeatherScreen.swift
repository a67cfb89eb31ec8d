/// The weather now and on the next days, for one place or for several, which are a list from which
/// one can be opened.
@MainActor final class WeatherScreen: Screen {
  var result: ScreenEnd?

  let entries: [WeatherEntry]
  private let now: () -> MonotonicInstant
  var units: WeatherUnits
  /// The index of the open place; nil for the list of all.
  var opened: Int?
  var list = Table.weather(isSelectable: true)
  var choice = Table.weather(isSelectable: true)
  var page = WeatherPage()
  var help: KeyHelp?
  private var pace: FramePace?
  /// Wakes the screen when its text changes by itself.
  private var wake: (MonotonicInstant) -> Void = { _ in }
  private var wakesAt: MonotonicInstant?
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a screen for models.
  ///
  /// - Parameters:
  ///   - entries: The places, at least one.
  ///   - units: The units of all values.
  ///   - now: The models' clock.
  init(
    _ entries: [WeatherEntry], units: WeatherUnits = .metric, now: @escaping () -> MonotonicInstant
  ) {
    (self.entries, self.units, self.now) = (entries, units, now)
    opened = entries.count == 1 ? 0 : nil
  }

  /// The open place.
  var entry: WeatherEntry? { opened.map { entries[$0] } }

  /// Requests frames from the event loop as the models change, and once a minute for the age.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    for entry in entries {
      cancellables.formUnion(entry.onChange { pace.modelChanged() })
      // Only the visible parts of the trace: the place at most twice a second, and the player.
      entry.trace?.location.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
      let playback = entry.trace?.$state.map(\.playback)
      playback?.removeDuplicates { $0.phase == $1.phase && $0.rate == $1.rate }
        .sink { _ in pace.modelChanged() }.store(in: &cancellables)
    }
    var token: TimerToken?
    wake = { [weak loop] instant in
      if let token { loop?.cancel(token) }
      token = loop?.schedule(at: instant) { loop?.setNeedsFrame() }
    }
  }

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    switch event {
    case .mouse(let mouse):
      if entry == nil {
        _ = list.handle(mouse)
      } else if entry?.choices != nil {
        _ = choice.handle(mouse)
      } else {
        page.handle(mouse)
      }
    case .key(let press): _ = keys.perform(press)
    default: break
    }
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    pace?.frameDrawn()
    let size = canvas.size
    let all = (entry.map { [$0] } ?? entries).map(shown)
    if let next = all.compactMap(\.nextChange).min(), next != wakesAt {
      wakesAt = next
      wake(next)
    }
    guard size.height >= 4, size.width >= 12 else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      return drawBriefly(on: &canvas)
    }
    let page = canvas.bounds.inset(columns: 1, rows: 0)
    drawTitle(in: page.row(0), on: &canvas)
    (help != nil ? KeyHelp.footer : keys.footer).draw(in: page.row(page.height - 1), on: &canvas)
    let body = Rect(x: page.x, y: 1, width: page.width, height: page.height - 2)
    if let entry {
      draw(entry, in: body, on: &canvas)
    } else {
      list.hasHeader = body.height >= 4
      let columns = WeatherColumns(units: units, symbols: canvas.symbols, width: body.width)
      list.draw(entries.indices, columns.places, unknown: "", in: body, on: &canvas) { entries[$0] }
    }
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func shown(_ entry: WeatherEntry) -> ShownWeather {
    ShownWeather(
      state: entry.model.state, units: units, isSaved: entry.isSaved,
      followsTrace: entry.trace != nil, now: now())
  }

  private func drawTitle(in row: Rect, on canvas: inout Canvas) {
    guard let entry else {
      let loading = entries.contains { $0.isBusy }
      canvas.write("Weather", in: row, style: .title)
      let status = loading ? canvas.symbols.pending + " loading" : "\(entries.count) places"
      return Label(text: status, style: loading ? .accent : .muted, alignment: .trailing)
        .draw(in: row, on: &canvas)
    }
    let shown = shown(entry)
    let state = shown.state
    let title = state.title ?? (entry.search == nil ? shown.title : entry.name)
    var status = (state.isLoading ? canvas.symbols.pending + " " : "") + shown.status
    let isNarrow = Glyph.columns(of: title + status) + 2 > row.width
    if isNarrow, shown.isStatusDispensable { status = "" }
    let columns = Glyph.columns(of: status)
    // If not both fit, the status is more important than the name.
    let room = row.width - (columns > 0 ? columns + 2 : 0)
    if room >= 4 {
      canvas.write(title, in: Rect(x: row.x, y: row.y, width: room, height: 1), style: .title)
    }
    Label(
      text: status, style: state.isLoading ? .accent : state.thereIsAnError ? .warning : .muted,
      alignment: .trailing
    ).draw(in: row, on: &canvas)
  }

  private func draw(_ entry: WeatherEntry, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    if let trace = entry.trace {
      drawPlayer(trace, in: rect.row(0), on: &canvas)
      rect = rect.rows(1, rect.height - 1)
    }
    if let choices = entry.choices {
      choice.drawChoice(choices, in: rect, on: &canvas)
    } else if entry.model.state.hasWeather {
      page.draw(shown(entry), in: rect, on: &canvas)
    } else {
      WeatherBeginning(entry: entry).draw(in: rect, isFocused: help == nil, on: &canvas)
    }
  }

  /// Draws the state of the trace, or its error.
  private func drawPlayer(_ trace: ReplayViewModel, in row: Rect, on canvas: inout Canvas) {
    if let message = trace.location.errorMessage {
      return MessageRow(kind: .failure, text: message).draw(in: row, on: &canvas)
    }
    let phase =
      switch trace.playback.phase {
      case .playing: "playing"
      case .paused: "paused"
      case .ended: "end of the trace"
      case .failed: "failed"
      }
    let place = trace.location.currentLocation.map { $0.coordinate.text } ?? "no position yet"
    let rate = FigureText.factor(trace.rate) + "×"
    canvas.write("\(place) \(phase) \(rate)", in: row, style: .muted)
    guard let truncation = trace.truncation?.word else { return }
    Label(text: truncation, style: .warning, alignment: .trailing).draw(in: row, on: &canvas)
  }

  /// Draws the most important line.
  private func drawBriefly(on canvas: inout Canvas) {
    let entry = entry ?? entries[list.state.selection ?? 0]
    let shown = shown(entry)
    let text =
      shown.state.current.map { shown.headline($0.conditions) } ?? entry.errorMessage
      ?? (shown.state.isLoading ? shown.status : "r refreshes")
    canvas.write(text, in: canvas.bounds.row(0), style: .bold)
    if canvas.size.height > 1 { canvas.write("q quits", in: canvas.bounds.row(1), style: .muted) }
  }
}
