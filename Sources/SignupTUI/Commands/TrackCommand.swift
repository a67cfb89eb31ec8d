import Positioning
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `track`: the simulated receiver on the screen.
struct TrackCommand: Command {
  /// What the receiver's noise is made from.
  var seed: UInt64 = 1
  /// How the track is shown.
  var options = TrackOptions()

  private static let seed = Option.number(
    "--seed", "N", UInt64.min...UInt64.max, of: "a whole number",
    help: "what the receiver's noise is made from (default: \(TrackCommand().seed)); the same "
      + "number gives the same drive")

  static let specification = CommandSpec(
    name: "track", summary: "follow a simulated GPS receiver",
    purpose:
      "Follow a simulated GPS receiver: position, satellites, and a map of the way so far.",
    synopsis: [.optional(seed.spec)],
    usages: [
      [.optional(seed.spec)] + TrackOptions.screenUsage,
      [.optional(seed.spec)] + TrackOptions.linesUsage,
    ],
    options: [seed.spec] + TrackOptions.specs)
}

extension TrackCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    if let seed = try arguments[Self.seed] { self.seed = seed }
    options = try TrackOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options.display, needsAnswers: false,
      instead: "For lines of text instead of a screen use 'SignupTUI track --accessible'.")
    let scheduler = LoopScheduler(loop: loop)
    let provider = SimulatedLocationProvider(seed: seed, start: Self.now, scheduler: scheduler)
    let model = TrackViewModel(provider: provider, scheduler: scheduler)
    model.location.start()
    if display.presentation == .lines {
      return TrackDialogue.run(
        model, .receiver(model.location), display, loop, every: options.every)
    }
    let screen = TrackScreen(
      model: model, title: "Simulated GPS · seed \(seed)", markers: options.markers)
    screen.redraws(on: loop)
    return try display.show(screen, on: loop).exitStatus
  }

  /// The wall clock: the simulation starts now.
  private static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      nanosecondsSince1970: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

extension TrackDialogue {
  /// Says a track in lines to its end, with seconds from one position to the next.
  static func run(
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
}
