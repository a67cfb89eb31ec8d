import CommandLineKit
import Positioning
import TerminalKit
import ViewModels

/// A receiver that is followed, on the screen or in lines, until the user leaves.
@MainActor struct ReceiverSession {
  /// The source of its bytes.
  let source: any ReceiverSource
  /// Their format; nil to find it out.
  var format: TraceFormat?
  /// The file that they are recorded in.
  var log: String?
  /// The options of the track.
  let options: TrackOptions
  /// The alarms that the track is watched for.
  var watch = WatchOptions()
  /// True if the fixes are written as JSON, and nothing else.
  var isJSON = false
  /// The descriptor of the keys; -1 for none.
  var input: Int32 = 0
  /// The command to suggest if there is no terminal.
  let command: String

  func run() throws -> ExitStatus {
    try ThreadSupply.check()
    let loop = try EventLoop()
    let display = try Display(
      options.display, needsAnswers: false, input: input,
      instead: "For lines of text instead of a screen add --accessible to 'SignupTUI \(command)'.")
    let scheduler = LoopScheduler(loop: loop)
    // Opened before the screen is touched, so that a refusal leaves nothing half drawn.
    let log = try log.map { try ReceiverLog(path: $0, format: format, scheduler: scheduler) }
    let provider = provider(recordedIn: log, on: scheduler)
    let model = ReceiverViewModel(
      provider: provider, beginning: options.beginning, log: log, alarms: watch.alarms,
      scheduler: scheduler)
    let location = model.track.location
    let reports = isJSON ? TPVLines(provider) : nil
    location.start()
    defer { location.stop() }
    if let reports {
      return reports.run(location, on: loop, display) {
        model.connection == .ended || (location.isStartable && location.thereIsAnError)
      }
    }
    if display.presentation == .lines {
      return TrackDialogue.run(
        model.track, .receiver(model, canBeTypedTo: display.canBeTypedTo), display, loop,
        options)
    }
    let screen = TrackScreen(
      model: model.track, title: model.name, look: options.look, isReckoned: watch.isReckoned,
      rings: watch.rings)
    screen.receiver = model
    let status = try display.show(screen, on: loop).exitStatus
    guard status == .success, let message = location.errorMessage else { return status }
    OutputDescriptor.error.report("\(Program.name): \(message)")
    return .failure
  }

  private func provider(
    recordedIn log: ReceiverLog?, on scheduler: LoopScheduler
  ) -> ReceiverLocationProvider {
    guard let log else {
      return ReceiverLocationProvider(source: source, format: format, scheduler: scheduler)
    }
    return ReceiverLocationProvider(
      source: source.logged(in: log), format: format, scheduler: scheduler)
  }
}
