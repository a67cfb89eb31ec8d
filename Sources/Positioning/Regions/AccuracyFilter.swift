/// Lets a location through only when it is as certain as is wanted.
///
///     let filter = AccuracyFilter(desiredAccuracy: 25)
///     filter.passes(location)
///
/// Where a receiver does not say how certain it is, its dilution of precision times five metres is
/// taken, what a single-frequency receiver under a clear sky may expect of each range.
public struct AccuracyFilter: Hashable, Sendable {
  /// The greatest radius of uncertainty, metres.
  public var desiredAccuracy: Double
  /// Whether a location passes of which neither accuracy nor dilution is known.
  public var passesUnknown: Bool

  /// The range error that a dilution is multiplied by, metres.
  static let rangeError = 5.0

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - desiredAccuracy: The greatest radius of uncertainty, metres.
  ///   - passesUnknown: Whether a location passes that does not say how certain it is.
  public init(desiredAccuracy: Double, passesUnknown: Bool = false) {
    self.desiredAccuracy = desiredAccuracy
    self.passesUnknown = passesUnknown
  }

  /// Whether a location passes; never one whose coordinate is not valid.
  public func passes(_ location: Location) -> Bool {
    guard location.coordinate.isValid else { return false }
    let estimate = location.hdop.map { $0 * AccuracyFilter.rangeError }
    guard let accuracy = location.horizontalAccuracy ?? estimate else { return passesUnknown }
    return accuracy >= 0 && accuracy <= desiredAccuracy
  }
}
