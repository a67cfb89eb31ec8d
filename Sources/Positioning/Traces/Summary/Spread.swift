/// The extremes and the mean of some numbers.
package struct Spread: Hashable, Sendable {
  /// The number of numbers.
  package private(set) var count = 0
  private var (low, high) = (Double.infinity, -Double.infinity)
  private var sum = 0.0
  private var weightedSum = 0.0
  private var weight = 0.0

  /// The least one; nil if there was none.
  package var least: Double? { count > 0 ? low : nil }

  /// The greatest one; nil if there was none.
  package var greatest: Double? { count > 0 ? high : nil }

  /// The mean by weight; that of all numbers if none has a weight; nil if there is none.
  package var mean: Double? {
    guard count > 0 else { return nil }
    return weight > 0 ? weightedSum / weight : sum / Double(count)
  }

  /// Takes in a number; one that is nil or not finite is left out.
  @inline(__always) mutating func add(_ value: Double?, weight seconds: Double = 0) {
    guard let value, value.isFinite else { return }
    count += 1
    sum += value
    weightedSum += value * seconds
    weight += seconds
    low = min(low, value)
    high = max(high, value)
  }
}
