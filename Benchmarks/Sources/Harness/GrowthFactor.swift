/// How much longer the same work takes with four times as many things.
public struct GrowthFactor {
  /// The least processor time of several turns, in milliseconds, with `count` things and with four
  /// times so many.
  public let once, fourfold: Double

  /// Measures work that is done to a number of things, the two numbers in turns.
  public init(from count: Int, turns: Int = 10, _ work: (Int) -> Void) {
    func milliseconds(_ count: Int) -> Double {
      Stopwatch.start()
      work(count)
      return Stopwatch.elapsedOnProcessor / .milliseconds(1)
    }
    var least = (Double.infinity, Double.infinity)
    for _ in 0..<turns {
      least = (min(least.0, milliseconds(count)), min(least.1, milliseconds(4 * count)))
    }
    (once, fourfold) = least
  }

  /// How many times as long the fourfold takes: four if time grows as the number does.
  public var factor: Double { fourfold / once }
}
