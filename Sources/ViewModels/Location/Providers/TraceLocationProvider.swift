import Reactive

/// A trace that is replayed by its own clock, as a source of positions.
///
///     let file = try TraceFile(path: "drive.nmea")
///     let provider = TraceLocationProvider(file: file, scheduler: scheduler)
///     provider.updates.sink { print($0) }.store(in: &cancellables)
///     provider.rate = 4
///     provider.play()
///
/// Each epoch is delivered when it falls due on the scheduler; several that fall due together come as
/// one batch, in order. Epochs without a fix are delivered, too. The end of the trace is a phase, not
/// a failure. Nothing of the file is held, and it is read in small pieces.
///
/// **Seeking.** Forward within ``ReplayOptions/rebuildLimit`` the track goes on: what lies between is
/// told as history. Backward, and further forward, it begins anew (`.restarted`): the trace is read
/// from its start up to the place, so the track and its figures are those of the way to the place,
/// however one came there. Where the limit before the place is not the start, it is read from there;
/// the track and its figures then lack what came before, and the update says so. This happens piece by
/// piece on the scheduler; while ``Playback/isSeeking`` nothing is played.
///
/// After a long hold-up, such as a suspended program, the replay goes on where it was.
public final class TraceLocationProvider: LocationProvider {
  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private let state: CurrentValueSubject<Playback, Never>
  private let timer: ProviderTimer
  private var cursor: ReplayCursor

  /// The timer's time at which the last epoch was due.
  private var due: Int64 = 0
  /// While paused: the log's time that had passed since the last epoch, nanoseconds.
  private var passed: Double = 0
  private var goal: ReplayGoal?
  /// The time that is being sought, from which the next seek counts.
  private var soughtTime: Timestamp?
  /// A seek by a time whose place is still to be looked for.
  private var pending: PendingSeek?
  /// Steps back whose place is still to be looked for.
  private var stepsBack = 0
  /// An epoch on the way to the goal: the last one, if the trace ends before it.
  private var held: LocationEpoch?
  private var playsAfterSeek = false

  /// The slowest and the fastest rate.
  public static let rates = 0.1...1000

  /// Bytes that are read in one go on the way to a place, some milliseconds' worth.
  private static let pieceLength = 1 << 17
  /// Epochs that are delivered in one go.
  private static let batchLimit = 2000
  /// A delivery that is late by more than this was held up, nanoseconds.
  private static let greatestDelay: Int64 = 1_000_000_000

  /// Makes a replay that stands at the start of a trace.
  ///
  /// The scheduler is whose clock counts, and where updates are delivered.
  public init(
    file: TraceFile, options: ReplayOptions = ReplayOptions(), scheduler: some Scheduler
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
    if state.value.phase == .ended, !isSeeking {
      seek { cursor throws(TraceError) in
        try cursor.leap(to: 0)
        return nil
      }
    }
    change { $0.phase = .playing }
    if isSeeking { playsAfterSeek = true } else { resume() }
  }

  /// Stops between two epochs; playing on takes up the rest of the time to the next.
  public func pause() {
    playsAfterSeek = false
    guard state.value.phase == .playing else { return }
    if !isSeeking {
      passed = Double(timer.now - due) * state.value.rate
      timer.cancel()
    }
    change { $0.phase = .paused }
  }

  /// How many seconds of the log pass in one second, held within ``rates``.
  public var rate: Double {
    get { state.value.rate }
    set {
      let rate =
        newValue.isNaN ? 1 : min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
      guard rate != state.value.rate else { return }
      let isRunning = state.value.phase == .playing && !isSeeking
      if isRunning { passed = Double(timer.now - due) * state.value.rate }
      change { $0.rate = rate }
      if isRunning { resume() }
    }
  }
}

// MARK: Seeking

extension TraceLocationProvider {
  /// Whether a place is being sought.
  private var isSeeking: Bool { goal != nil || pending != nil || stepsBack > 0 }

  /// Goes forward, or with a negative time back, by the log's clock; not beyond its ends.
  ///
  /// Leads to the first epoch at or after the time, or back to the last one at or before it; so it leaves
  /// the present epoch also in the middle of a longer pause. The trace is read on the scheduler, once for
  /// all such seeks until then: they add up, and ``Playback/position`` shows the place they come to.
  public func seek(by time: Duration) {
    guard time != .zero, !(time > .zero && state.value.phase == .ended && !isSeeking) else {
      return
    }
    if stepsBack > 0 { lookForPending() }
    var seek = pending ?? PendingSeek(origin: soughtTime ?? cursor.moment)
    // On the way to an offset nobody knows which time that is.
    var position = state.value.position
    if case .offset = goal { position = nil }
    seek.add(time, start: cursor.start, end: cursor.end, position: position)
    if !isSeeking { playsAfterSeek = state.value.phase == .playing }
    pending = seek
    timer.set(at: timer.now) { [weak self] in self?.lookForPending() }
    let duration = cursor.duration
    change { playback in
      if playback.phase != .playing { playback.phase = .paused }
      playback.isSeeking = true
      if let position = seek.position { playback.position = position }
      if let position = seek.position, let duration, duration > .zero {
        playback.progress = min(1, Double(position.nanoseconds) / Double(duration.nanoseconds))
      }
    }
  }

  /// Looks for the place that seeks by a time, or steps back, have come to, and goes there.
  private func lookForPending() {
    let goal = goal
    if stepsBack > 0 {
      let count = stepsBack
      return seek { cursor throws(TraceError) in
        .offset(try cursor.offset(fixesBack: count, aimingAt: goal))
      }
    }
    guard let pending else { return }
    if pending.isNowhere, goal != nil || cursor.last != nil {
      // There and back again: all stays as it was before.
      self.pending = nil
      return goal == nil ? stay() : continueSeeking()
    }
    guard let origin = pending.origin, let target = pending.target else {
      return seekUndated(by: pending.time)
    }
    seek { cursor throws(TraceError) in
      .offset(try cursor.offset(of: target, goesBack: target < origin, aimingAt: goal))
    }
    if self.goal != nil { soughtTime = target }
  }

  /// Ends a seek at the epoch where it began.
  private func stay() {
    let plays = playsAfterSeek
    playsAfterSeek = false
    guard !plays else {
      resume()
      return tell(.playing)
    }
    let isAtEnd = (try? cursor.pauseBeforeNext()) == .some(nil)
    tell(isAtEnd ? .ended : .paused)
  }

  private func seekUndated(by time: Duration) {
    let goal = goal
    seek { cursor throws(TraceError) in
      if case .clock(let sought) = goal, sought + time > cursor.clock {
        return .clock(sought + time)
      }
      if time > .zero { return .clock(cursor.clock + time) }
      return .offset(try cursor.offset(before: .zero - time, aimingAt: goal))
    }
  }

  /// Goes to a part of the trace, 0…1: by time where both ends are dated, else by bytes.
  public func seek(toProgress progress: Double) {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    if progress == 0 { return seekToStart() }
    if progress == 1 { return seekToEnd() }
    guard let start = cursor.start, let duration = cursor.duration else {
      let target = Int(Double(cursor.file.size) * progress)
      return seek { _ in .offset(target) }
    }
    let time = start.advanced(by: .nanoseconds(Int64(Double(duration.nanoseconds) * progress)))
    seek { cursor throws(TraceError) in
      .offset(try cursor.offset(of: time, goesBack: false, aimingAt: nil))
    }
    if goal != nil { soughtTime = time }
  }

  /// Goes to the first epoch.
  public func seekToStart() {
    seek { _ in .offset(0) }
    if goal != nil { soughtTime = cursor.start }
  }

  /// Goes to the last epoch.
  public func seekToEnd() {
    let target = cursor.file.size
    seek { _ in .offset(target) }
    if goal != nil { soughtTime = cursor.end }
  }

  /// Pauses, and goes on to the next fix.
  public func step() {
    pause()
    lookForPending()
    guard goal == nil, state.value.phase != .ended else { return }
    seek { _ in .nextFix }
  }

  /// Pauses, and goes back to the fix before.
  ///
  /// The trace is read on the scheduler, once for all such steps until then: they add up.
  public func stepBack() {
    pause()
    if pending != nil { lookForPending() }
    stepsBack += 1
    timer.set(at: timer.now) { [weak self] in self?.lookForPending() }
    change { playback in
      playback.phase = .paused
      playback.isSeeking = true
    }
  }

  /// Goes to the place that `aim` finds; nil for one that is reached already, at a new beginning.
  private func seek(_ aim: (inout ReplayCursor) throws(TraceError) -> ReplayGoal?) {
    do throws(TraceError) {
      let aimed = try aim(&cursor)
      var restarts = aimed == nil
      if case .offset(let target) = aimed { restarts = try cursor.approach(target) }
      if !isSeeking { playsAfterSeek = state.value.phase == .playing }
      timer.cancel()
      pending = nil
      stepsBack = 0
      soughtTime = nil
      passed = 0
      goal = aimed
      if restarts { held = nil }
      due = timer.now
      change { playback in
        if playback.phase != .playing { playback.phase = .paused }
        playback.isSeeking = aimed != nil
      }
      // The cursor stands where the track begins.
      if restarts { subject.send(.restarted(isPartial: cursor.file.epochCount != 0)) }
      if goal != nil { continueSeeking() }
    } catch {
      fail(error)
    }
  }

  /// Reads a piece of the way to the goal.
  private func continueSeeking() {
    guard let goal else { return }
    var history: [LocationEpoch] = []
    do throws(TraceError) {
      let bound = cursor.file.position + Self.pieceLength
      while cursor.file.position < bound, history.count < Self.batchLimit {
        guard let epoch = try cursor.next() else { return arrive(after: history) }
        if let held { history.append(held) }
        held = epoch
        if goal.isReached(by: epoch, endingAt: cursor.file.position) {
          return arrive(after: history)
        }
      }
    } catch {
      return fail(error)
    }
    timer.set(at: timer.now) { [weak self] in self?.continueSeeking() }
    if !history.isEmpty { subject.send(.history(history)) }
  }

  /// Delivers what the goal is, and plays on if that was under way.
  private func arrive(after history: [LocationEpoch]) {
    let present = held
    let plays = playsAfterSeek
    held = nil
    goal = nil
    soughtTime = nil
    playsAfterSeek = false
    due = timer.now
    passed = 0
    let isAtEnd = (try? cursor.pauseBeforeNext()) == .some(nil)
    if plays, !isAtEnd { resume() }
    tell(isAtEnd ? .ended : plays ? .playing : .paused)
    if !history.isEmpty { subject.send(.history(history)) }
    if let present { subject.send(.epochs([present])) }
    if isAtEnd { subject.send(.ended) }
  }
}

// MARK: Playing

extension TraceLocationProvider {
  /// Sets the timer for the next epoch, of whose wait `passed` is over.
  private func resume() {
    due = timer.now - Int64(passed / state.value.rate)
    passed = 0
    timer.set(at: timer.now) { [weak self] in self?.deliver() }
  }

  /// Delivers what is due, and sets the timer for what is next.
  private func deliver() {
    var batch: [LocationEpoch] = []
    let rate = state.value.rate
    let now = timer.now
    var isAtEnd = false
    do throws(TraceError) {
      while true {
        guard let pause = try cursor.pauseBeforeNext() else {
          isAtEnd = true
          break
        }
        let nextDue = due + Int64(Double(pause.nanoseconds) / rate)
        if nextDue > now {
          let interval = cursor.options.deliveryInterval.nanoseconds
          let earliest = batch.isEmpty ? now : now + interval
          timer.set(at: max(nextDue, earliest)) { [weak self] in self?.deliver() }
          break
        }
        if batch.count >= Self.batchLimit {
          timer.set(at: now) { [weak self] in self?.deliver() }
          break
        }
        due = now - nextDue > Self.greatestDelay ? now : nextDue
        if let epoch = try cursor.next() { batch.append(epoch) }
      }
    } catch {
      if !batch.isEmpty { subject.send(.epochs(batch)) }
      return fail(error)
    }
    guard isAtEnd || !batch.isEmpty else { return }
    tell(isAtEnd ? .ended : .playing)
    if !batch.isEmpty { subject.send(.epochs(batch)) }
    if isAtEnd { subject.send(.ended) }
  }

  private func fail(_ error: TraceError) {
    timer.cancel()
    goal = nil
    pending = nil
    stepsBack = 0
    held = nil
    soughtTime = nil
    playsAfterSeek = false
    change { playback in
      playback.phase = .failed(error)
      playback.isSeeking = false
      playback.position = cursor.isClockAbsolute ? cursor.clock : nil
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
      playback.position = cursor.isClockAbsolute ? cursor.clock : nil
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
