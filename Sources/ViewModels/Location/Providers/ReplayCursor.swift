import Positioning

/// A place in a trace that is replayed: it knows the time from epoch to epoch and of the whole.
///
/// A value without a scheduler: ``TraceLocationProvider`` decides when to read on.
struct ReplayCursor: Sendable {
  var file: TraceFile
  let options: ReplayOptions
  /// When the log starts; nil when it says no dates.
  let start: Timestamp?
  /// When the log ends; nil when it says no dates.
  let end: Timestamp?

  /// The epoch that was taken last; nil at the beginning and after a leap.
  private(set) var last: TraceEpoch?
  /// The log's time since its start; where that is not known, since the last leap.
  private(set) var clock = Duration.zero
  /// Whether `clock` counts from the log's start.
  private(set) var isClockAbsolute = true
  /// Whether an epoch since the beginning or a leap had a date.
  private var isDated = false

  /// Looks for the log's ends, which takes reading at most 1 MiB at either.
  init(file: TraceFile, options: ReplayOptions) {
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
    guard let start, let end else { return nil }
    return start.duration(to: end)
  }

  /// The log's time from start to here; nil where that is not known.
  ///
  /// A part of `duration` where that is known: epochs without a date before the first dated one lie
  /// at the start, and those behind the last dated one at the end, although the clock goes on.
  var position: Duration? {
    guard isClockAbsolute else { return nil }
    guard let duration else { return clock }
    return isDated ? min(clock, duration) : .zero
  }

  /// The present time in UTC; nil where that is not known.
  var timestamp: Timestamp? {
    position.flatMap { start?.advanced(by: $0) }
  }

  /// How far it has come, 0…1.
  var progress: Double {
    if let duration, duration > .zero, let position {
      return Double(position.nanoseconds) / Double(duration.nanoseconds)
    }
    return file.size > 0 ? min(1, Double(file.position) / Double(file.size)) : 0
  }

  /// How long the log pauses before the next epoch, after cuts; nil at the end.
  mutating func pauseBeforeNext() throws(TraceError) -> Duration? {
    guard let next = try file.peek() else { return nil }
    guard let last else { return .zero }
    let pause = next.interval(since: last, untimed: options.untimedInterval)
    return options.longestPause.map { min($0, pause) } ?? pause
  }

  /// Takes the next epoch; nil at the end.
  mutating func next() throws(TraceError) -> LocationEpoch? {
    let isFirst = file.epochCount == 0
    guard let epoch = try file.next() else { return nil }
    if let duration, let start, let timestamp = epoch.timestamp {
      // A receiver's clock may stand anywhere before its first fix.
      clock = min(max(.zero, start.duration(to: timestamp)), duration)
      isClockAbsolute = true
      isDated = true
    } else if let last {
      clock += epoch.interval(since: last, untimed: options.untimedInterval)
    } else {
      clock = .zero
      isClockAbsolute = isFirst
    }
    last = epoch
    return LocationEpoch(
      location: epoch.location, timestamp: epoch.timestamp, clock: clock,
      satellites: epoch.satellites.isEmpty ? nil : epoch.satellites)
  }

  /// Goes to the beginning.
  mutating func rewind() {
    file.rewind()
    last = nil
    clock = .zero
    isClockAbsolute = true
    isDated = false
  }

  /// Goes to the first epoch that ends behind an offset, and forgets what came before.
  mutating func leap(to offset: Int) throws(TraceError) {
    guard offset > 0 else { return rewind() }
    last = nil
    try file.seek(toOffset: offset)
    isClockAbsolute = false
    isDated = false
  }
}
