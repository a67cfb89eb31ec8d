import Positioning
import TerminalKit
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `track`: the simulated receiver on the screen.
@MainActor
enum TrackCommand {
  static func run(seed: UInt64, display options: DisplayOptions) throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: false,
      instead: "For lines of text instead of a screen use 'SignupTUI track --accessible'.")
    let scheduler = LoopScheduler(loop: loop)
    let provider = SimulatedLocationProvider(seed: seed, start: now, scheduler: scheduler)
    let model = TrackViewModel(provider: provider, scheduler: scheduler)
    model.location.start()
    if display.presentation == .lines {
      return tell(model, .receiver(model.location), display, loop, every: options.every)
    }
    let screen = TrackScreen(
      model: model, title: "Simulated GPS · seed \(seed)", markers: options.markers)
    screen.redraws(on: loop)
    return try finish(display.show(screen, on: loop))
  }

  /// Tells a track in lines to its end.
  static func tell(
    _ model: TrackViewModel, _ controls: TrackControls, _ display: Display, _ loop: EventLoop,
    every seconds: Int
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings)
    defer { dialogue.close() }
    do {
      try TrackDialogue(
        model: model, dialogue: dialogue, loop: loop, interval: .seconds(seconds),
        controls: controls
      ).run()
      return model.location.thereIsAnError ? .failure : .success
    } catch {
      return error.exitStatus(atInputEnd: .success)
    }
  }

  /// How a screen without a result of its own ends the program.
  static func finish(_ end: EndReason<TrackScreen.Result>) -> ExitStatus {
    switch end.resultOrDie() {
    case .quit: return .success
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }

  /// The wall clock: the simulation starts now.
  private static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      nanosecondsSince1970: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
