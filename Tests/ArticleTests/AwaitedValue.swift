import Combine

extension Publisher where Failure == Never {
  /// Waits for the first value with which a condition holds; nil where this publisher finishes
  /// without one.
  @MainActor func value(where condition: (Output) -> Bool) async -> Output? {
    for await value in values where condition(value) { return value }
    return nil
  }
}
