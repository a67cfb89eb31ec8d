/// The extremes and the mean of some numbers.
package struct Spread: Hashable, Sendable {
  /// The count of numbers.
  package private(set) var count = 0
  private var (low, high) = (Double.infinity, -Double.infinity)
  private var sum = 0.0
  private var weightedSum = 0.0
  private var weight = 0.0

  /// The least number; nil if there is none.
  package var least: Double? { count > 0 ? low : nil }

  /// The greatest number; nil if there is none.
  package var greatest: Double? { count > 0 ? high : nil }

  /// The weighted mean, or the plain mean if no number has a weight; nil if there is no number.
  package var mean: Double? {
    guard count > 0 else { return nil }
    return weight > 0 ? weightedSum / weight : sum / Double(count)
  }

  /// Adds a number; ignores nil and numbers that are not finite.
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
