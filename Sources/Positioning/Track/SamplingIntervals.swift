/// The sampling interval of a trace: the median of the latest ones, and the pause that breaks it.
///
///     var intervals = SamplingIntervals()
///     for _ in 0..<3 { intervals.add(30_000_000_000) }
///     intervals.longest  // 150 s
///
/// For a logger that writes every second, ten seconds without a fix are a gap; for one that writes
/// every minute, five minutes are.
struct SamplingIntervals: Hashable, Sendable {
  /// The latest intervals, in order starting with the next one to be replaced.
  private var latest: [Int64] = []
  /// The index of the oldest interval, once the list is full.
  private var oldest = 0
  /// The same intervals, the shortest first.
  private var sorted: [Int64] = []

  /// The pause that breaks a track, nanoseconds: five intervals, but at least ten seconds.
  private(set) var longest = SamplingIntervals.leastGap

  /// The number of intervals that are kept.
  private static let memory = 15
  /// The least pause that is a gap, however short the sampling interval.
  private static let leastGap: Int64 = 10_000_000_000
  /// The number of intervals in the longest pause.
  private static let factor: Int64 = 5

  /// Adds the time from one fix to the next, nanoseconds; ignores zero and less. O(1).
  mutating func add(_ interval: Int64) {
    guard interval > 0 else { return }
    if latest.count == SamplingIntervals.memory {
      let position = oldest
      oldest = position + 1 < SamplingIntervals.memory ? position + 1 : 0
      let old = latest[position]
      // Usually the interval has not changed.
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

  /// The median of the latest intervals, the shorter of two; nil before the first.
  var median: Duration? { isEmpty ? nil : .nanoseconds(sorted[(sorted.count - 1) / 2]) }
}
