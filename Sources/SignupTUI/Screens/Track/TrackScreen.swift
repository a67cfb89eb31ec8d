import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The live track: what a receiver reports now, and the way so far.
@MainActor
final class TrackScreen: Screen {
  private(set) var result: ScreenEnd?
  /// How it stands with the receiver; nil for one that is simulated. Set before the first frame.
  var receiver: ReceiverViewModel?

  private let model: TrackViewModel
  private let title: String
  private var panel: TrackPanel
  private var help: KeyHelp?
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []

  init(
    model: TrackViewModel, title: String, markers: DotCanvas.Markers = .braille,
    angles: AngleForm = .degrees
  ) {
    self.model = model
    self.title = title
    panel = TrackPanel(
      pages: [.map, .fixes, .satellites, .profile], markers: markers, angles: angles)
  }

  /// Asks the event loop for frames as the model changes.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    model.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
    receiver?.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if case .mouse(let mouse) = event { _ = panel.handle(mouse) }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    let isOn = !model.state.location.isStartable
    return KeyMap(
      [
        KeyBinding(
          "Space", "start, stop", footer: KeyHint("Space", isOn ? "stop" : "start")
        ) { _ in self.model.location.toggle() }
      ] + panel.bindings(rank: 3) { $0(&self.panel) } + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 1)) {
          self.result = $0 == .control("c") ? .interrupted : .quit
        },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  func draw(on canvas: inout Canvas) {
    pace?.frameDrawn()
    let size = canvas.size
    guard size.height >= 4, size.width >= 12 else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      panel.draw(ShownTrack(model.state), in: canvas.bounds, on: &canvas)
      return
    }
    let location = model.state.location
    let isOn = !location.isStartable
    panel.drawTitle(
      receiver?.name ?? title, in: Rect(x: 1, y: 0, width: max(0, size.width - 16), height: 1),
      on: &canvas)
    let mark = receiver?.mark ?? (isOn ? ("● receiving", .success) : ("○ stopped", .muted))
    Label(text: mark.text, style: mark.style, alignment: .trailing)
      .draw(in: Rect(x: size.width - 14, y: 0, width: 13, height: 1), on: &canvas)
    panel.draw(
      ShownTrack(model.state),
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 3), on: &canvas)
    canvas.write(
      receiver?.statusLine ?? "Permission: \(location.statusDescription)",
      in: Rect(x: 1, y: size.height - 2, width: size.width - 2, height: 1), style: .muted)
    (help != nil ? KeyHelp.footer : keys.footer)
      .draw(in: Rect(x: 1, y: size.height - 1, width: size.width - 2, height: 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }
}
