/// Removes the outliers that ``TrackStatistics`` finds in a trace.
///
/// A fix that may still turn out to be right waits until that is known, and so do the first fixes,
/// which may turn out to be wrong. The epochs after them wait, too, which keeps the order.
struct OutlierFilter: Sendable {
  /// The verdict on a waiting epoch.
  private enum Verdict {
    /// It is not an outlier.
    case passes
    /// It is one of the first fixes, which are wrong if the later ones agree against them.
    case isFirst
    /// It is an outlier, unless later fixes agree with it.
    case isDoubted
  }

  private var statistics: TrackStatistics
  private var queue: [(epoch: TraceEpoch, verdict: Verdict)] = []
  private var clock = EpochClock()

  /// The maximum number of waiting epochs: beyond it, the first one is judged by what is known.
  private static let longestQueue = 64
  /// The maximum number of waiting outliers: five that agree are accepted, so earlier ones are not.
  private static let mostDoubted = 8

  init(_ limits: OutlierLimits) { statistics = TrackStatistics(outliers: limits) }

  /// Adds the next epoch, and emits those that are known not to be outliers.
  mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    queue.append((epoch, judge(epoch)))
    release(longest: OutlierFilter.longestQueue, emit)
  }

  /// Emits the remaining epochs.
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

  /// Judges the epochs that were doubted until now, since the latest fix counts.
  private mutating func settle(_ revision: TrackRevision?) {
    let refusesFirst = revision?.refused.isEmpty == false
    if refusesFirst { queue.removeAll { $0.verdict == .isFirst } }
    guard queue.contains(where: { $0.verdict == .isDoubted }) else { return }
    var believed = Set(revision?.fixes.map(\.location) ?? [])
    if let last = statistics.last { believed.insert(last) }
    // No step leads from the fixes before a leap to those after it.
    var isBehindLeap = !refusesFirst
    for index in queue.indices where queue[index].verdict == .isDoubted {
      guard queue[index].epoch.location.map(believed.contains) == true else { continue }
      queue[index].verdict = .passes
      if isBehindLeap { queue[index].epoch.startsSegment = true }
      isBehindLeap = false
    }
    queue.removeAll { $0.verdict == .isDoubted }
  }

  /// Emits the epochs at the front of the queue that pass, and those beyond its maximum length.
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
