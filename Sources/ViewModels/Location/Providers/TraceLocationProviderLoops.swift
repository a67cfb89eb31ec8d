import Positioning
import Reactive

extension TraceLocationProvider {
  /// The position of the current epoch; nil before the first.
  package var bookmark: ReplayBookmark? {
    guard cursor.last != nil, !search.isUnderWay else { return nil }
    return ReplayBookmark(
      offset: cursor.file.position, progress: state.value.progress,
      position: state.value.position, timestamp: state.value.timestamp)
  }

  /// Goes to a position.
  ///
  /// - Parameter bookmark: A position of this trace.
  package func seek(to bookmark: ReplayBookmark) {
    seek(to: .offset(bookmark.offset - 1), time: bookmark.position)
  }

  /// Sets the beginning of a loop to the current epoch; its end stays if it is later.
  package func setLoopStart() {
    guard let bookmark else { return }
    let end = state.value.loop?.end.flatMap { $0.offset > bookmark.offset ? $0 : nil }
    change { $0.loop = ReplayLoop(start: bookmark, end: end) }
  }

  /// Sets the end of the loop to the current epoch; from there it goes back to its start.
  ///
  /// Without a start before it that is the trace's start.
  package func setLoopEnd() {
    guard let bookmark else { return }
    let beginning = ReplayBookmark(offset: 1, progress: 0, position: .zero, timestamp: cursor.start)
    let start = state.value.loop?.start
    let isBefore = start.map { $0.offset < bookmark.offset } ?? false
    change { $0.loop = ReplayLoop(start: isBefore ? start ?? beginning : beginning, end: bookmark) }
    // The timer was set for another epoch than the next one.
    guard state.value.phase == .playing, !search.isUnderWay else { return }
    timer.set(at: timer.now) { [weak self] in self?.deliver() }
  }

  /// Ends the loop: plays on after its end.
  package func clearLoop() {
    guard state.value.loop != nil else { return }
    change { $0.loop = nil }
    guard state.value.phase == .playing, !search.isUnderWay else { return }
    timer.set(at: timer.now) { [weak self] in self?.deliver() }
  }

  func loopBack() {
    // A loop that has lost its end meanwhile continues.
    guard let loop = state.value.loop, loop.end != nil else { return deliver() }
    seek(to: loop.start)
  }
}

// MARK: Surveying

extension TraceLocationProvider {
  /// Reads the whole file in the background, for ``outline``, for seeks with the whole track, and
  /// for ``fixes(in:)``.
  ///
  /// - Parameter beginning: The empty track that subscribers begin with.
  package func survey(from beginning: TrackSnapshot) {
    let surveyor = makeSurveyor(TraceSurvey(of: cursor, from: beginning))
    self.surveyor = surveyor
    surveyor.goOn { [weak self] in self?.followSurvey() }
  }

  /// The outline of the whole trace, the current one first; empty without a survey.
  package var outline: AnyPublisher<TraceOutline, Never> {
    surveyor?.outline ?? Just(TraceOutline()).eraseToAnyPublisher()
  }

  /// Returns the fixes with some numbers, counted from 0, read from the file as far as the trace
  /// has been surveyed. Empty if it cannot be read.
  ///
  /// - Parameter numbers: As many as a screen shows.
  package func fixes(in numbers: Range<Int>) -> [ReplayFix] {
    (try? surveyor?.survey.fixes(in: numbers)) ?? []
  }

  /// Goes to the fix with a number, counted from 0; to the trace's end if there are fewer.
  package func seek(toFix number: Int) { seek(to: .fix(max(0, number))) }

  /// Adopts the survey's results: the length of the trace, and whether it is in pieces.
  private func followSurvey() {
    guard let survey = surveyor?.survey else { return }
    if survey.isInPieces, !cursor.isInPieces { cursor.takeInPieces() }
    if cursor.total != survey.total { cursor.total = survey.total }
    if survey.isInPieces, state.value.duration != cursor.duration {
      change { playback in
        playback.duration = cursor.duration
        guard !playback.isSeeking else { return }
        playback.position = cursor.position
        playback.progress = playback.phase == .ended ? 1 : cursor.progress
      }
    }
  }

  var checkpoints: ReplayCheckpoints { surveyor?.survey.checkpoints ?? ReplayCheckpoints() }
}
