/// A track shown on the screen or in lines, until the user leaves.
@MainActor struct TrackSession {
  /// The options of the track.
  let options: TrackOptions
  /// The alarms for the track.
  var watch = WatchOptions()
  /// True if the output is JSON, and nothing else.
  var isJSON = false

  /// Shows a track.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - receiver: Its receiver; nil for a simulated one.
  ///   - provider: The source of its positions.
  ///   - title: The title of the screen.
  ///   - display: The display.
  ///   - loop: The event loop.
  func show(
    _ track: TrackViewModel, of receiver: ReceiverViewModel?, provider: any LocationProvider,
    title: String, _ display: Display, on loop: EventLoop
  ) throws -> ExitStatus {
    let location = track.location
    let reports = isJSON ? TPVLines(provider) : nil
    location.start()
    defer { location.stop() }
    if let reports {
      return reports.run(location, on: loop, display) {
        receiver?.connection == .ended || (location.isStartable && location.thereIsAnError)
      }
    }
    if display.presentation == .lines {
      let controls = TrackControls.receiver(location, receiver, canBeTypedTo: display.canBeTypedTo)
      return TrackDialogue.run(track, controls, display, loop, options)
    }
    let screen = TrackScreen(
      model: track, title: title, look: options.look, isReckoned: watch.isReckoned,
      rings: watch.rings)
    screen.receiver = receiver
    return try display.show(screen, on: loop).exitStatus
  }
}

/// A receiver that is followed.
@MainActor struct ReceiverSession {
  /// The source of its bytes.
  let source: any ReceiverSource
  /// Their format; nil to find it out.
  var format: TraceFormat?
  /// The file that they are recorded in.
  var log: String?
  /// The session that shows its track.
  let session: TrackSession
  /// The descriptor for keys; -1 for none.
  var input: Int32 = 0
  /// The command to suggest if there is no terminal.
  let command: String

  func run() throws -> ExitStatus {
    try ThreadSupply.check()
    let loop = try EventLoop()
    let display = try Display(
      session.options.display, needsAnswers: false, input: input,
      instead: "For lines of text instead of a screen, add --accessible to 'SignupTUI \(command)'.")
    let scheduler = LoopScheduler(loop: loop)
    // Opened before the screen is touched, so that an error leaves nothing half drawn.
    let log = try log.map { try ReceiverLog(path: $0, format: format, scheduler: scheduler) }
    let recorded: any ReceiverSource = if let log { source.logged(in: log) } else { source }
    let provider = ReceiverLocationProvider(source: recorded, format: format, scheduler: scheduler)
    let model = ReceiverViewModel(
      provider: provider, beginning: session.options.beginning(), log: log,
      alarms: session.watch.alarms, scheduler: scheduler)
    let status = try session.show(
      model.track, of: model, provider: provider, title: model.name, display, on: loop)
    guard status == .success, display.presentation != .lines,
      let message = model.track.location.errorMessage
    else { return status }
    OutputDescriptor.error.report("\(Program.name): \(message)")
    return .failure
  }
}
