import Positioning
import Reactive
import ReactiveExtras

/// A trace that is replayed by its own clock, as a source of positions.
///
///     let file = try TraceFile(path: "drive.nmea")
///     let provider = TraceLocationProvider(file: file, scheduler: scheduler)
///     provider.updates.sink { print($0) }.store(in: &cancellables)
///     provider.rate = 4
///     provider.play()
///
/// Each epoch is delivered when it falls due on the scheduler; several that fall due together come
/// as one batch, in order. Epochs without a fix are delivered, too. The end of the trace is a
/// phase, not a failure. Nothing of the file is held, and it is read in small pieces.
///
/// **Seeking.** Forward within ``ReplayOptions/rebuildLimit`` the track goes on: what lies between
/// is reported as history. Backward, and further forward, it begins anew (`.restarted`): the trace
/// is read from its start up to the place, so the track and its figures are those of the way to the
/// place, however one came there. Where the limit before the place is not the start, it is read
/// from there; the track and its figures then lack what came before, and the update says so. This
/// happens piece by piece on the scheduler; while ``Playback/isSeeking`` nothing is played.
///
/// After a long hold-up, such as a suspended program, the replay goes on where it was.
public final class TraceLocationProvider: LocationProvider {
  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private let state: CurrentValueSubject<Playback, Never>
  private let timer: ProviderTimer
  private var cursor: ReplayCursor
  private var pace = ReplayPace()
  private var search = ReplaySearch()

  /// The slowest and the fastest rate.
  public static let rates = 0.1...1000

  /// Makes a replay that stands at the start of a trace.
  ///
  /// The scheduler is whose clock counts, and where updates are delivered.
  public init(
    file: TraceFile, options: ReplayOptions = ReplayOptions(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    cursor = ReplayCursor(file: file, options: options)
    timer = ProviderTimer(scheduler)
    var playback = Playback()
    playback.duration = cursor.duration
    playback.epochCount = 0
    state = CurrentValueSubject(playback)
  }

  /// Always `authorizedAlways`: nobody needs permission to read a file.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    CurrentValueSubject(.authorizedAlways).eraseToAnyPublisher()
  }

  /// The epochs from now on.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// Where the replay stands; each subscriber gets that first. Changes with each delivery.
  public var playback: AnyPublisher<Playback, Never> { state.eraseToAnyPublisher() }

  /// Where the replay stands.
  public var currentPlayback: Playback { state.value }

  /// The trace's path as it was given.
  public var path: String { cursor.file.path }
  /// The trace's format.
  public var format: TraceFormat { cursor.file.format }
  /// How a table is written; nil for other formats.
  public var dialect: CSVDialect? { cursor.file.dialect }
  /// What was read so far, and what was skipped and why; after a seek back, counted anew.
  public var readStatistics: TraceStatistics { cursor.file.statistics }

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

  private func playFromStart() {
    cursor.rewind()
    pace.restart(at: timer.now)
    change { $0.phase = .playing }
    subject.send(.restarted(isPartial: false))
    // Whoever received that may have paused or sought; theirs is the last word.
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

  /// How many seconds of the log pass in one second, held within ``rates``.
  public var rate: Double {
    get { pace.rate }
    set {
      let rate =
        newValue.isNaN ? 1 : min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
      guard rate != pace.rate else { return }
      let isRunning = state.value.phase == .playing && !search.isUnderWay
      if isRunning { pace.rest(at: timer.now) }
      pace.rate = rate
      change { $0.rate = rate }
      if isRunning { resume() }
    }
  }

  /// Plays on where the pace rests.
  private func resume() {
    pace.resume(at: timer.now)
    timer.set(at: timer.now) { [weak self] in self?.deliver() }
  }

  /// Delivers what is due, and sets the timer for what is next.
  private func deliver() {
    let delivery = pace.take(from: &cursor, at: timer.now)
    switch delivery.sequel {
    case .goesOn(let time):
      timer.set(at: time) { [weak self] in self?.deliver() }
      if !delivery.epochs.isEmpty { tell(.playing) }
    case .ended: tell(.ended)
    case .failed: break
    }
    if !delivery.epochs.isEmpty { subject.send(.epochs(delivery.epochs)) }
    switch delivery.sequel {
    case .goesOn: break
    case .ended: subject.send(.ended)
    case .failed(let error): fail(error)
    }
  }
}

// MARK: Seeking

extension TraceLocationProvider {
  /// Goes forward, or with a negative time back, by the log's clock; not beyond its ends.
  ///
  /// Leads to the first epoch at or after the time, or back to the last one at or before it; so it
  /// leaves the present epoch also in the middle of a longer pause. The trace is read on the
  /// scheduler, once for all such seeks until then: they add up, and ``Playback/position`` shows
  /// the place they come to.
  public func seek(by time: Duration) {
    let isBeyondEnd = time > .zero && state.value.phase == .ended && !search.isUnderWay
    guard time != .zero, !isBeyondEnd else { return }
    if time > .zero, !search.isUnderWay, let end = cursor.end, cursor.timestamp == end {
      // Behind the last date there is only the clock to go by.
      return seek(to: .clock(cursor.clock + min(time, .seconds(10_000_000_000))))
    }
    if !search.addsUpTimes { lookForPlace() }
    beginSearch()
    let position = search.ask(for: time, from: cursor, shown: state.value.position)
    timer.set(at: timer.now) { [weak self] in self?.lookForPlace() }
    let duration = cursor.duration
    change { playback in
      if playback.phase != .playing { playback.phase = .paused }
      playback.isSeeking = true
      guard let position else { return }
      playback.position = position
      if let duration, duration > .zero {
        playback.progress = min(1, Double(position.nanoseconds) / Double(duration.nanoseconds))
      }
    }
  }

  /// Goes to a part of the trace, 0…1: by time where both ends are dated, else by bytes.
  public func seek(toProgress progress: Double) {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    if progress == 0 { return seekToStart() }
    if progress == 1 { return seekToEnd() }
    guard let start = cursor.start, let duration = cursor.duration else {
      return seek(to: .offset(Int(Double(cursor.file.size) * progress)))
    }
    let time = start.advanced(by: .nanoseconds(Int64(Double(duration.nanoseconds) * progress)))
    do throws(TraceError) {
      let offset = try cursor.offset(of: time, goesBack: false, aimingAt: nil)
      seek(to: .offset(offset), time: time)
    } catch {
      fail(error)
    }
  }

  /// Goes to the first epoch.
  public func seekToStart() { seek(to: .offset(0), time: cursor.start) }

  /// Goes to the last epoch.
  public func seekToEnd() { seek(to: .offset(cursor.file.size), time: cursor.end) }

  /// Pauses, and goes on to the next fix.
  public func step() {
    pause()
    lookForPlace()
    guard !search.hasGoal, state.value.phase != .ended else { return }
    seek(to: .nextFix)
  }

  /// Pauses, and goes back to the fix before.
  ///
  /// The trace is read on the scheduler, once for all such steps until then: they add up.
  public func stepBack() {
    pause()
    if !search.addsUpSteps { lookForPlace() }
    search.askForFixBack()
    timer.set(at: timer.now) { [weak self] in self?.lookForPlace() }
    change { playback in
      playback.phase = .paused
      playback.isSeeking = true
    }
  }

  /// Looks for the place that was asked for, and goes there.
  private func lookForPlace() {
    follow { search, cursor throws(TraceError) in try search.aim(in: &cursor) }
  }

  /// Goes to a place that is known.
  private func seek(to goal: ReplayGoal, time: Timestamp? = nil) {
    beginSearch()
    follow { search, cursor throws(TraceError) in
      try search.aim(at: goal, time: time, in: &cursor)
    }
  }

  /// A search that is not under way yet goes on playing where that was under way.
  private func beginSearch() {
    if !search.isUnderWay { search.playsOnArrival = state.value.phase == .playing }
  }

  private func follow(
    _ aim: (inout ReplaySearch, inout ReplayCursor) throws(TraceError) -> ReplaySearch.Outcome?
  ) {
    do throws(TraceError) {
      guard let outcome = try aim(&search, &cursor) else { return }
      timer.cancel()
      if outcome == .staysThere { return stay() }
      change { playback in
        if playback.phase != .playing { playback.phase = .paused }
        playback.isSeeking = true
      }
      // The cursor stands where the track begins.
      if outcome == .beginsAnew {
        subject.send(.restarted(isPartial: cursor.file.epochCount != 0))
      }
      readOn()
    } catch {
      fail(error)
    }
  }

  /// Ends a search at the epoch where it began.
  private func stay() {
    let plays = search.playsOnArrival
    search = ReplaySearch()
    if plays { resume() }
    tell(plays ? .playing : isAtEnd ? .ended : .paused)
  }

  /// Reads a piece of the way to the goal.
  private func readOn() {
    do throws(TraceError) {
      let piece = try search.read(from: &cursor)
      if let arrival = piece.arrival { return arrive(arrival, after: piece.history) }
      timer.set(at: timer.now) { [weak self] in self?.readOn() }
      if !piece.history.isEmpty { subject.send(.history(piece.history)) }
    } catch {
      fail(error)
    }
  }

  /// Delivers what the goal is, and plays on if that was under way.
  private func arrive(_ arrival: ReplaySearch.Arrival, after history: [LocationEpoch]) {
    let isAtEnd = isAtEnd
    pace.restart(at: timer.now)
    if arrival.plays, !isAtEnd { resume() }
    tell(isAtEnd ? .ended : arrival.plays ? .playing : .paused)
    if !history.isEmpty { subject.send(.history(history)) }
    if let present = arrival.present { subject.send(.epochs([present])) }
    if isAtEnd { subject.send(.ended) }
  }

  private var isAtEnd: Bool {
    // What cannot be read will be found out by playing on.
    (try? cursor.pauseBeforeNext()) == .some(nil)
  }
}

// MARK: Telling

extension TraceLocationProvider {
  private func fail(_ error: TraceError) {
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

  /// Publishes how things stand after an epoch was taken, before the epoch itself is sent: whoever
  /// receives that may pause or seek, and then theirs is the last word.
  private func tell(_ phase: Playback.Phase) {
    change { playback in
      playback.phase = phase
      playback.isSeeking = false
      playback.position = cursor.position
      playback.progress = phase == .ended ? 1 : cursor.progress
      playback.timestamp = cursor.last?.timestamp
      playback.epochCount = cursor.file.epochCount
    }
  }

  private func change(_ body: (inout Playback) -> Void) {
    var playback = state.value
    body(&playback)
    if playback != state.value { state.send(playback) }
  }
}
