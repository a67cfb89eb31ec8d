import ViewModels

/// `replay`: a recorded trace on the screen.
@MainActor
enum ReplayCommand {
  static func run(file path: String) throws -> ExitStatus {
    if let obstacle = TerminalCheck.obstacle() {
      throw UsageError(
        "\(obstacle) For text instead of a screen use 'SignupTUI export FILE --to csv'.")
    }
    // Opened before the screen is touched, so that a bad file leaves nothing half drawn.
    let file = try TraceFile(path: path)
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    let provider = TraceLocationProvider(file: file, scheduler: scheduler)
    let model = ReplayViewModel(provider: provider, scheduler: scheduler)
    let screen = ReplayScreen(model: model)
    screen.redraws(on: loop)
    model.togglePause()
    return try TrackCommand.finish(loop.run(screen, settings: TerminalSettings()))
  }
}
