/// Where a trace is cut into parts, each of which is written to a file of its own.
package enum TraceCut: Hashable, Sendable {
  /// Where a track or a route begins.
  case track
  /// Where a day begins.
  case day
  /// Where nothing was recorded for longer than this; nil for five minutes, or five of the trace's
  /// own intervals if these are longer.
  case pause(Duration?)
  /// After each such distance along a track, in metres.
  case distance(Double)
  /// Where a track has lasted another so long.
  case time(Duration)
}

/// Finds the epochs with which the parts of a trace begin, in one pass.
///
/// Every epoch is of one part. Waypoints, and epochs without a position, are of the part in which
/// they come. The first point of a part has the label of its track or route. A cut by distance or
/// time counts from the beginning of each track or route, and so cuts there, too; one by day or
/// pause does not if they lie close together.
package struct TraceSplitter: Sendable {
  private let cut: TraceCut
  /// Returns the time on the clock whose midnights end days.
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
  /// The number of the day, or of the length of distance or time, that the latest point is in.
  private var index: Int?

  /// The least pause that cuts a trace if none is given, nanoseconds.
  private static let leastPause: Int64 = 300_000_000_000

  /// Makes a splitter for the beginning of a trace.
  ///
  /// - Parameters:
  ///   - cut: Where it is cut.
  ///   - local: Returns the time on the clock whose midnights end days; UTC by default.
  package init(_ cut: TraceCut, local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 }) {
    (self.cut, self.local) = (cut, local)
  }

  /// Returns true if another part begins with an epoch, which then has its line's label; false for
  /// the first part. O(1).
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
      // A step back within a track is of a clock that was set.
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

/// Makes one track of all tracks of a trace, in one pass: each is a segment of it, or more.
///
/// It has the label of the first one. The names of the others become those of their first points
/// that have none of their own. Routes and waypoints stay as they are.
package struct TraceJoiner: Sendable {
  private var number: UInt32?
  /// True once the track has a point.
  private var hasBegun = false
  /// What the next point of the track has still to say.
  private var owesBreak = false
  private var owedLabel: TraceLabel?

  /// Makes a joiner for the beginning of a trace.
  package init() {}

  /// Makes an epoch part of the one track, unless it is of a route or a waypoint. O(1).
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
