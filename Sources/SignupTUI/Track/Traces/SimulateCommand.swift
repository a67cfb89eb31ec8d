/// `simulate`: the reports of a simulated receiver, as a file.
struct SimulateCommand: Command {
  /// The seed of the receiver's noise.
  var seed: UInt64 = 1
  /// The number of seconds that it runs.
  var seconds = 60
  /// The configuration of the receiver.
  var configuration = SimulatedGPSConfiguration()
  /// The time when it is switched on.
  var start = SimulateCommand.usualStart
  /// The output format; nil for a picture.
  var format: TraceOutputFormat? = .nmea

  /// Fixed, so that the same call makes the same file.
  private static let usualStart = Timestamp(nanosecondsSince1970: 1_714_557_600_000_000_000)

  private static let seed = Option.number(
    "--seed", "N", UInt64.min...UInt64.max, of: "a whole number",
    help: "set the seed of the noise (default: 1)")
  private static let duration = Option.number(
    "--duration", "SECONDS", 1...31_622_400, of: "whole seconds",
    help: "simulate this many seconds (default: 60)")
  private static let rate = Option<SimulatedGPSConfiguration.Rate>.choice(
    "--rate", "HZ", among: ["1": .oneHertz, "5": .fiveHertz, "10": .tenHertz], usual: "1",
    help: "simulate 1 (default), 5 or 10 fixes per second")
  private static let begin = Option<SimulatedGPSConfiguration.Start>.choice(
    "--start", "KIND",
    among: ["hot": .hot, "warm": .warm, "cold": .cold, "running": .running], usual: "hot",
    help: "start hot (default, fix within 2 s), warm (20–28 s), cold (25–35 s) or running")
  private static let sky = Option<SimulatedGPSConfiguration.Environment>.choice(
    "--sky", "KIND", among: ["open": .openSky, "street": .street], usual: "open",
    help: "simulate an open sky (default) or a street between buildings")
  private static let multipath = OptionSpec(
    "--multipath", help: "simulate reflected signals, with jumps of 40 m")
  private static let time = Option<Timestamp>.reading(
    "--time", "TIME", as: "an instant such as 2024-05-01T10:00Z",
    help: "set the start time (default: 2024-05-01T10:00Z)"
  ) { text in if case .instant(let instant) = TimeBound(text) { instant } else { nil } }
  private static let to = Option.outputFormat(usual: .nmea)

  static let name = "simulate"

  static let specification = CommandSpec(
    name: name, summary: "print what a simulated GPS receiver sends",
    purpose: "Print what a simulated GPS receiver sends on a drive around Stockholm.",
    synopsis: [.optional(seed.spec)],
    usages: [
      [.optional(seed.spec), .optional(duration.spec), .optional(to.spec)],
      [
        .optional(rate.spec), .optional(begin.spec), .optional(sky.spec), .optional(multipath),
        .optional(time.spec),
      ],
    ],
    options: [
      seed.spec, duration.spec, rate.spec, begin.spec, sky.spec, multipath, time.spec, to.spec,
    ],
    notes: [
      "The same options produce the same bytes on every machine."
    ],
    examples: [
      "simulate --duration 600 > drive.nmea": "simulate ten minutes",
      "simulate --seed 2 --to gpx > drive.gpx": "write another drive as GPX",
    ])
}

extension SimulateCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    if let seed = try arguments[Self.seed] { self.seed = seed }
    if let seconds = try arguments[Self.duration] { self.seconds = seconds }
    if let rate = try arguments[Self.rate] { configuration.rate = rate }
    if let begin = try arguments[Self.begin] { configuration.start = begin }
    if let sky = try arguments[Self.sky] { configuration.environment = sky }
    if let start = try arguments[Self.time] { self.start = start }
    if let choice = try arguments[Self.to] { format = choice }
    configuration.hasReflections = arguments.has(Self.multipath)
  }

  @MainActor func run() throws -> ExitStatus {
    var gps = SimulatedGPS(seed: seed, configuration: configuration, start: start)
    var output = try TraceOutput(path: nil)
    var encoder: any TraceEncoder = format?.makeEncoder() ?? TracePicture(name: "Simulated GPS")
    encoder.begin(&output.bytes)
    // The last instant belongs to the next second.
    let end = Duration.seconds(seconds) - .nanoseconds(1)
    while gps.nextOffset <= end {
      for epoch in gps.advance(to: gps.nextOffset) {
        encoder.write(TraceEpoch(epoch), to: &output.bytes)
      }
      try output.relieve()
    }
    encoder.end(&output.bytes)
    try output.finish()
    return .success
  }
}

extension TraceEpoch {
  /// Makes the epoch of a trace from a live receiver's epoch.
  init(_ epoch: LocationEpoch) {
    self.init(
      location: epoch.location, timestamp: epoch.timestamp, satellites: epoch.satellites ?? [],
      startsSegment: epoch.startsSegment)
  }
}
