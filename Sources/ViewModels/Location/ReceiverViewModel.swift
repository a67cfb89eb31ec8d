import Positioning
import Reactive
import ReactiveExtras

/// A receiver that is followed: the track, and the state of the receiver.
///
///     let provider = ReceiverLocationProvider(source: .gpsd(), scheduler: scheduler)
///     let model = ReceiverViewModel(provider: provider, scheduler: scheduler)
///     model.track.location.start()
@MainActor public final class ReceiverViewModel: ObservableObject {
  /// The track, the metrics and the position.
  public let track: TrackViewModel
  /// The state of the connection.
  @Published public private(set) var connection: ReceiverConnection
  /// The problem of the recording; nil without a problem or a recording.
  @Published public private(set) var logProblem: ReceiverLogProblem?

  private let provider: ReceiverLocationProvider
  private let log: ReceiverLog?

  /// Makes a model of a receiver that is not started.
  ///
  /// - Parameters:
  ///   - provider: The receiver. Only this model should start and stop it.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - log: The log that records the bytes; nil for none.
  ///   - alarms: What the track is watched for.
  ///   - scheduler: The scheduler that measures time; the provider's. It has to run its work on the
  ///     main thread.
  public init(
    provider: ReceiverLocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    log: ReceiverLog? = nil, alarms: TrackAlarms = TrackAlarms(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    (self.provider, self.log) = (provider, log)
    track = TrackViewModel(
      provider: provider, beginning: beginning, alarms: alarms, scheduler: scheduler)
    connection = provider.currentConnection
    provider.connection.assign(to: &$connection)
    log?.problem.assign(to: &$logProblem)
  }

  /// The receiver's name, in a few words.
  public var name: String { provider.source.name }

  /// The file that records the bytes.
  public var logPath: String? { log?.path }

  /// The number of bytes that have come so far.
  public var byteCount: Int { provider.byteCount }

  /// The format of the bytes; nil until it is known.
  public var format: TraceFormat? { provider.format }
}
