/// What several turns of the same work came to.
public struct Timing {
  /// The time that one piece of work takes.
  public let nanoseconds: Double

  /// How far the turns lie apart: the median above the least, as a share of the least.
  public let spread: Double

  /// Which of the turns speaks for all.
  public enum Measure: Sendable {
    /// The least: whatever else runs on the machine can only add to the work of one thread.
    case least
    /// The median: where threads contend, the least is the turn in which they happened not to.
    case median
  }

  /// Sums up the turns, each of which did `count` pieces of work.
  public init(of turns: [Duration], per count: Int, by measure: Measure = .least) {
    let sorted = turns.sorted()
    let least = sorted[0] / Duration.nanoseconds(1)
    let median = sorted[sorted.count / 2] / Duration.nanoseconds(1)
    nanoseconds = (measure == .least ? least : median) / Double(count)
    spread = median / least - 1
  }
}
