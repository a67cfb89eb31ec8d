/// The kind of fix that a receiver has.
public enum FixMode: String, Hashable, Sendable, CaseIterable {
  /// No position.
  case none = "no fix"
  /// The time is known, but not the position.
  case timeOnly = "time only"
  /// A position without a height.
  case twoDimensional = "2D fix"
  /// A position with a height.
  case threeDimensional = "3D fix"
  /// Signals are lost; dead reckoning extrapolates the position.
  case estimated = "dead reckoning"

  /// True if there is a position.
  public var hasPosition: Bool {
    switch self {
    case .none, .timeOnly: false
    case .twoDimensional, .threeDimensional, .estimated: true
    }
  }

  /// Makes the mode of the fix behind a location.
  public init(of location: Location?) {
    self =
      switch location {
      case nil: .none
      case let location? where location.fix == .invalid: .none
      case let location? where location.fix == .estimated: .estimated
      case let location?: location.altitude == nil ? .twoDimensional : .threeDimensional
      }
  }
}
