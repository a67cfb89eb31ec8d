/// The metrics of the tracks, or routes, of traces, each by itself.
struct LineSums: Sendable {
  private let beginning: TrackStatistics
  private var ended: [TraceSummary.Line] = []
  private var current: TraceSummary.Line?
  private var clock = EpochClock()
  /// The source of the current line; nil before the first.
  private var currentSource: Int?
  /// The number of the current line, as its epochs have it.
  private var number: UInt32 = 0
  /// True if a segment began with an epoch that has no fix.
  private var owesBreak = false

  /// The maximum number of lines; any further ones are summed up in the last.
  private static let mostLines = 1000

  init(beginning: TrackStatistics) { self.beginning = beginning }

  /// The lines in order; the last one may be unfinished.
  var all: [TraceSummary.Line] {
    guard var current else { return ended }
    current.settle()
    return ended + [current]
  }

  @inline(__always) mutating func add(_ epoch: UnsafePointer<TraceEpoch>, of source: Int) {
    owesBreak = owesBreak || epoch.pointee.startsSegment
    guard epoch.pointee.hasFix else { return }
    if currentSource != source || epoch.pointee.number != number {
      begin(epoch.pointee, of: source)
    }
    current?.add(
      epoch.pointee.fix, clock: clock.nanoseconds(of: epoch.pointee.time),
      startsSegment: owesBreak)
    owesBreak = false
  }

  private mutating func begin(_ epoch: TraceEpoch, of source: Int) {
    if var line = current.take() {
      line.settle()
      if ended.count < LineSums.mostLines {
        ended.append(line)
      } else {
        ended[ended.count - 1].append(line)
      }
    }
    (clock, number, currentSource) = (EpochClock(), epoch.number, source)
    current = TraceSummary.Line(
      source: source, number: max(1, Int(epoch.number)), label: epoch.label?.line,
      statistics: beginning)
    if epoch.hasBarometer { current?.useBarometer() }
  }
}

extension TraceSummary.Line {
  @inline(__always)
  fileprivate mutating func add(_ fix: Location, clock: Int64?, startsSegment: Bool) {
    let outcome = statistics.add(fix, clock: clock, startsSegment: startsSegment)
    guard outcome != .skipped else { return }
    let turns = effort.add(
      distance: statistics.distance,
      elapsed: statistics.lastTime.isKnown ? statistics.elapsedTime : nil,
      altitude: statistics.latest.altitude, isApart: outcome == .started)
    if turns { effort.turn(moving: statistics.movingTime) }
  }

  fileprivate mutating func useBarometer() { statistics.useBarometer() }

  /// Finishes the line's metrics, on the assumption that nothing more of it follows.
  fileprivate mutating func settle() {
    effort = effort.settled(moving: statistics.movingTime)
    statistics = statistics.settled
    // Its best parts are those of a track without the outliers that now count.
    if statistics.keptOutlierCount != nil { effort = TrackEffort() }
  }

  fileprivate mutating func append(_ other: TraceSummary.Line) {
    statistics.append(other.statistics)
    effort.append(other.effort)
  }
}
