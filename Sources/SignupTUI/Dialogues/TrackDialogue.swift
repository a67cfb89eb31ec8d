import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// A track in lines: a line for what changes, and one for the position once in a while.
@MainActor struct TrackDialogue {
  let model: TrackViewModel
  let dialogue: LineDialogue
  let loop: EventLoop
  let interval: Duration
  var angles = AngleForm.degrees
  let controls: TrackControls

  /// Says lines until it is over, or `q` is typed.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(controls.commands.summary) }
    var report = TrackReport(interval: interval, angles: angles)
    try dialogue.wait(readsInput: true, wakingAt: { report.nextPosition }) {
      lines throws(LineDialogue.Ending) in
      var isLeft = false
      for line in lines {
        if try dialogue.perform(line, of: controls.commands) { isLeft = true }
      }
      for answer in controls.answers() { try dialogue.say(answer) }
      if controls.isOver() { return true }
      for line in report.lines(ShownTrack(model.state), state: controls.state(), at: loop.now) {
        try dialogue.say(line)
      }
      return isLeft
    }
    for line in report.lines(
      ShownTrack(model.state), state: controls.state(), at: loop.now, isLast: true)
    {
      try dialogue.say(line)
    }
    try dialogue.say(report.summary(model.snapshot))
  }
}
