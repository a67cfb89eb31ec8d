import Positioning
import Reactive

extension TraceLocationProvider {
  /// Goes forward, or with a negative time back, by the log's clock; not beyond its ends.
  ///
  /// Leads to the first epoch at or after the time, or back to the last one at or before it; so it
  /// leaves the current epoch also in the middle of a longer pause. The trace is read on the
  /// scheduler, once for all such seeks until then: they add up, and ``Playback/position`` shows
  /// their target.
  public func seek(by time: Duration) {
    let isBeyondEnd = time > .zero && state.value.phase == .ended && !search.isUnderWay
    guard time != .zero, !isBeyondEnd else { return }
    if time > .zero, !search.isUnderWay, cursor.end != nil, cursor.position == cursor.duration {
      // After the last date only the clock is known.
      return seek(to: .clock(cursor.clock + min(time, .seconds(10_000_000_000))))
    }
    if !search.addsUpTimes { lookUpRequest() }
    beginSearch()
    let position = search.ask(for: time, from: cursor)
    timer.set(at: timer.now) { [weak self] in self?.lookUpRequest() }
    let duration = cursor.duration
    change { playback in
      if playback.phase != .playing { playback.phase = .paused }
      playback.isSeeking = true
      playback.position = position
      if let duration, duration > .zero {
        playback.progress = min(1, Double(position.nanoseconds) / Double(duration.nanoseconds))
      }
    }
  }

  /// Goes to a part of the trace, 0…1, as ``Playback/progress`` measures it: by time if both ends
  /// are dated, otherwise by bytes.
  ///
  /// In a pause of the log it waits there, at the last epoch before that time.
  public func seek(toProgress progress: Double) {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    if progress == 0 { return seekToStart() }
    if progress == 1 { return seekToEnd() }
    guard let duration = cursor.duration else {
      return seek(to: .offset(Int(Double(cursor.file.size) * progress)))
    }
    let time = duration.part(progress)
    seek(to: .pause(time), time: time)
  }

  /// Goes to the first epoch at or after a time; to the last one in a trace without dates.
  public func seek(to time: Timestamp) {
    guard let start = cursor.start else { return seekToEnd() }
    let time = start.duration(to: time)
    seek(to: .time(time), time: time)
  }

  /// Goes to the first epoch.
  package func seekToStart() { seek(to: .offset(0), time: .zero) }

  /// Goes to the last epoch.
  package func seekToEnd() { seek(to: .offset(cursor.file.size), time: cursor.duration) }

  /// Pauses, and continues to the next fix.
  package func step() {
    pause()
    lookUpRequest()
    guard !search.hasGoal, state.value.phase != .ended else { return }
    seek(to: .nextFix)
  }

  /// Pauses, and goes back to the fix before.
  ///
  /// The trace is read on the scheduler, once for all such steps until then: they add up.
  package func stepBack() {
    pause()
    if !search.addsUpSteps { lookUpRequest() }
    search.askForFixBack()
    timer.set(at: timer.now) { [weak self] in self?.lookUpRequest() }
    change { playback in
      playback.phase = .paused
      playback.isSeeking = true
    }
  }

  /// Looks up the requested position, and goes there.
  func lookUpRequest() {
    let checkpoints = checkpoints
    follow { search, cursor throws(TraceError) in try search.aim(in: &cursor, using: checkpoints) }
  }

  /// Goes to a known goal.
  func seek(to goal: ReplayGoal, time: Duration? = nil) {
    beginSearch()
    let checkpoints = checkpoints
    follow { search, cursor throws(TraceError) in
      try search.aim(at: goal, time: time, in: &cursor, using: checkpoints)
    }
  }

  /// Begins a search; it plays on in the end if the replay was playing.
  func beginSearch() {
    if !search.isUnderWay { search.playsOnArrival = state.value.phase == .playing }
  }

  func follow(
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
      switch outcome {
      case .staysThere, .goesOn: break
      // The cursor is at the beginning of the track.
      case .startsAgain: subject.send(.restarted)
      case .resumes(let track): subject.send(.resumed(track))
      }
      readOn()
    } catch { fail(error) }
  }

  /// Ends a search at the epoch where it began.
  func stay() {
    let plays = search.playsOnArrival
    search = ReplaySearch()
    if cursor.lead > .zero { standInPause() }
    if plays { resume() }
    tell(plays ? .playing : isAtEnd ? .ended : .paused)
  }

  /// Reads a part of the trace up to the goal.
  func readOn() {
    do throws(TraceError) {
      let piece = try search.read(from: &cursor)
      if let arrival = piece.arrival { return arrive(arrival, after: piece.history) }
      timer.set(at: timer.now) { [weak self] in self?.readOn() }
      if !piece.history.isEmpty { subject.send(.history(piece.history)) }
    } catch { fail(error) }
  }

  /// Delivers the goal's epoch, and plays on if the replay was playing.
  func arrive(_ arrival: ReplaySearch.Arrival, after history: [LocationEpoch]) {
    let isAtEnd = isAtEnd
    standInPause()
    if arrival.plays, !isAtEnd { resume() }
    tell(isAtEnd ? .ended : arrival.plays ? .playing : .paused)
    if !history.isEmpty { subject.send(.history(history)) }
    if let present = arrival.present { subject.send(.epochs([present])) }
    if isAtEnd { subject.send(.ended) }
  }

  /// Takes up the cursor's position, which may be in a pause.
  private func standInPause() {
    // An unreadable part will be found by playing on.
    var pause = cursor.lead
    if case .pause(let whole)? = try? cursor.prospect() { pause = min(pause, whole) }
    pace.restart(at: timer.now, passed: pause)
  }

  var isAtEnd: Bool {
    // An unreadable part will be found by playing on.
    (try? cursor.prospect()) == .end
  }
}

extension Duration {
  /// A part of it, 0…1, to a microsecond.
  fileprivate func part(_ part: Double) -> Duration {
    .microseconds(Int64((Double(nanoseconds) / 1000 * part).rounded()))
  }
}
