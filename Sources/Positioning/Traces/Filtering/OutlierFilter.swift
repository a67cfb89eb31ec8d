/// Removes the outliers from a trace, as ``TrackStatistics`` finds them.
///
/// A fix that may still turn out to be right waits until that is known, and so do the first ones,
/// which may turn out to be wrong. The epochs after them wait, too: the order stays.
struct OutlierFilter: Sendable {
  /// The verdict on an epoch that waits.
  private enum Verdict {
    /// It is none.
    case passes
    /// It is one of the first fixes, which are wrong if those after them agree on that.
    case isFirst
    /// It is an outlier, unless those after it agree with it.
    case isDoubted
  }

  private var statistics: TrackStatistics
  private var queue: [(epoch: TraceEpoch, verdict: Verdict)] = []
  private var clock = EpochClock()

  /// The most epochs that wait: with that many after it, the first one is judged by what is known.
  private static let longestQueue = 64
  /// Outliers that wait at most: five that agree are enough, so earlier ones do not.
  private static let mostDoubted = 8

  init(_ limits: OutlierLimits) { statistics = TrackStatistics(outliers: limits) }

  /// Takes in the next epoch, and gives out what is known to be none.
  mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    queue.append((epoch, judge(epoch)))
    release(longest: OutlierFilter.longestQueue, emit)
  }

  /// Gives out what is left.
  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    if statistics.isOpeningOutvoted {
      _ = statistics.adopt()
      settle(statistics.revision)
    }
    release(longest: 0, emit)
  }

  private mutating func judge(_ epoch: TraceEpoch) -> Verdict {
    guard let location = epoch.location else { return .passes }
    let count = statistics.skipped(by: .outlier)
    let outcome = statistics.add(
      location, at: clock.time(of: epoch), startsSegment: epoch.startsSegment)
    if outcome == .skipped {
      guard statistics.skipped(by: .outlier) > count else { return .passes }
      let doubted = queue.indices.filter { queue[$0].verdict == .isDoubted }
      if doubted.count >= OutlierFilter.mostDoubted { queue.remove(at: doubted[0]) }
      return .isDoubted
    }
    settle(statistics.revision)
    // Only the first two can turn out to be wrong.
    guard statistics.fixCount > 2 else { return .isFirst }
    for index in queue.indices where queue[index].verdict == .isFirst {
      queue[index].verdict = .passes
    }
    return .passes
  }

  /// Judges those that were doubted until now, since the latest fix counts.
  private mutating func settle(_ revision: TrackRevision?) {
    let refusesFirst = revision?.refused.isEmpty == false
    if refusesFirst { queue.removeAll { $0.verdict == .isFirst } }
    guard queue.contains(where: { $0.verdict == .isDoubted }) else { return }
    var believed = Set(revision?.fixes.map(\.location) ?? [])
    if let last = statistics.last { believed.insert(last) }
    // Nothing leads from the fixes before a leap to those after it.
    var isBehindLeap = !refusesFirst
    for index in queue.indices where queue[index].verdict == .isDoubted {
      guard queue[index].epoch.location.map(believed.contains) == true else { continue }
      queue[index].verdict = .passes
      if isBehindLeap { queue[index].epoch.startsSegment = true }
      isBehindLeap = false
    }
    queue.removeAll { $0.verdict == .isDoubted }
  }

  /// Gives out those at the queue's front that pass, and what is beyond its length.
  private mutating func release(longest: Int, _ emit: (TraceEpoch) -> Void) {
    var count = 0
    for (epoch, verdict) in queue {
      guard verdict == .passes || queue.count - count > longest else { break }
      if verdict != .isDoubted { emit(epoch) }
      count += 1
    }
    queue.removeFirst(count)
  }
}
