import Positioning

/// A place in a trace that is replayed, with the times from epoch to epoch and of the whole.
///
/// A value without a scheduler: ``TraceLocationProvider`` decides when to read on.
struct ReplayCursor: Sendable {
  var file: TraceFile
  let options: ReplayOptions
  /// The log's first time; nil if it has no dates, and if its times are not those of one piece.
  private(set) var start: Timestamp?
  /// The log's last time; nil as `start`.
  private(set) var end: Timestamp?
  /// True if the log is several pieces, one after another: tracks, or logs whose clocks begin anew.
  private(set) var isInPieces = false
  /// The sum of the lengths of the pieces, or of a log without dates; nil until it is known.
  var total: Duration?

  /// The epoch that was taken last; nil at the beginning and after a leap.
  private(set) var last: TraceEpoch?
  /// The log's time since its start; if that is not known, since the last leap.
  private(set) var clock = Duration.zero
  /// The time that has passed since the epoch that was taken last: more than none for a place in
  /// a pause.
  private(set) var lead = Duration.zero
  /// The sum of all intervals since the beginning or the last leap.
  private var flow = Duration.zero
  /// True if `clock` counts from the log's start.
  private(set) var isClockAbsolute = true
  /// True if an epoch since the beginning or a leap had a date.
  private var isDated = false
  /// The number of the trace's epochs up to here; nil if some were never read.
  private(set) var epochCount: Int? = 0
  /// The number of the trace's fixes up to here; nil if some were never read.
  private(set) var fixCount: Int? = 0
  /// True if everything from the trace's start up to here was taken, with nothing left out.
  private(set) var isWhole = true

  /// Reads the log's ends, at most 1 MiB at either.
  init(file: TraceFile, options: ReplayOptions) {
    var file = file
    if file.selection == nil {
      let kind = (try? file.playedKind()) ?? .track
      file.select(TraceSelection(kind: kind, line: options.line))
    }
    self.file = file
    self.options = options
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

  /// The log's time from start to here; nil if that is not known.
  ///
  /// A part of `duration` if that is known: epochs without a date before the first dated one lie at
  /// the start, and those behind the last dated one at the end, although the clock goes on.
  var position: Duration? {
    guard isClockAbsolute else { return nil }
    guard let duration, total == nil else { return clock + lead }
    return isDated ? min(clock + lead, duration) : .zero
  }

  /// The present time in UTC; nil if that is not known.
  var timestamp: Timestamp? {
    position.flatMap { start?.advanced(by: $0) }
  }

  /// The progress, 0…1.
  var progress: Double {
    if let duration, duration > .zero, let position {
      return Double(position.nanoseconds) / Double(duration.nanoseconds)
    }
    return file.size > 0 ? min(1, Double(file.position) / Double(file.size)) : 0
  }

  /// The next step in the log.
  enum Prospect: Hashable, Sendable {
    /// An epoch, after a pause.
    case pause(Duration)
    /// Not known yet: the file is to be read on in another turn.
    case needsMoreTurns
    case end
  }

  /// Returns the log's own pause before the next epoch; reads a bounded piece at most.
  mutating func prospect() throws(TraceError) -> Prospect {
    switch try file.peek(readingAtMost: TraceFile.stepLength) {
    case .needsMoreTurns: return .needsMoreTurns
    case .end: return .end
    case .epoch(let next):
      return .pause(interval(to: next) ?? .zero)
    }
  }

  /// Takes the next epoch; nil at the end, and if the prospect is that there is none yet.
  mutating func next() throws(TraceError) -> LocationEpoch? {
    let isFirst = epochCount == 0
    let former = last
    guard case .epoch(let epoch) = try file.next(readingAtMost: TraceFile.stepLength) else {
      return nil
    }
    clock = clock(at: epoch)
    flow += interval(to: epoch) ?? .zero
    if !isInPieces, duration != nil, start != nil, epoch.timestamp != nil {
      isClockAbsolute = true
      isDated = true
    } else if last == nil {
      isClockAbsolute = isFirst
    }
    last = epoch
    lead = .zero
    epochCount? += 1
    if epoch.location != nil { fixCount? += 1 }
    return LocationEpoch(
      location: epoch.location, timestamp: epoch.timestamp, clock: clock,
      satellites: epoch.satellites.isEmpty ? nil : epoch.satellites,
      startsSegment: epoch.startsSegment,
      startsTrack: !options.isSideBySide
        && former.map { !epoch.isOfSameLine(as: $0) } ?? false,
      startsLap: epoch.startsLap, sensors: epoch.sensors,
      lane: options.isSideBySide ? max(1, Int(epoch.number)) - 1 : 0)
  }

  /// The time from the epoch that was taken last to the one that follows; nil for the first.
  private func interval(to next: TraceEpoch) -> Duration? {
    last.map {
      next.interval(
        since: $0, untimed: options.untimedInterval, isSideBySide: options.isSideBySide)
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

  /// Returns true if a time lies in the pause behind the epoch that was taken last, or behind the
  /// end.
  mutating func isPause(at time: Duration) throws(TraceError) -> Bool {
    guard last != nil, clock <= time else { return false }
    switch try file.peek(readingAtMost: TraceFile.stepLength) {
    case .needsMoreTurns: return false
    case .end: return true
    case .epoch(let next): return clock(at: next) > time
    }
  }

  /// Lets time pass in such a pause.
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
    isClockAbsolute = true
    isDated = false
    (epochCount, fixCount, isWhole) = (0, 0, true)
  }

  /// Goes to the first epoch that ends behind an offset, and forgets the epochs before.
  mutating func leap(to offset: Int) throws(TraceError) {
    guard offset > 0 else { return rewind() }
    last = nil
    lead = .zero
    try file.seek(toOffset: offset)
    isClockAbsolute = false
    isDated = false
    flow = .zero
    (epochCount, fixCount, isWhole) = (file.epochCount, nil, false)
  }
}

// MARK: Returning

extension ReplayCursor {
  /// The state of a cursor at a place, from which it can continue there.
  struct Place: Sendable {
    /// The end of the epoch that was taken last.
    let offset: Int
    let epochCount: Int?
    let fixCount: Int?
    fileprivate let last: TraceEpoch?
    let clock: Duration
    fileprivate let flow: Duration
    fileprivate let isClockAbsolute: Bool
    fileprivate let isDated: Bool
  }

  /// The present place; meant for a cursor that has come here from the trace's start.
  var place: Place { place(at: file.position) }

  /// Returns the present place as if it were at an offset.
  func place(at offset: Int) -> Place {
    Place(
      offset: offset, epochCount: epochCount, fixCount: fixCount, last: last, clock: clock,
      flow: flow,
      isClockAbsolute: isClockAbsolute, isDated: isDated)
  }

  /// Goes to a place that was reached from the trace's start.
  mutating func restore(_ place: Place) throws(TraceError) {
    guard place.offset > 0 else { return rewind() }
    try file.seek(toOffset: place.offset)
    last = place.last
    (clock, lead) = (place.clock, .zero)
    flow = place.flow
    isClockAbsolute = place.isClockAbsolute
    isDated = place.isDated
    (epochCount, fixCount, isWhole) = (place.epochCount, place.fixCount, true)
  }
}
