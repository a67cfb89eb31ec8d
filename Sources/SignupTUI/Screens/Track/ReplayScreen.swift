import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// A trace that is played: the track up to its present place, and the controls of a player.
@MainActor
final class ReplayScreen: Screen {
  typealias Result = TrackScreen.Result

  private(set) var result: Result?

  private let model: ReplayViewModel
  private var panel: TrackPanel
  private var help: KeyHelp?
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []

  init(model: ReplayViewModel, markers: DotCanvas.Markers = .braille) {
    self.model = model
    panel = TrackPanel(pages: [.map, .fixes, .satellites, .trace], markers: markers)
  }

  /// Asks the event loop for frames as the model changes.
  func redraws(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    model.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
  }

  private var keys: [KeyHint] {
    [
      KeyHint("Space", "play, pause"), KeyHint("← →", "5 s back, forth; with Shift 60 s"),
      KeyHint("- +", "slower, faster"), KeyHint(", .", "one fix back, forth"),
      KeyHint("Home End", "start, end"), KeyHint("Enter", "to the fix chosen in the table"),
    ] + panel.keys + [
      KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"), KeyHint("q Esc", "quit"),
      KeyHint("F1", "this list"),
    ]
  }

  func handle(_ event: InputEvent) {
    if help != nil {
      if help?.handle(event) == false { help = nil }
      return
    }
    guard case .key(let press) = event else { return }
    switch press {
    case KeyPress(.character("q")), KeyPress(.escape): result = .quit
    case .control("c"): result = .interrupted
    case KeyPress(.function(1)), KeyPress(.character("?")):
      help = KeyHelp(title: "Keys", hints: keys)
    case KeyPress(.character(" ")): model.togglePause()
    case KeyPress(.left): model.seek(by: .seconds(-5))
    case KeyPress(.right): model.seek(by: .seconds(5))
    case KeyPress(.left, .shift): model.seek(by: .seconds(-60))
    case KeyPress(.right, .shift): model.seek(by: .seconds(60))
    case KeyPress(.home): model.seekToStart()
    case KeyPress(.end): model.seekToEnd()
    case KeyPress(.character("-")), KeyPress(.character("[")): model.slower()
    case KeyPress(.character("+")), KeyPress(.character("=")), KeyPress(.character("]")):
      model.faster()
    case KeyPress(.character(".")): model.step()
    case KeyPress(.character(",")): model.stepBack()
    case KeyPress(.enter): goToChosenFix()
    default: _ = panel.handle(press)
    }
  }

  /// How far away in time the fix is that is chosen in the table; nil when that is not known.
  private var wayToChosenFix: Duration? {
    guard let there = panel.chosenFix(of: model.track.snapshot)?.timestamp,
      let here = model.playback.timestamp
    else { return nil }
    return here.duration(to: there)
  }

  /// Pauses at the chosen fix, and shows it on the map.
  private func goToChosenFix() {
    guard let way = wayToChosenFix else { return }
    if model.isPlaying { model.togglePause() }
    model.seek(by: way)
    panel.page = .map
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    pace?.frameDrawn()
    let size = canvas.size
    guard size.height >= 5, size.width >= 16 else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      panel.draw(ShownTrack(model), in: canvas.bounds, on: &canvas)
      return
    }
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    drawTitle(in: row(0), on: &canvas)
    panel.draw(
      ShownTrack(model),
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 4), on: &canvas)
    ProgressBar(fraction: model.progress, label: times).draw(in: row(size.height - 3), on: &canvas)
    drawStatus(in: row(size.height - 2), on: &canvas)
    footer.draw(in: row(size.height - 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    var hints = [
      KeyHint("Space", model.isPlaying ? "pause" : "play "), KeyHint("←→", "±5 s"),
      KeyHint("-+", "speed"), KeyHint("q", "quit"), KeyHint("F1", "keys"), KeyHint("⇥", "pages"),
    ]
    if wayToChosenFix != nil { hints.append(KeyHint("Enter", "go there")) }
    return Footer(hints: hints + panel.pageKeys + [KeyHint(".", "step")])
  }

  private func drawTitle(in place: Rect, on canvas: inout Canvas) {
    let state = phase(isASCII: canvas.symbols.isASCII)
    let name = model.path.split(separator: "/").last.map(String.init) ?? model.path
    // The widest state's place is kept free, so that pausing moves nothing.
    let room = min(place.width - Glyph.columns(of: state) - 2, max(24, place.width - 18))
    panel.drawTitle(
      name, in: Rect(x: place.x, y: place.y, width: max(0, room), height: 1), on: &canvas)
    Label(text: state, style: model.isPlaying ? .success : .warning, alignment: .trailing)
      .draw(in: place, on: &canvas)
  }

  /// What the player does, in a sign and in words.
  private func phase(isASCII: Bool) -> String {
    if model.playback.isSeeking { return "seeking" }
    switch model.playback.phase {
    case .playing: return (isASCII ? "> " : "▶ ") + rate
    case .paused: return (isASCII ? "|| paused " : "Ⅱ paused ") + rate
    case .ended: return (isASCII ? "[] end " : "■ end ") + rate
    case .failed: return "failed"
    }
  }

  private var rate: String { FigureText.factor(model.rate) + "×" }

  private var times: String {
    guard let position = model.position else { return "" }
    let here = FigureText.time(position)
    return model.duration.map { "\(here) / \(FigureText.time($0))" } ?? here
  }

  /// What the trace is, and what had to be left out of it.
  private func drawStatus(in place: Rect, on canvas: inout Canvas) {
    var place = place
    if let skipped = skipped {
      Label(text: skipped, style: .warning, alignment: .trailing).draw(in: place, on: &canvas)
      place.width = max(0, place.width - Glyph.columns(of: skipped) - 2)
    }
    if model.isTrackPartial {
      // After a leap in a long trace only the stretch before the place was read.
      let since = model.figuresSince.map { "since \(FigureText.dateAndTime($0))" }
      canvas.write(
        "Figures and map \(since ?? "of a part of the trace")", in: place, style: .warning)
      return
    }
    // In full it stands on the page of the trace.
    let kind = model.dialectDescription.map { "CSV: \($0)" } ?? model.format.rawValue
    canvas.write(TextWrapping.clauses(of: kind, width: place.width), in: place, style: .muted)
  }

  private var skipped: String? {
    let statistics = model.readStatistics
    guard statistics.skipped > 0 else { return nil }
    let parts = statistics.skipReasons.map { "\(statistics.skipped($0)) \($0.word)" }
    let lines = FigureText.count(statistics.skipped, "line")
    return "\(lines) skipped: \(parts.joined(separator: ", "))"
  }
}
