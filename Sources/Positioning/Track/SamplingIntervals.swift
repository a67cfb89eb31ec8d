/// The sampling interval of a trace: the median of its latest ones, and the pause that breaks it.
///
///     var intervals = SamplingIntervals()
///     for _ in 0..<3 { intervals.add(30_000_000_000) }
///     intervals.longest  // 150 s
///
/// A logger that writes every second has a gap after ten seconds without a fix, one that writes
/// every minute has none before five minutes are over.
struct SamplingIntervals: Hashable, Sendable {
  /// The latest intervals, in their order from the next one to be replaced on.
  private var latest: [Int64] = []
  /// The index of the oldest of them, once there are as many as are looked at.
  private var oldest = 0
  /// The same, the shortest first.
  private var sorted: [Int64] = []

  /// The pause that breaks a track, nanoseconds: longer than five intervals, and than ten seconds.
  private(set) var longest = SamplingIntervals.leastGap

  /// The number of intervals that are looked at.
  private static let memory = 15
  /// The least pause that is a gap, however often there are fixes.
  private static let leastGap: Int64 = 10_000_000_000
  /// The length of a pause in intervals.
  private static let factor: Int64 = 5

  /// Takes in the time from one fix to the next, nanoseconds; none or less is left out. O(1).
  mutating func add(_ interval: Int64) {
    guard interval > 0 else { return }
    if latest.count == SamplingIntervals.memory {
      let position = oldest
      oldest = position + 1 < SamplingIntervals.memory ? position + 1 : 0
      let old = latest[position]
      // Mostly it is the same again.
      guard old != interval else { return }
      latest[position] = interval
      if let index = sorted.firstIndex(of: old) { sorted.remove(at: index) }
    } else {
      latest.append(interval)
    }
    sorted.insert(interval, at: sorted.firstIndex { $0 > interval } ?? sorted.endIndex)
    let (pause, isTooLong) = sorted[(sorted.count - 1) / 2]
      .multipliedReportingOverflow(by: SamplingIntervals.factor)
    longest = isTooLong ? .max : max(SamplingIntervals.leastGap, pause)
  }

  /// True before the first interval.
  var isEmpty: Bool { sorted.isEmpty }

  /// The middle one of the latest intervals, the shorter of two; nil before the first.
  var median: Duration? { isEmpty ? nil : .nanoseconds(sorted[(sorted.count - 1) / 2]) }
}
