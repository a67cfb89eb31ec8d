/// How often a trace has fixes: the median of its latest intervals, and the pause that breaks it.
///
///     var rhythm = TrackRhythm()
///     for _ in 0..<3 { rhythm.add(.seconds(30)) }
///     rhythm.gapThreshold  // 150 s
///
/// A logger that writes every second has a gap after ten seconds without a fix, one that writes
/// every minute has none before five minutes are over.
struct TrackRhythm: Hashable, Sendable {
  /// The latest intervals, in their order from the next one to be replaced on.
  private var latest: [Duration] = []
  /// Where the oldest of them stands, once there are as many as are looked at.
  private var oldest = 0
  /// The same, the shortest first.
  private var sorted: [Duration] = []

  /// The pause that breaks a track: longer than five intervals, and than ten seconds.
  private(set) var gapThreshold = TrackRhythm.leastGap

  /// How many intervals are looked at.
  private static let memory = 15
  /// The least pause that is a gap, however often there are fixes.
  static let leastGap = Duration.seconds(10)
  /// How many intervals long a pause has to be.
  private static let factor = 5

  /// Takes in the time from one fix to the next; none or less is left out. O(1).
  mutating func add(_ interval: Duration) {
    guard interval > .zero else { return }
    if latest.count == TrackRhythm.memory {
      let old = latest[oldest]
      latest[oldest] = interval
      oldest = (oldest + 1) % TrackRhythm.memory
      // Mostly it is the same again.
      guard old != interval else { return }
      if let index = sorted.firstIndex(of: old) { sorted.remove(at: index) }
    } else {
      latest.append(interval)
    }
    sorted.insert(interval, at: sorted.firstIndex { $0 > interval } ?? sorted.endIndex)
    gapThreshold = max(TrackRhythm.leastGap, (median ?? .zero) * TrackRhythm.factor)
  }

  /// The middle one of the latest intervals, the shorter of two; nil before the first.
  var median: Duration? { sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2] }
}
