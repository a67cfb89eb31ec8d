import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The weather at a place, or at the places of a trace that is played: now, and the next days.
@MainActor
final class WeatherScreen: Screen {
  private(set) var result: ScreenEnd?

  private let model: WeatherViewModel
  /// The trace whose places are followed.
  private let trace: ReplayViewModel?
  /// True for weather of files, which does not grow old while it is shown.
  private let isSaved: Bool
  private let now: () -> MonotonicInstant
  private var units: WeatherUnits
  private var table = ForecastTable()
  private var help: KeyHelp?
  private var pace: FramePace?
  /// Wakes the screen when it reads differently by itself.
  private var wake: (MonotonicInstant) -> Void = { _ in }
  private var wakesAt: MonotonicInstant?
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a screen that shows what a model knows.
  ///
  /// - Parameters:
  ///   - trace: The trace whose places the model follows; nil where the place stays.
  ///   - isSaved: Whether the weather is that of files.
  ///   - now: The clock by which the model works.
  init(
    model: WeatherViewModel, trace: ReplayViewModel? = nil, units: WeatherUnits = .metric,
    isSaved: Bool = false, now: @escaping () -> MonotonicInstant
  ) {
    (self.model, self.trace, self.units) = (model, trace, units)
    (self.isSaved, self.now) = (isSaved, now)
  }

  /// Asks the event loop for frames: as the model changes, and once a minute for the age.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    model.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
    // Of the trace only what is shown of it: the place at most twice a second, and the player.
    trace?.location.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
    trace?.$state.map(\.playback)
      .removeDuplicates { $0.phase == $1.phase && $0.rate == $1.rate }
      .sink { _ in pace.modelChanged() }.store(in: &cancellables)
    var token: TimerToken?
    wake = { [weak loop] instant in
      if let token { loop?.cancel(token) }
      token = loop?.schedule(at: instant) { loop?.setNeedsFrame() }
    }
  }

  // MARK: Keys

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if case .mouse(let mouse) = event { _ = table.handle(mouse) }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    let (isLoading, hasWeather) = (model.state.isLoading, model.state.hasWeather)
    return KeyMap(
      [
        KeyBinding(
          "r F5", "ask for the weather again",
          footer: KeyHint("r", "refresh", rank: isLoading ? 3 : 1)
        ) { _ in self.model.refresh() },
        // The button has the focus while there is one.
        KeyBinding("Enter", "press the button", when: !hasWeather) { _ in self.model.refresh() },
        KeyBinding(
          "u", "units: metric, imperial", footer: hasWeather ? KeyHint("u", "units", rank: 6) : nil
        ) { _ in self.units = self.units.next },
        KeyBinding(
          "↑ ↓ PgUp PgDn", "rows of the forecast",
          footer: hasWeather ? KeyHint("↑↓", "scroll", rank: 7) : nil
        ) { _ = self.table.handle($0) },
        KeyBinding("Home End", "first, last row") { _ = self.table.handle($0) },
      ] + (trace.map(playerKeys) ?? []) + KeyBinding.ofTheLoop + [
        KeyBinding(
          "Esc", "cancel the request; quit", footer: isLoading ? KeyHint("Esc", "cancel") : nil
        ) { _ in
          if isLoading { self.model.cancel() } else { self.result = .quit }
        },
        KeyBinding("q ^C", "quit", footer: KeyHint("q", "quit", rank: 4)) {
          self.result = $0 == .control("c") ? .interrupted : .quit
        },
        .help(footer: KeyHint("?", "keys", rank: 5)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  /// The keys that control the player.
  private func playerKeys(_ trace: ReplayViewModel) -> [KeyBinding] {
    [
      KeyBinding(
        "Space", "play, pause",
        footer: KeyHint("Space", trace.isPlaying ? "pause" : "play ", rank: 2)
      ) { _ in trace.togglePause() },
      KeyBinding("← →", "a minute back, forth") {
        trace.seek(by: .seconds($0.key == .left ? -60 : 60))
      },
      KeyBinding("- + =", "slower, faster") {
        if $0.key == .character("-") { trace.slower() } else { trace.faster() }
      },
    ]
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    pace?.frameDrawn()
    let shown = ShownWeather(state: model.state, units: units, isSaved: isSaved, now: now())
    if let next = shown.nextChange, next != wakesAt {
      wakesAt = next
      wake(next)
    }
    let size = canvas.size
    guard size.height >= 4, size.width >= 12 else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      return drawBriefly(shown, on: &canvas)
    }
    var page = canvas.bounds.inset(columns: 1, rows: 0)
    drawTitle(shown, in: page.row(0), on: &canvas)
    (help != nil ? KeyHelp.footer : keys.footer).draw(in: page.row(page.height - 1), on: &canvas)
    page = Rect(x: page.x, y: 1, width: page.width, height: page.height - 2)
    if let trace {
      drawPlayer(trace, in: page.row(0), on: &canvas)
      page = Rect(x: page.x, y: 2, width: page.width, height: page.height - 1)
    }
    if shown.state.hasWeather {
      drawWeather(shown, in: page, on: &canvas)
    } else {
      drawBeginning(shown, in: page, on: &canvas)
    }
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawTitle(_ shown: ShownWeather, in row: Rect, on canvas: inout Canvas) {
    let state = shown.state
    var status = (state.isLoading ? canvas.symbols.pending + " " : "") + shown.status
    let isNarrow = Glyph.columns(of: shown.title + status) + 2 > row.width
    if isNarrow, shown.isStatusDispensable { status = "" }
    let columns = Glyph.columns(of: status)
    // If not both fit, the status is more important than the name.
    let room = row.width - (columns > 0 ? columns + 2 : 0)
    if room >= 4 {
      canvas.write(
        shown.title, in: Rect(x: row.x, y: row.y, width: room, height: 1), style: .title)
    }
    Label(
      text: status, style: state.isLoading ? .accent : state.thereIsAnError ? .warning : .muted,
      alignment: .trailing
    ).draw(in: row, on: &canvas)
  }

  /// Draws where the trace is, or what is wrong with it.
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
    guard let damage = trace.damage?.word else { return }
    Label(text: damage, style: .warning, alignment: .trailing).draw(in: row, on: &canvas)
  }

  /// Draws what there is before the first answer: a button, and what has become of it.
  private func drawBeginning(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    let state = shown.state
    let message =
      if let error = state.errorMessage, !state.isLoading {
        MessageRow(kind: .failure, text: error)
      } else if state.isLoading {
        MessageRow(kind: .pending, text: "The weather is being fetched")
      } else if state.place == nil, model.needsPlace {
        MessageRow(kind: .neutral, text: "Waiting for a position")
      } else {
        MessageRow(kind: .hint, text: "Nothing has been fetched yet")
      }
    let button = Button(label: "Refresh", look: state.isLoading ? .waiting : .ready)
    let rows = message.rows(width: rect.width, symbols: canvas.symbols)
    // The button stays where the message is long.
    let top = max(0, (rect.height - rows - 2) / 2)
    let height = max(1, min(rows, rect.height - 1 - top))
    message.draw(
      in: Rect(x: rect.x, y: rect.y + top, width: rect.width, height: height), on: &canvas)
    let gap = rect.height - top - height > 1 ? 1 : 0
    let place = rect.row(top + height + gap)
    button.draw(in: place, on: &canvas, isFocused: help == nil)
    canvas.mark(
      Rect(
        x: place.x, y: place.y, width: button.columns(symbols: canvas.symbols),
        height: place.height),
      as: KeyPress(.enter))
  }

  private func drawWeather(_ shown: ShownWeather, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    if let error = shown.state.errorMessage {
      let message = MessageRow(kind: .failure, text: error)
      let wanted = message.rows(width: rect.width, symbols: canvas.symbols)
      // Of a small screen it takes all but the first line of the weather.
      let rows = min(wanted, max(1, rect.height / 3, min(3, rect.height - 1)))
      message.draw(
        in: Rect(x: rect.x, y: rect.maxY - rows, width: rect.width, height: rows), on: &canvas)
      rect.height -= rows
    }
    let panel = WeatherPanel(shown: shown)
    let rows = min(panel.rows(width: rect.width), max(1, rect.height / 2))
    panel.draw(in: Rect(x: rect.x, y: rect.y, width: rect.width, height: rows), on: &canvas)
    let gap = rect.height >= 10 ? 1 : 0
    table.draw(
      shown,
      in: Rect(
        x: rect.x, y: rect.y + rows + gap, width: rect.width,
        height: max(0, rect.height - rows - gap)),
      on: &canvas)
  }

  /// Draws the one line that matters most.
  private func drawBriefly(_ shown: ShownWeather, on canvas: inout Canvas) {
    let state = shown.state
    let text =
      state.current.map { shown.headline($0.conditions) } ?? state.errorMessage
      ?? (state.isLoading ? shown.status : "r refreshes")
    canvas.write(text, in: canvas.bounds.row(0), style: .bold)
    if canvas.size.height > 1 { canvas.write("q quits", in: canvas.bounds.row(1), style: .muted) }
  }
}
