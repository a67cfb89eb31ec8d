import Positioning

/// A position in a trace that is replayed, with the times from epoch to epoch and of the whole.
///
/// A value without a scheduler: ``TraceLocationProvider`` decides when to read on.
struct ReplayCursor: Sendable {
  var file: TraceFile
  let options: ReplayOptions
  /// The log's first time; nil if it has no dates, and if its times are not those of one piece.
  private(set) var start: Timestamp?
  /// The log's last time; nil as `start`.
  private(set) var end: Timestamp?
  /// True if the log consists of several pieces, one after another: tracks, or logs whose clocks
  /// begin again.
  private(set) var isInPieces = false
  /// The sum of the lengths of the pieces, or of a log without dates; nil until it is known.
  var total: Duration?

  /// The epoch that was taken last; nil at the beginning.
  private(set) var last: TraceEpoch?
  /// The log's time since its start.
  private(set) var clock = Duration.zero
  /// The time that has passed since the epoch that was taken last: more than none in a pause.
  private(set) var lead = Duration.zero
  /// The sum of all intervals since the beginning.
  private var flow = Duration.zero
  /// True if an epoch since the beginning had a date.
  private var isDated = false
  /// The number of the trace's epochs up to here.
  private(set) var epochCount = 0
  /// The number of the trace's fixes up to here.
  private(set) var fixCount = 0

  /// Reads the log's ends, at most 1 MiB at either.
  init(file: TraceFile, options: ReplayOptions) {
    var file = file
    if file.selection == nil {
      let kind = (try? file.playedKind()) ?? .track
      file.select(TraceSelection(kind: kind, line: options.line))
    }
    (self.file, self.options) = (file, options)
    let start = try? file.firstTimestamp()
    let end = start == nil ? nil : try? file.lastTimestamp()
    let isOrdered = start.map { start in end.map { $0 >= start } ?? false } ?? false
    self.start = isOrdered ? start : nil
    self.end = isOrdered ? end : nil
  }

  /// The log's time from start to end.
  var duration: Duration? {
    if let total { return total }
    guard let start, let end else { return nil }
    return start.duration(to: end)
  }

  /// The log's time from start to here.
  ///
  /// At most `duration`, if that is known: epochs without a date before the first dated one count
  /// as the start, and those after the last dated one as the end, although the clock continues.
  var position: Duration { position(at: clock + lead, isDated: isDated) }

  private func position(at clock: Duration, isDated: Bool) -> Duration {
    guard let duration, total == nil else { return clock }
    return isDated ? min(clock, duration) : .zero
  }

  /// The progress, 0…1.
  var progress: Double {
    if let duration, duration > .zero {
      return Double(position.nanoseconds) / Double(duration.nanoseconds)
    }
    return file.size > 0 ? min(1, Double(file.position) / Double(file.size)) : 0
  }

  /// The next step in the log.
  enum Prospect: Hashable, Sendable {
    /// An epoch, after a pause.
    case pause(Duration)
    /// Not known yet: more of the file must be read in another turn.
    case needsMoreTurns
    case end
  }

  /// Returns the log's own pause before the next epoch; reads a bounded piece at most.
  mutating func prospect() throws(TraceError) -> Prospect {
    switch try file.peek(readingAtMost: TraceFile.stepLength) {
    case .needsMoreTurns: return .needsMoreTurns
    case .end: return .end
    case .epoch(let next): return .pause(interval(to: next) ?? .zero)
    }
  }

  /// Takes the next epoch; nil at the end, or if the prospect is that there is none yet.
  mutating func next() throws(TraceError) -> LocationEpoch? {
    let former = last
    guard case .epoch(let epoch) = try file.next(readingAtMost: TraceFile.stepLength) else {
      return nil
    }
    clock = clock(at: epoch)
    flow += interval(to: epoch) ?? .zero
    isDated = isDated || dates(epoch)
    last = epoch
    lead = .zero
    epochCount += 1
    if epoch.location != nil { fixCount += 1 }
    var report = LocationEpoch(epoch, clock: clock)
    report.startsLap = epoch.startsLap
    if options.isSideBySide {
      report.trackIndex = max(1, Int(epoch.number)) - 1
    } else {
      report.startsTrack = former.map { !epoch.isOfSameLine(as: $0) } ?? false
    }
    return report
  }

  /// Returns true if the log's time at an epoch is the one of its date.
  private func dates(_ epoch: TraceEpoch) -> Bool {
    !isInPieces && duration != nil && start != nil && epoch.timestamp != nil
  }

  /// The time from the epoch taken last to the next one; nil for the first.
  private func interval(to next: TraceEpoch) -> Duration? {
    last.map {
      next.interval(since: $0, untimed: options.untimedInterval, isSideBySide: options.isSideBySide)
    }
  }

  /// The log's time at the epoch that follows.
  private func clock(at next: TraceEpoch) -> Duration {
    let interval = interval(to: next)
    if isInPieces { return flow + (interval ?? .zero) }
    if let duration, let start, let timestamp = next.timestamp {
      // A receiver's clock may have any time before its first fix.
      return min(max(.zero, start.duration(to: timestamp)), duration)
    }
    return interval.map { clock + $0 } ?? .zero
  }

  /// Returns true if a time is in the pause after the epoch that was taken last, or after the end.
  mutating func isPause(at time: Duration) throws(TraceError) -> Bool {
    guard last != nil, position(at: clock, isDated: isDated) <= time else { return false }
    switch try file.peek(readingAtMost: TraceFile.stepLength) {
    case .needsMoreTurns: return false
    case .end: return true
    case .epoch(let next):
      return position(at: clock(at: next), isDated: isDated || dates(next)) > time
    }
  }

  /// Advances the time within such a pause.
  mutating func wait(until time: Duration) { lead = max(.zero, time - clock) }

  /// Counts the times of pieces one after another, since they are not those of one piece: a second
  /// track has begun, or the clock was set back.
  mutating func takeInPieces() {
    isInPieces = true
    (start, end) = (nil, nil)
    (clock, lead) = (flow, .zero)
  }

  /// Goes to the beginning.
  mutating func rewind() {
    file.rewind()
    last = nil
    (clock, lead) = (.zero, .zero)
    flow = .zero
    isDated = false
    (epochCount, fixCount) = (0, 0)
  }
}

// MARK: Approaching a goal

extension ReplayCursor {
  /// A copy to come back to; nil amid the epochs that were read at once.
  var resting: ReplayCursor? {
    guard let file = file.resting else { return nil }
    var copy = self
    copy.file = file
    return copy
  }

  /// Prepares reading up to a goal: from here or from the last checkpoint before it, whichever is
  /// nearer; without either, from the trace's start.
  mutating func approach(
    _ goal: ReplayGoal, using checkpoints: ReplayCheckpoints
  ) -> ReplaySearch.Outcome {
    let checkpoint = checkpoints.all.last { goal.isBehind($0) }
    if goal.isBehind(self), checkpoint.map({ $0.cursor.file.position <= file.position }) ?? true {
      return .goesOn
    }
    guard let checkpoint else {
      rewind()
      return .startsAgain
    }
    let total = total
    self = checkpoint.cursor
    self.total = total
    return .resumes(checkpoint.track)
  }
}
