import TerminalKit
import Reactive
import ReactiveExtras
import ViewModels

/// A track in lines: a line for what changes, and one for the position once in a while.
@MainActor struct TrackDialogue {
  let model: TrackViewModel
  let dialogue: LineDialogue
  let loop: EventLoop
  let interval: Duration
  let controls: TrackControls

  /// Says lines until it is over, or `q` is typed.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(controls.keys) }
    var report = TrackReport(interval: interval)
    var timer: (token: TimerToken, at: MonotonicInstant)?
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where line.lowercased() != "q" && !controls.act(line) {
        try dialogue.say(controls.keys)
      }
      if controls.isOver() { return true }
      for line in report.lines(ShownTrack(model), state: controls.state(), at: loop.now) {
        try dialogue.say(line)
      }
      // One timer at most, and none while there is nothing to say.
      if timer?.at != report.nextPosition {
        if let timer { loop.cancel(timer.token) }
        timer = report.nextPosition.map { (loop.schedule(at: $0) {}, $0) }
      }
      return lines.contains { $0.lowercased() == "q" }
    }
    // The last snapshot may still be held back for the pace of a screen.
    let end = loop.now.advanced(byMilliseconds: 100)
    loop.schedule(at: end) {}
    try dialogue.wait { _ in loop.now >= end }
    for line in report.lines(ShownTrack(model), state: controls.state(), at: loop.now, isLast: true)
    {
      try dialogue.say(line)
    }
    try dialogue.say(report.summary(model.snapshot))
  }
}
