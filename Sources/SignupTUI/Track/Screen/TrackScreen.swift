/// The live track: the receiver's current state, and the track so far.
@MainActor final class TrackScreen: Screen {
  private(set) var result: ScreenEnd?
  /// The state of the receiver; nil for a simulated one. It is set before the first frame.
  var receiver: ReceiverViewModel?

  private let model: TrackViewModel
  private let title: String
  private var panel: TrackPanel
  private var help: KeyHelp?
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []

  /// True if the position is carried on by dead reckoning while fixes are old.
  private let isReckoned: Bool
  /// True if alarms ring the bell.
  private let rings: Bool
  /// The latest alarm, until a key is pressed.
  private var notice: TrackAlarms.Event?

  init(
    model: TrackViewModel, title: String, look: TrackLook = TrackLook(),
    isReckoned: Bool = false, rings: Bool = true
  ) {
    (self.model, self.title, self.isReckoned, self.rings) = (model, title, isReckoned, rings)
    panel = TrackPanel(pages: [.map, .fixes, .satellites, .profile], look: look)
  }

  /// Requests frames from the event loop as the model changes.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    model.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
    receiver?.objectWillChange.sink { pace.modelChanged() }.store(in: &cancellables)
    model.events.sink { [weak self, weak loop] event in
      self?.notice = event
      if event.isAlarm, self?.rings == true { loop?.ring() }
      pace.modelChanged()
      guard !event.isAlarm else { return }
      // Good news need no key.
      loop?.schedule(after: Self.noticeTime) { [weak self] in
        MainActor.assumeIsolated {
          guard self?.notice == event else { return }
          self?.notice = nil
          pace.modelChanged()
        }
      }
    }
    .store(in: &cancellables)
  }

  /// How long good news is shown.
  private static let noticeTime = Duration.seconds(10)

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if case .mouse(let mouse) = event { _ = panel.handle(mouse) }
    if case .key(let press) = event {
      notice = nil
      _ = keys.perform(press)
    }
  }

  private var keys: KeyMap {
    let isOn = !model.state.location.isStartable
    return KeyMap(
      [
        KeyBinding(
          "Space", "start, stop", footer: KeyHint("Space", isOn ? "stop" : "start")
        ) { _ in self.model.location.toggle() },
        KeyBinding(
          "m", "mark this place, and show the distance and bearing to it",
          footer: KeyHint("m", "mark", rank: 4), when: model.snapshot.lastFix != nil
        ) { _ in self.model.set(mark: self.model.snapshot.lastFix?.coordinate) },
        KeyBinding(
          "x", "no mark", footer: KeyHint("x", "no mark", rank: 4),
          when: model.state.alarms.mark != nil
        ) { _ in self.model.set(mark: nil) },
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
      panel.draw(ShownTrack(model.state, isReckoned: isReckoned), in: canvas.bounds, on: &canvas)
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
      ShownTrack(model.state, isReckoned: isReckoned),
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 3), on: &canvas)
    let row = Rect(x: 1, y: size.height - 2, width: size.width - 2, height: 1)
    if let alarm = alarm {
      canvas.fill(row, style: Style(foreground: .danger, attributes: .reverse))
      canvas.write(
        alarm, in: row, style: Style(foreground: .danger, attributes: [.bold, .reverse]))
    } else if let notice {
      canvas.write(AlarmText.sentence(notice, panel.units), in: row, style: .success)
    } else {
      canvas.write(
        receiver?.statusLine ?? "Permission: \(location.statusDescription)", in: row, style: .muted)
    }
    (help != nil ? KeyHelp.footer : keys.footer)
      .draw(in: Rect(x: 1, y: size.height - 1, width: size.width - 2, height: 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// The current problem, or an announcement not yet seen; nil if there is none.
  private var alarm: String? {
    let alarms = model.state.alarms
    var sentences: [String] = []
    if alarms.isLost {
      let age = model.state.location.staleness.fix ?? .zero
      sentences.append(AlarmText.sentence(.lost(age), panel.units))
    }
    if alarms.isOutside, let center = alarms.center, let fix = model.snapshot.lastFix {
      let distance = center.distance(to: fix.coordinate)
      sentences.append(AlarmText.sentence(.leftRing(distance), panel.units))
    }
    if notice == .reached { sentences.append(AlarmText.sentence(.reached, panel.units)) }
    guard !sentences.isEmpty else { return nil }
    // The reason, if the receiver has a problem, too.
    if alarms.isLost, let receiver, receiver.connection != .open {
      sentences.append(receiver.statusLine)
    }
    return sentences.joined(separator: " · ")
  }
}

/// The announcements of alarms, in sentences.
enum AlarmText {
  static func sentence(_ event: TrackAlarms.Event, _ units: UnitSystem) -> String {
    switch event {
    case .lost(let age): "Alarm: no fix for \(FigureText.age(age))"
    case .found: "Receiving fixes again"
    case .leftRing(let distance):
      "Alarm: outside the ring, \(units.distance(distance)) from its centre"
    case .backInRing: "Back inside the ring"
    case .reached: "The mark is reached"
    }
  }
}
