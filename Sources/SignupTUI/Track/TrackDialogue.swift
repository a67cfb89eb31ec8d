/// A track in lines: a line for each change, and a line for the position at intervals.
@MainActor struct TrackDialogue {
  let model: TrackViewModel
  let dialogue: LineDialogue
  let loop: EventLoop
  let interval: Duration
  var look = TrackLook()
  let controls: TrackControls

  /// Prints lines until the track is over, or `q` is typed.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(controls.commands.summary) }
    var report = TrackReport(
      interval: interval, units: look.units, angles: look.angles, zone: look.zone)
    let events = TrackEvents(model)
    // A user who has typed something may continue typing after the end, too.
    var isSpokenTo = false
    var isLeaving = false
    try dialogue.wait(readsInput: true, wakingAt: { report.nextPosition }) {
      lines throws(LineDialogue.Ending) in
      if !lines.isEmpty { isSpokenTo = true }
      for line in lines where !isLeaving {
        if try dialogue.perform(line, of: controls.commands) { isLeaving = true }
      }
      for answer in controls.answers() { try dialogue.say(answer) }
      for event in events.take() { try dialogue.say(AlarmText.sentence(event, look.units) + ".") }
      let mayGoOn = isSpokenTo && dialogue.mayReadMore && controls.answersBehindEnd
      if controls.isOver(), !mayGoOn { return true }
      // A script has ended in a pause, and no input will resume it.
      if isSpokenTo, !dialogue.mayReadMore, controls.isResting(), !controls.isBusy() { return true }
      for line in report.lines(ShownTrack(model.state), state: controls.state(), at: loop.now) {
        try dialogue.say(line)
      }
      // A script gets its responses first; a user who types need not wait.
      return isLeaving && (dialogue.canBeTypedTo || !controls.isBusy())
    }
    for line in report.lines(
      ShownTrack(model.state), state: controls.state(), at: loop.now, isLast: true)
    { try dialogue.say(line) }
    try dialogue.say(report.summary(model.snapshot))
  }
}

/// The announcements of a track's alarms, until they are printed.
@MainActor private final class TrackEvents {
  private var waiting: [TrackAlarms.Event] = []
  private var subscription: AnyCancellable?

  init(_ model: TrackViewModel) {
    subscription = model.events.sink { [weak self] in self?.waiting.append($0) }
  }

  /// The events that were not taken yet.
  func take() -> [TrackAlarms.Event] {
    defer { waiting = [] }
    return waiting
  }
}
