#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `track`: the simulated receiver on the screen.
@MainActor
enum TrackCommand {
  static func run(seed: UInt64) throws -> ExitStatus {
    if let obstacle = TerminalCheck.obstacle() {
      throw UsageError(
        "\(obstacle) Run it in one; for text from a recorded trace use "
          + "'SignupTUI export FILE --to csv'.")
    }
    let loop = try EventLoop()
    let scheduler = LoopScheduler(loop: loop)
    let provider = SimulatedLocationProvider(seed: seed, start: now, scheduler: scheduler)
    let model = TrackViewModel(provider: provider, scheduler: scheduler)
    let screen = TrackScreen(model: model, title: "Simulated GPS · seed \(seed)")
    screen.redraws(on: loop)
    model.location.start()
    return try finish(loop.run(screen, settings: TerminalSettings()))
  }

  /// How a screen without a result of its own ends the program.
  static func finish(_ end: EndReason<TrackScreen.Result>) -> ExitStatus {
    switch end.resultOrDie() {
    case .quit: return .success
    case .interrupted: RawMode.die(bySignal: SIGINT)
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
