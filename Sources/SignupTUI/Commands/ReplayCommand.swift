import Positioning
import TerminalKit
import ViewModels

/// `replay`: a recorded trace on the screen.
@MainActor
enum ReplayCommand {
  static func run(file path: String, display options: DisplayOptions) throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: false,
      instead: "For text instead of a screen use 'SignupTUI replay FILE --accessible' or "
        + "'SignupTUI export FILE --to csv'.")
    // Opened before the screen is touched, so that a bad file leaves nothing half drawn.
    let file = try TraceFile(path: path)
    let scheduler = LoopScheduler(loop: loop)
    let provider = TraceLocationProvider(file: file, scheduler: scheduler)
    let model = ReplayViewModel(provider: provider, scheduler: scheduler)
    model.togglePause()
    if display.presentation == .lines {
      return TrackCommand.tell(model.track, .player(model), display, loop, every: options.every)
    }
    let screen = ReplayScreen(model: model, markers: options.markers)
    screen.redraws(on: loop)
    return try TrackCommand.finish(display.show(screen, on: loop))
  }
}
