import Positioning
import TerminalKit
import ViewModels

/// `replay`: a recorded trace on the screen.
struct ReplayCommand: Command {
  /// The trace.
  var file: String
  /// How the track is shown.
  var options = TrackOptions()

  static let specification = CommandSpec(
    name: "replay", summary: "play an NMEA 0183 or CSV trace",
    purpose: "Play an NMEA 0183 or CSV trace by its own clock, with figures and a map.",
    operands: [.file], synopsis: [.operand(.file)],
    usages: [
      [.operand(.file)] + TrackOptions.screenUsage, [.operand(.file)] + TrackOptions.linesUsage,
    ],
    options: TrackOptions.specs,
    notes: [
      "Space pauses, ← and → go 5 seconds back and forth (with Shift 60), - and + change the "
        + "speed, . plays one fix, Home and End go to the ends, q quits. Tab turns to the fixes, "
        + "the satellites, and how the trace was read."
    ])
}

extension ReplayCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.operand(0) ?? ""
    options = try TrackOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options.display, needsAnswers: false,
      instead: "For text instead of a screen use 'SignupTUI replay FILE --accessible' or "
        + "'SignupTUI export FILE --to csv'.")
    // Opened before the screen is touched, so that a bad file leaves nothing half drawn.
    let trace = try TraceFile(path: file)
    let scheduler = LoopScheduler(loop: loop)
    let provider = TraceLocationProvider(file: trace, scheduler: scheduler)
    let model = ReplayViewModel(provider: provider, scheduler: scheduler)
    model.togglePause()
    if display.presentation == .lines {
      return TrackDialogue.run(
        model.track, .player(model), display, loop, every: options.every)
    }
    let screen = ReplayScreen(model: model, markers: options.markers)
    screen.redraws(on: loop)
    return try display.show(screen, on: loop).exitStatus
  }
}
