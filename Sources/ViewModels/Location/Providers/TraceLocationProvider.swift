import Positioning
import Reactive
import ReactiveExtras

/// A trace that is replayed by its own clock, as a source of positions.
///
///     let file = try TraceFile(path: path)
///     let provider = TraceLocationProvider(file: file, scheduler: scheduler)
///     provider.updates.sink { print($0) }.store(in: &cancellables)
///     provider.rate = 4
///     provider.play()
///
/// Each epoch is delivered when it falls due on the scheduler; several that fall due together come
/// as one batch, in order. Epochs without a fix are delivered, too. The end of the trace is a
/// phase, not a failure. The file is not kept in memory, but read in small pieces.
///
/// **Seeking.** Forward the track continues: the epochs between are reported as history. Backward
/// it begins again (`.restarted`), and the trace is read from its start up to the goal, so the
/// track is the same however the epoch is reached. This happens piece by piece on the scheduler;
/// while ``Playback/isSeeking`` nothing is played.
///
/// **Surveying.** After `survey(from:)` the whole file is read once in the background. In the
/// part that has been read, a seek continues from a checkpoint near the goal (`.resumed`).
///
/// After a long delay, such as a suspension of the program, the replay continues from its position.
public final class TraceLocationProvider: LocationProvider {
  let subject = PassthroughSubject<LocationUpdate, Never>()
  let state: CurrentValueSubject<Playback, Never>
  let timer: OneShotTimer
  var cursor: ReplayCursor
  var pace = ReplayPace()
  var search = ReplaySearch()
  var surveyor: TraceSurveyor?
  let makeSurveyor: (TraceSurvey) -> TraceSurveyor

  /// The slowest and the fastest rate that can be set; beyond is the greatest possible speed.
  package static let rates = 0.1...1000

  /// Makes a replay that is at the start of a trace.
  ///
  /// The scheduler measures time and delivers updates.
  public init(
    file: TraceFile, options: ReplayOptions = ReplayOptions(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    cursor = ReplayCursor(file: file, options: options)
    timer = OneShotTimer(scheduler)
    makeSurveyor = { TraceSurveyor($0, scheduler: scheduler) }
    var playback = Playback()
    playback.duration = cursor.duration
    state = CurrentValueSubject(playback)
  }

  /// Always `authorizedAlways`: reading a file needs no permission here.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    CurrentValueSubject(.authorizedAlways).eraseToAnyPublisher()
  }

  /// Always false: a trace is of the past, and does not grow older by being paused.
  public var isLive: Bool { false }

  /// The epochs from now on.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// The state of the replay; each subscriber gets the current one first. Changes with each
  /// delivery.
  package var playback: AnyPublisher<Playback, Never> { state.eraseToAnyPublisher() }

  /// The state of the replay.
  package var currentPlayback: Playback { state.value }

  /// The trace's path as given.
  package var path: String { cursor.file.path }
  /// The log's first time; nil if it has no dates.
  package var startTime: Timestamp? { cursor.start }
  /// True if the log consists of several pieces, whose times are counted one after another.
  package var isInPieces: Bool { cursor.isInPieces }
  /// The options of the replay.
  package var options: ReplayOptions { cursor.options }
  /// The trace's format.
  package var format: TraceFormat { cursor.file.format }
  /// The form of a table; nil for other formats.
  package var dialect: CSVDialect? { cursor.file.dialect }
  /// Statistics of the part read so far, with the skipped parts and reasons; after a seek back,
  /// counted again.
  package var readStatistics: TraceStatistics { cursor.file.statistics }
  /// The reason why the trace is incomplete; nil if it is complete, and until its end was read.
  package var truncation: TraceTruncation? { cursor.file.truncation }

  /// Does nothing.
  public func requestWhenInUseAuthorization() {}

  /// Plays.
  public func start() { play() }

  /// Pauses.
  public func stop() { pause() }

  /// Plays on; from the start if the trace has ended.
  public func play() {
    guard state.value.phase != .playing else { return }
    if search.isUnderWay {
      search.playsOnArrival = true
      return change { $0.phase = .playing }
    }
    if state.value.phase == .ended { return playFromStart() }
    change { $0.phase = .playing }
    resume()
  }

  func playFromStart() {
    cursor.rewind()
    pace.restart(at: timer.now)
    change { $0.phase = .playing }
    subject.send(.restarted)
    // A subscriber to that may have paused or sought; its call decides.
    if state.value.phase == .playing, !search.isUnderWay { resume() }
  }

  /// Stops between two epochs; playing on takes up the rest of the time to the next.
  public func pause() {
    search.playsOnArrival = false
    guard state.value.phase == .playing else { return }
    if !search.isUnderWay {
      pace.rest(at: timer.now)
      timer.cancel()
    }
    change { $0.phase = .paused }
  }

  /// The number of seconds of the log that pass in one second, clamped to `rates`; infinity plays
  /// at the greatest possible speed.
  public var rate: Double {
    get { pace.rate }
    set {
      let (slowest, fastest) = (Self.rates.lowerBound, Self.rates.upperBound)
      let rate =
        newValue.isNaN ? 1 : newValue == .infinity ? newValue : min(max(newValue, slowest), fastest)
      guard rate != pace.rate else { return }
      let isRunning = state.value.phase == .playing && !search.isUnderWay
      if isRunning { pace.rest(at: timer.now) }
      pace.rate = rate
      change { $0.rate = rate }
      if isRunning { resume() }
    }
  }

  /// Plays on from the rest.
  func resume() {
    pace.resume(at: timer.now)
    timer.set(at: timer.now) { [weak self] in self?.deliver() }
  }

  /// Delivers the epochs that are due, and sets the timer for the next ones.
  func deliver() {
    let delivery = pace.take(from: &cursor, at: timer.now, until: state.value.loop?.end?.offset)
    switch delivery.sequel {
    case .goesOn(let time):
      timer.set(at: time) { [weak self] in self?.deliver() }
      if !delivery.epochs.isEmpty { tell(.playing) }
    case .loops(let time):
      timer.set(at: time) { [weak self] in self?.loopBack() }
      if !delivery.epochs.isEmpty { tell(.playing) }
    case .ended: tell(.ended)
    case .failed: break
    }
    if !delivery.epochs.isEmpty { subject.send(.epochs(delivery.epochs)) }
    switch delivery.sequel {
    case .goesOn, .loops: break
    case .ended: subject.send(.ended)
    case .failed(let error): fail(error)
    }
  }
}

// MARK: Reporting

extension TraceLocationProvider {
  func fail(_ error: TraceError) {
    timer.cancel()
    search = ReplaySearch()
    pace.restart(at: timer.now)
    change { playback in
      playback.phase = .failed(error)
      playback.isSeeking = false
      playback.position = cursor.position
      playback.progress = cursor.progress
    }
    subject.send(.failed(.trace(error)))
  }

  /// Publishes the state after an epoch was taken, before the epoch itself is sent: a subscriber
  /// may pause or seek then, and its call decides.
  func tell(_ phase: Playback.Phase) {
    // An unreadable part will be found by playing on.
    var pause: Duration?
    if case .pause(let time)? = try? cursor.prospect() { pause = time }
    change { playback in
      playback.phase = phase
      playback.isSeeking = false
      playback.position = cursor.position
      playback.progress = phase == .ended ? 1 : cursor.progress
      playback.timestamp = cursor.last?.timestamp
      playback.epochCount = cursor.epochCount
      playback.fixCount = cursor.fixCount
      playback.pauseAhead = pause
    }
  }

  func change(_ body: (inout Playback) -> Void) {
    var playback = state.value
    body(&playback)
    if playback != state.value { state.send(playback) }
  }
}
