import Positioning
import Reactive
import ReactiveExtras

/// A trace that is replayed: the track, and the controls of a player.
///
///     let file = try TraceFile(path: "drive.nmea")
///     let provider = TraceLocationProvider(file: file, scheduler: scheduler)
///     let model = ReplayViewModel(provider: provider, scheduler: scheduler)
///     model.togglePause()
///     model.faster()  // 2×
///
/// Track and player are published as one value. The track that is drawn is that of the way to the
/// present place; after a seek in a long trace it may lack the beginning, see ``isTrackPartial``.
@MainActor
public final class ReplayViewModel: ObservableObject {
  /// The track, the figures and the position.
  public let track: TrackViewModel
  /// All that is shown of track and player.
  @Published public private(set) var state: ReplayState

  private let provider: TraceLocationProvider

  /// The rates that ``faster()`` and ``slower()`` step through.
  public static let rates: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  /// Makes a model of a replay, paused where it stands.
  ///
  /// - Parameters:
  ///   - provider: The replay. Only this model should control it.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - pacing: How often another position is shown.
  ///   - scheduler: Whose clock counts; the provider's. It has to run its work on the main thread.
  public init(
    provider: TraceLocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    pacing: LocationPacing = LocationPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.provider = provider
    let track = TrackViewModel(
      provider: provider, beginning: beginning, pacing: pacing, scheduler: scheduler)
    self.track = track
    state = ReplayState(track: track.state, playback: provider.currentPlayback)
    track.$state.combineLatest(provider.playback, ReplayState.init)
      .dropFirst().assign(to: &$state)
  }

  // MARK: What is shown

  /// The position and the error.
  public var location: LocationViewModel { track.location }
  /// Where the replay stands.
  public var playback: Playback { state.playback }
  /// Whether the log's time passes.
  public var isPlaying: Bool { playback.isPlaying }
  /// How many seconds of the log pass in one second.
  public var rate: Double { playback.rate }
  /// How far the replay has come, 0…1.
  public var progress: Double { playback.progress }
  /// Time of the log from its start to here; nil when that is not known.
  public var position: Duration? { playback.position }
  /// Time of the log from start to end; nil when it has no dates.
  public var duration: Duration? { playback.duration }

  /// Whether the track and its figures begin in the middle of the trace.
  ///
  /// So after a seek to a place further from the trace's start than ``ReplayOptions/rebuildLimit``,
  /// until the replay is sought to a place nearer to the start or played from there.
  public var isTrackPartial: Bool { track.snapshot.isPartial }
  /// When the figures begin, where that is not the trace's start; nil for a whole track, and where
  /// no date is known.
  public var figuresSince: Timestamp? { track.snapshot.figuresSince }

  /// The trace's path as it was given; to be cleaned before it is shown on a terminal.
  public var path: String { provider.path }
  /// The trace's format.
  public var format: TraceFormat { provider.format }
  /// How a table is written, as far as that was found or guessed; nil for other formats.
  public var dialectDescription: String? { provider.dialect?.description }
  /// What was read so far, and what was skipped and why.
  public var readStatistics: TraceStatistics { provider.readStatistics }

  // MARK: What the user does

  /// Plays when paused, ended or failed; pauses when playing.
  public func togglePause() {
    if isPlaying { location.stop() } else { location.start() }
  }

  /// Goes forward, or with a negative time back, by the log's clock; not beyond its ends.
  public func seek(by time: Duration) { provider.seek(by: time) }

  /// Goes to a part of the trace, 0…1: by time where both ends are dated, else by bytes.
  public func seek(toProgress progress: Double) { provider.seek(toProgress: progress) }

  /// Goes to the first epoch.
  public func seekToStart() { provider.seekToStart() }

  /// Goes to the last epoch.
  public func seekToEnd() { provider.seekToEnd() }

  /// Goes over to the next higher rate of ``rates``.
  public func faster() {
    if let rate = Self.rates.first(where: { $0 > rate }) { provider.rate = rate }
  }

  /// Goes over to the next lower rate of ``rates``.
  public func slower() {
    if let rate = Self.rates.last(where: { $0 < rate }) { provider.rate = rate }
  }

  /// Plays at any rate from 0.1 to 1000.
  public func setRate(_ rate: Double) { provider.rate = rate }

  /// Pauses, and goes on to the next fix.
  public func step() {
    location.stop()
    provider.step()
  }

  /// Pauses, and goes back to the fix before.
  public func stepBack() {
    location.stop()
    provider.stepBack()
  }
}
