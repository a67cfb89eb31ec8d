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
  private var prompt: ReplayPrompt?
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []

  init(
    model: ReplayViewModel, markers: DotCanvas.Markers = .braille, angles: AngleForm = .degrees
  ) {
    self.model = model
    panel = TrackPanel(
      pages: [.map, .fixes, .satellites, .profile, .trace], markers: markers, angles: angles,
      isReplay: true)
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
      KeyHint("- +", "slower, faster, in the end as fast as it goes"),
      KeyHint(", .", "one fix back, forth"),
      KeyHint("Home End", "start, end"), KeyHint("0-9", "that many tenths of the trace"),
      KeyHint("g", "go to a time, a percentage or a fix"),
      KeyHint("a b x", "loop from here, to here; no loop"),
      KeyHint("m ' \"", "bookmark here or none; next, the one before"),
      KeyHint("Enter", "to the fix chosen in the table"),
    ] + panel.keys + [
      KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"), KeyHint("q Esc", "quit"),
      KeyHint("F1 ^G ?", "this list"),
    ]
  }

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if prompt != nil { return handlePrompt(event) }
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return }
    switch press {
    case KeyPress(.character("q")), KeyPress(.escape): result = .quit
    case .control("c"): result = .interrupted
    case _ where press.asksForHelp(isInText: false):
      help = KeyHelp(title: "Keys", hints: keys)
    case KeyPress(.character("g")): prompt = ReplayPrompt()
    case KeyPress(.enter): goToChosenFix()
    default: if !play(press), !seek(press) { _ = panel.handle(press) }
    }
  }

  /// Lets the mouse go to a place of the bar, and act on what is shown.
  private func handle(_ mouse: Mouse) {
    if mouse.target(as: ReplayBar.Place.self) != nil, mouse.scroll == 0 {
      if let fraction = mouse.fraction { model.seek(toProgress: fraction) }
    } else {
      _ = panel.handle(mouse)
    }
  }

  /// Lets a key act on how it plays; false if it means nothing there.
  private func play(_ press: KeyPress) -> Bool {
    switch press {
    case KeyPress(.character(" ")): model.togglePause()
    case KeyPress(.character("-")): model.slower()
    case KeyPress(.character("+")), KeyPress(.character("=")): model.faster()
    case KeyPress(.character("a")): model.setLoopStart()
    case KeyPress(.character("b")): model.setLoopEnd()
    case KeyPress(.character("x")): model.clearLoop()
    case KeyPress(.character("m")): model.toggleBookmark()
    default: return false
    }
    return true
  }

  /// Lets a key go to another place; false if it means nothing there.
  private func seek(_ press: KeyPress) -> Bool {
    switch press {
    case KeyPress(.left): model.seek(by: .seconds(-5))
    case KeyPress(.right): model.seek(by: .seconds(5))
    case KeyPress(.left, .shift): model.seek(by: .seconds(-60))
    case KeyPress(.right, .shift): model.seek(by: .seconds(60))
    case KeyPress(.home): model.seekToStart()
    case KeyPress(.end): model.seekToEnd()
    case KeyPress(.character(".")): model.step()
    case KeyPress(.character(",")): model.stepBack()
    case KeyPress(.character("'")): model.goToNextBookmark()
    case KeyPress(.character("\"")): model.goToPreviousBookmark()
    default:
      guard let digit = press.text, digit.isASCII, let tenths = digit.wholeNumberValue else {
        return false
      }
      model.seek(toProgress: Double(tenths) / 10)
    }
    return true
  }

  private func handlePrompt(_ event: InputEvent) {
    if case .mouse = event { return }
    switch prompt?.handle(event) {
    case nil, .stays: break
    case .closes: prompt = nil
    case .goes(let target):
      if let sentence = model.go(to: target) { prompt?.refuse(sentence) } else { prompt = nil }
    }
  }

  /// Pauses at the chosen fix, and shows it on the map.
  private func goToChosenFix() {
    guard let number = panel.chosenFix else { return }
    if model.isPlaying { model.togglePause() }
    model.seek(toFix: number)
    panel.page = .map
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    pace?.frameDrawn()
    let size = canvas.size
    guard size.height >= 5, size.width >= 16 else {
      // There is no room for a list of keys or a prompt, and none may wait unseen.
      help = nil
      prompt = nil
      panel.draw(ShownTrack(model), in: canvas.bounds, on: &canvas)
      return
    }
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    drawTitle(in: row(0), on: &canvas)
    panel.draw(
      ShownTrack(model),
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 4), on: &canvas)
    ReplayBar(model).draw(in: row(size.height - 3), on: &canvas)
    if prompt != nil {
      prompt?.draw(in: row(size.height - 2), on: &canvas)
    } else {
      ReplayStatus(model: model).draw(in: row(size.height - 2), on: &canvas)
    }
    footer.draw(in: row(size.height - 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    if prompt != nil { return Footer(hints: [KeyHint("Enter", "goes"), KeyHint("Esc", "stays")]) }
    var hints = [
      KeyHint("Space", model.isPlaying ? "pause" : "play "), KeyHint("←→", "±5 s"),
      KeyHint("-+", "speed"), KeyHint("q", "quit"), KeyHint("?", "keys"), KeyHint("⇥", "pages"),
    ]
    if panel.chosenFix != nil { hints.append(KeyHint("Enter", "go there")) }
    return Footer(
      hints: hints + panel.pageKeys + [
        KeyHint("g", "go to"), KeyHint("0-9", "tenths"), KeyHint(".", "step"),
        KeyHint("ab", "loop"), KeyHint("m", "mark"),
      ])
  }

  private func drawTitle(in place: Rect, on canvas: inout Canvas) {
    let state = phase(isPlain: canvas.symbols.lacksSigns)
    let name =
      model.path == "-"
      ? "Standard input" : model.path.split(separator: "/").last.map(String.init) ?? model.path
    // The widest state's place is kept free, so that pausing moves nothing.
    let room = min(place.width - Glyph.columns(of: state) - 2, max(24, place.width - 18))
    panel.drawTitle(
      name, in: Rect(x: place.x, y: place.y, width: max(0, room), height: 1), on: &canvas)
    Label(text: state, style: model.isPlaying ? .success : .warning, alignment: .trailing)
      .draw(in: place, on: &canvas)
  }

  /// What the player does, in a sign and in words.
  private func phase(isPlain: Bool) -> String {
    if model.playback.isSeeking { return "seeking" }
    switch model.playback.phase {
    case .playing: return (isPlain ? "> " : "▶ ") + rate
    case .paused: return (isPlain ? "|| paused " : "Ⅱ paused ") + rate
    case .ended: return (isPlain ? "[] end " : "■ end ") + rate
    case .failed: return "failed"
    }
  }

  private var rate: String { FigureText.rate(model.rate) }
}
