/// Passes a location on only if it is accurate enough.
///
///     let filter = AccuracyFilter(desiredAccuracy: 25)
///     filter.passes(location)  // true, if it is within 25 m
///
/// If a receiver does not report its accuracy, it is estimated if possible; see
/// ``Location/estimatedHorizontalAccuracy``.
public struct AccuracyFilter: Hashable, Sendable {
  /// The greatest radius of uncertainty, metres.
  package var desiredAccuracy: Double
  /// True if a location passes when its accuracy is neither known nor can be estimated.
  package var passesUnknown: Bool

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - desiredAccuracy: The greatest radius of uncertainty, metres.
  ///   - passesUnknown: Whether a location of unknown accuracy passes.
  public init(desiredAccuracy: Double, passesUnknown: Bool = false) {
    (self.desiredAccuracy, self.passesUnknown) = (desiredAccuracy, passesUnknown)
  }

  /// Returns true if a location passes; false if its coordinate is invalid.
  public func passes(_ location: Location) -> Bool {
    guard location.coordinate.isValid else { return false }
    guard let accuracy = location.estimatedHorizontalAccuracy else { return passesUnknown }
    return accuracy >= 0 && accuracy <= desiredAccuracy
  }
}
