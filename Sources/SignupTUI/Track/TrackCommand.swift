/// `track`: a receiver on the screen, as it reports.
struct TrackCommand: Command {
  /// The receiver; nil for the simulation.
  var receiver: ReceiverChoice?
  /// The seed of the simulated receiver's noise.
  var seed: UInt64 = 1
  /// True if the simulated user denies permission.
  var isDenied = false
  /// The file that the data are recorded in.
  var log: String?
  /// The alarms for the track.
  var watch = WatchOptions()
  /// True if the output is JSON, and nothing else.
  var isJSON = false
  /// The options of the track.
  var options = TrackOptions()

  private static let seed = Option.number(
    "--seed", "N", UInt64.min...UInt64.max, of: "a whole number",
    help: "set the seed of the simulated receiver (default: \(TrackCommand().seed))")
  private static let deny = OptionSpec(
    "--deny", help: "simulate a user who denies access to the location")
  private static let log = Option.file(
    "--log", help: "append what the receiver sends to this file")

  private static let json = OptionSpec(
    "--json", help: "print gpsd's TPV reports, without a screen")

  static let name = "track"

  static let specification = CommandSpec(
    name: name, summary: "follow a GPS receiver, or a simulated one",
    purpose:
      "Follow a GPS receiver, or a simulated one: position, satellites and a map.",
    operands: [ReceiverChoice.pipe], synopsis: [.optional(ReceiverChoice.device.spec)],
    usages: usages, options: specs,
    rules: ReceiverChoice.rules(simulation: [seed.spec, deny]) + [
      .apart(
        [json], WatchOptions.specs + TrackOptions.specs,
        because: "JSON needs no screen")
    ],
    examples: [
      "track": "simulate a receiver",
      "track --device /dev/ttyUSB0 --log drive.nmea": "record a receiver",
    ])

  // Apart from the specification, and with types, for older compilers.
  private static var usages: [[CommandSpec.UsagePart]] {
    let simulated: [CommandSpec.UsagePart] = [.optional(seed.spec), .optional(deny)]
    let lines: [[CommandSpec.UsagePart]] = [
      watchUsage + TrackOptions.linesUsage, [.required(json)],
    ]
    return [simulated + watchUsage + TrackOptions.screenUsage] + receiverUsages + lines
  }

  private static var specs: [OptionSpec] {
    let own: [OptionSpec] = [log.spec, seed.spec, deny] + WatchOptions.specs + [json]
    return ReceiverChoice.specs + own + TrackOptions.specs
  }

  private static var receiverUsages: [[CommandSpec.UsagePart]] {
    let receivers: [CommandSpec.UsagePart] =
      ReceiverChoice.specs.map { .required($0) } + [.operand(ReceiverChoice.givenPipe)]
    return receivers.map { [$0, .optional(log.spec)] + watchUsage + TrackOptions.screenUsage }
  }

  private static var watchUsage: [CommandSpec.UsagePart] { WatchOptions.specs.optional }
}

extension TrackCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    receiver = try ReceiverChoice(arguments)
    if let seed = try arguments[Self.seed] { self.seed = seed }
    isDenied = arguments.has(Self.deny)
    log = try arguments[Self.log]
    if log != nil, receiver == nil {
      throw UsageError(
        "--log records a receiver; name one with "
          + ReceiverChoice.specs.map(\.name).joined(separator: ", ") + " or -.")
    }
    watch = try WatchOptions(arguments)
    isJSON = arguments.has(Self.json)
    options = try TrackOptions(arguments)
    if isJSON { options.display.isAccessible = true }
  }

  @MainActor func run() throws -> ExitStatus {
    let session = TrackSession(options: options, watch: watch, isJSON: isJSON)
    if let receiver {
      return try ReceiverSession(
        source: receiver.makeSource(), format: receiver.format, log: log, session: session,
        input: receiver.keys(), command: "track"
      ).run()
    }
    let loop = try EventLoop()
    let display = try Display(
      options.display, needsAnswers: false,
      instead: "For lines of text instead of a screen, use 'SignupTUI track --accessible'.")
    let scheduler = LoopScheduler(loop: loop)
    let user = SimulatedUser(answer: isDenied ? .denied : .authorizedWhenInUse)
    let provider = SimulatedLocationProvider(
      seed: seed, start: .now, user: user, scheduler: scheduler)
    let model = TrackViewModel(
      provider: provider, beginning: options.beginning(), alarms: watch.alarms,
      scheduler: scheduler)
    return try session.show(
      model, of: nil, provider: provider, title: "Simulated GPS · seed \(seed)", display, on: loop)
  }
}

extension TrackDialogue {
  /// Runs a track in lines to its end.
  static func run(
    _ model: TrackViewModel, _ controls: TrackControls, _ display: Display, _ loop: EventLoop,
    _ options: TrackOptions
  ) -> ExitStatus {
    LineDialogue.run(on: loop, display.settings) { dialogue throws(LineDialogue.Ending) in
      try TrackDialogue(
        model: model, dialogue: dialogue, loop: loop, interval: .seconds(options.every),
        look: options.look, controls: controls
      ).run()
      return model.location.thereIsAnError ? .failure : .success
    }
  }
}
