/// A trace being played: the track up to the current position, and the controls of a player.
@MainActor final class ReplayScreen: Screen {
  private(set) var result: ScreenEnd?

  private let session: ReplaySession
  private var model: ReplayViewModel { session.replay }
  private let title: String?
  private var panel: TrackPanel
  private var help: KeyHelp?
  private var prompt: ReplayPrompt?
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []

  /// - Parameters:
  ///   - session: The replay, with the tracks to choose from.
  ///   - look: How map and metrics look at first.
  ///   - title: The title; nil for the name of the file.
  init(session: ReplaySession, look: TrackLook = TrackLook(), title: String? = nil) {
    (self.session, self.title) = (session, title)
    panel = TrackPanel(
      pages: [.map, .fixes, .satellites, .profile, .trace, .splits, .tracks], look: look,
      isReplay: true)
  }

  /// A screen of one replay, without a choice of tracks.
  convenience init(model: ReplayViewModel, look: TrackLook = TrackLook()) {
    self.init(session: ReplaySession(replay: model), look: look)
  }

  /// Requests frames from the event loop as the model changes, even if another track is chosen.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    session.$replay.map(\.objectWillChange).switchToLatest()
      .sink { pace.modelChanged() }.store(in: &cancellables)
    session.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if prompt != nil { return handlePrompt(event) }
    if case .mouse(let mouse) = event { return handle(mouse) }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    let goes =
      panel.chosenFix != nil
      ? KeyHint("Enter", "go there", rank: 6)
      : panel.page == .tracks ? KeyHint("Enter", "choose", rank: 6) : nil
    return KeyMap(
      playingKeys + seekingKeys + [
        KeyBinding(
          "g", "go to a time, a percentage or a fix", footer: KeyHint("g", "go to", rank: 20)
        ) { _ in self.prompt = ReplayPrompt() },
        KeyBinding(
          "/", "find a waypoint by its name", footer: KeyHint("/", "find", rank: 25),
          when: panel.waypointCount > 0
        ) { _ in
          self.panel.page = .map
          self.prompt = ReplayPrompt(.waypoint)
        },
        KeyBinding(
          "a b x", "loop from here, to here; no loop", footer: KeyHint("ab", "loop", rank: 23)
        ) {
          switch $0.text {
          case "a": self.model.setLoopStart()
          case "b": self.model.setLoopEnd()
          default: self.model.clearLoop()
          }
        },
        KeyBinding(
          "m ' \"", "set or remove a bookmark; next, previous",
          footer: KeyHint("m", "mark", rank: 24)
        ) {
          switch $0.text {
          case "m": self.model.toggleBookmark()
          case "'": self.model.goToNextBookmark()
          default: self.model.goToPreviousBookmark()
          }
        },
        KeyBinding(
          "Enter",
          "go to the selected fix; play the selected track; show the selected place",
          footer: goes
        ) { _ in
          if self.panel.page == .tracks { self.chooseContents() } else { self.goToChosenFix() }
        },
      ] + panel.bindings(rank: 5) { $0(&self.panel) } + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 3)) {
          self.result = $0 == .control("c") ? .interrupted : .quit
        },
        .help(footer: KeyHint("?", "keys", rank: 4)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  private var playingKeys: [KeyBinding] {
    [
      KeyBinding(
        "Space", "play, pause", footer: KeyHint("Space", model.isPlaying ? "pause" : "play ")
      ) { _ in self.model.togglePause() },
      KeyBinding(
        "← →", "5 s back, forward", footer: KeyHint("←→", "±5 s", rank: 1)
      ) { self.model.seek(by: .seconds($0.key == .left ? -5 : 5)) },
      KeyBinding("⇧← ⇧→", "60 s back, forward") {
        self.model.seek(by: .seconds($0.key == .left ? -60 : 60))
      },
      KeyBinding(
        "- + =", "slower, faster, up to maximum speed",
        footer: KeyHint("-+", "speed", rank: 2)
      ) { if $0.text == "-" { self.model.slower() } else { self.model.faster() } },
    ]
  }

  private var seekingKeys: [KeyBinding] {
    [
      KeyBinding(", .", "one fix back, forward", footer: KeyHint(".", "step", rank: 22)) {
        if $0.text == "," { self.model.stepBack() } else { self.model.step() }
      },
      KeyBinding("Home End", "start, end") {
        if $0.key == .home { self.model.seekToStart() } else { self.model.seekToEnd() }
      },
      KeyBinding("0-9", "go to 0 to 90% of the trace", footer: KeyHint("0-9", "tenths", rank: 21)) {
        self.model.seek(toProgress: Double($0.text?.wholeNumberValue ?? 0) / 10)
      },
    ]
  }

  /// Handles the mouse, which can go to a point of the bar, and act on the page.
  private func handle(_ mouse: Mouse) {
    if mouse.target(as: ReplayBar.Target.self) != nil, mouse.scroll == 0 {
      if let fraction = mouse.fraction { model.seek(toProgress: fraction) }
    } else if mouse.target(as: ProfilePage.Target.self) != nil, mouse.scroll == 0 {
      goInProfile(to: mouse.fraction ?? 0)
    } else {
      _ = panel.handle(mouse)
    }
  }

  private func handlePrompt(_ event: InputEvent) {
    if case .mouse = event { return }
    switch prompt?.handle(event) {
    case nil, .stays: break
    case .closes: prompt = nil
    case .goes(let target):
      if let sentence = model.go(to: target) { prompt?.refuse(sentence) } else { prompt = nil }
    case .finds(let text):
      let names = model.outline.contents.waypoints.map(\.label?.name)
      if let sentence = panel.finder.find(text, among: names) {
        prompt?.refuse(sentence)
      } else {
        prompt = nil
      }
    }
  }

  /// Goes to a fraction of the profile's axis.
  private func goInProfile(to part: Double) {
    switch panel.profileAxis {
    case .time: model.seek(toProgress: part)
    case .distance: model.seek(toDistance: part * model.outline.profile.end(of: .distance))
    }
  }

  /// Plays the chosen track, or shows the chosen waypoint on the map.
  private func chooseContents() {
    switch panel.contents.chosen {
    case nil, .route: break
    case .all: session.choose(nil)
    case .track(let index):
      let tracks = session.tracks
      guard tracks.count > 1, tracks.indices.contains(index) else { return }
      session.choose(.number(UInt32(tracks[index].number)))
    case .waypoint(let index):
      panel.finder.choose(index)
      panel.page = .map
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
      panel.draw(ShownTrack(session), in: canvas.bounds, on: &canvas)
      return
    }
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    drawTitle(in: row(0), on: &canvas)
    panel.draw(
      ShownTrack(session),
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 4), on: &canvas)
    ReplayBar(model).draw(in: row(size.height - 3), on: &canvas)
    if prompt != nil {
      prompt?.draw(in: row(size.height - 2), below: row(size.height - 1), on: &canvas)
    } else {
      ReplayStatus(model: model, units: panel.units).draw(in: row(size.height - 2), on: &canvas)
      let footer = help != nil ? KeyHelp.footer : keys.footer
      footer.draw(in: row(size.height - 1), on: &canvas)
    }
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawTitle(in rect: Rect, on canvas: inout Canvas) {
    let state = phase(isPlain: canvas.symbols.lacksSigns)
    let name =
      title
      ?? (model.path == "-"
        ? "Standard input" : model.path.split(separator: "/").last.map(String.init) ?? model.path)
    // The room for the widest state is kept free, so that pausing moves nothing.
    let widest = Glyph.columns(of: "|| paused 1000x") + 2
    let room = min(rect.width - Glyph.columns(of: state) - 2, max(24, rect.width - widest))
    panel.drawTitle(
      name, in: Rect(x: rect.x, y: rect.y, width: max(0, room), height: 1), on: &canvas)
    Label(text: state, style: model.isPlaying ? .success : .warning, alignment: .trailing)
      .draw(in: rect, on: &canvas)
  }

  /// The state of the player, in a sign and in words.
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
