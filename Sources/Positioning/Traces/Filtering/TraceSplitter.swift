/// Where to split a trace into parts, each of which is written to its own file.
package enum TraceCut: Hashable, Sendable {
  /// Where a track or a route begins.
  case track
  /// Where a day begins.
  case day
  /// After a pause in the recording longer than this; nil for five minutes, or five of the trace's
  /// own sampling intervals if these are longer.
  case pause(Duration?)
  /// After each multiple of this distance along a track, metres.
  case distance(Double)
  /// After each multiple of this time along a track.
  case time(Duration)
}

/// Finds the first epoch of each part of a trace, in one pass.
///
/// Every epoch belongs to one part. Waypoints, and epochs without a position, belong to the part in
/// which they occur. The first point of a part has the label of its track or route. A split by
/// distance or time counts from the beginning of each track or route, and also splits there; one by
/// day or pause does not if the two are close together.
package struct TraceSplitter: Sendable {
  private let cut: TraceCut
  /// Converts a time to the clock whose midnights end days.
  private let local: @Sendable (Timestamp) -> Timestamp

  /// The track or route of an epoch.
  private struct Line: Hashable {
    var kind: TraceKind
    var number: UInt32
  }

  /// The track or route of the latest epoch, and its label.
  private var current: Line?
  private var label: TraceLabel?
  /// The track or route of the latest point, and its sums.
  private var line: Line?
  private var statistics = TrackStatistics()
  private var clock = EpochClock()
  private var lastTime = EpochTime()
  /// The time on `clock` of the line's first point with a time.
  private var start: Int64?
  /// The number of the day, or of the distance or time interval, of the latest point.
  private var index: Int?

  /// The least pause that splits a trace if none is given, nanoseconds.
  private static let leastPause: Int64 = 300_000_000_000

  /// Makes a splitter for the beginning of a trace.
  ///
  /// - Parameters:
  ///   - cut: Where to split it.
  ///   - local: Converts a time to the clock whose midnights end days; UTC by default.
  package init(_ cut: TraceCut, local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 }) {
    (self.cut, self.local) = (cut, local)
  }

  /// Returns true if another part begins with an epoch, and gives the epoch its line's label; false
  /// for the first part. O(1).
  package mutating func startsPart(_ epoch: inout TraceEpoch) -> Bool {
    guard epoch.kind != .waypoint else { return false }
    let own = Line(kind: epoch.kind, number: epoch.number)
    label = epoch.label?.line ?? (own == current ? label : nil)
    current = own
    guard let location = epoch.location else { return false }
    let isFirst = line == nil
    let startsLine = line != own
    if startsLine {
      (statistics, clock, start) = (TrackStatistics(), EpochClock(), nil)
      line = own
    }
    let now = clock.nanoseconds(of: epoch.time)
    start = start ?? now
    statistics.add(location, clock: now, startsSegment: epoch.startsSegment)
    let longest = statistics.gapThreshold.nanoseconds
    let startsPart = isCut(before: epoch, now, startsLine: startsLine, longest: longest)
    if epoch.time.isKnown { lastTime = epoch.time }
    guard startsPart, !isFirst else { return false }
    if epoch.label?.line == nil { epoch.label = TraceLabel(epoch.label, line: label) }
    return true
  }

  private mutating func isCut(
    before epoch: TraceEpoch, _ now: Int64?, startsLine: Bool, longest: Int64
  ) -> Bool {
    switch cut {
    case .track: return startsLine
    case .day:
      let day =
        epoch.timestamp.map { local($0).dayAndTime.day }
        ?? now.map { Int(floorDivide($0, Timestamp.nanosecondsPerDay)) }
      guard let day else { return false }
      let isOther = index.map { day > $0 || day < $0 && startsLine } ?? false
      // A step back within a track is a clock that was set.
      index = startsLine ? day : max(day, index ?? day)
      return isOther
    case .pause(let least):
      guard let pause = lastTime.interval(to: epoch.time) else { return false }
      let limit = least?.nanoseconds ?? max(TraceSplitter.leastPause, longest)
      return startsLine ? pause.magnitude > limit.magnitude : pause > limit
    case .distance(let length):
      return comes(to: Int(min(statistics.distance / length, 1e15)), startsLine)
    case .time(let length):
      guard let now, let start else { return startsLine }
      return comes(
        to: Int(now.subtractingSaturated(start) / max(1, length.nanoseconds)), startsLine)
    }
  }

  private mutating func comes(to next: Int, _ startsLine: Bool) -> Bool {
    defer { index = startsLine ? next : max(next, index ?? next) }
    return startsLine || index.map { next > $0 } ?? false
  }
}

/// Joins all tracks of a trace into one, in one pass; each becomes one or more segments of it.
///
/// The joined track has the label of the first one. The names of the others move to their first
/// points, if these have no name of their own. Routes and waypoints are unchanged.
package struct TraceJoiner: Sendable {
  private var number: UInt32?
  /// True once the track has a point.
  private var hasBegun = false
  /// The segment start that the next point of the track still has to mark.
  private var owesBreak = false
  private var owedLabel: TraceLabel?

  /// Makes a joiner for the beginning of a trace.
  package init() {}

  /// Adds an epoch to the joined track, unless it belongs to a route or is a waypoint. O(1).
  package mutating func join(_ epoch: inout TraceEpoch) {
    guard epoch.kind == .track else { return }
    if hasBegun, epoch.number != number { (owesBreak, owedLabel) = (true, nil) }
    number = epoch.number
    epoch.number = 1
    if hasBegun, let line = epoch.label?.line {
      owedLabel = line
      epoch.label = TraceLabel(epoch.label, line: nil)
    }
    guard epoch.location != nil else { return }
    hasBegun = true
    if owesBreak { epoch.startsSegment = true }
    owesBreak = false
    guard epoch.label?.name == nil, let label = owedLabel.take() else { return }
    epoch.label = TraceLabel(
      name: label.name, details: epoch.label?.details ?? label.details,
      symbol: epoch.label?.symbol)
  }
}
