/// Something the simulated receiver reports, and when.
public struct SimulatedUpdate: Hashable, Sendable {
  /// Time since the simulation's start.
  public let offset: Duration
  /// What is reported.
  public let event: SimulatedEvent
}

/// What a simulated receiver reports.
public enum SimulatedEvent: Hashable, Sendable {
  /// The user's permission is now this.
  case authorization(SimulatedAuthorization)
  /// The kind of fix has changed.
  case status(SimulatedFixStatus)
  /// The sky of the present second.
  case sky([SimulatedSatellite])
  /// A fix.
  case location(Location)
}

/// The user's permission to use the position, in CoreLocation's words.
public enum SimulatedAuthorization: String, Hashable, Sendable, CaseIterable {
  case notDetermined, restricted, denied, authorizedWhenInUse, authorizedAlways

  /// Whether positions may be delivered.
  public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}

/// How far a receiver has come in finding its position.
public enum SimulatedFixStatus: String, Hashable, Sendable, CaseIterable {
  /// No position; signals are searched for.
  case searching
  /// The time is known, the position is not.
  case timeOnly
  /// A position without a height.
  case twoDimensional
  /// A position with a height.
  case threeDimensional
  /// Signals are lost; the position is carried on by dead reckoning for a few seconds.
  case estimated

  /// Whether fixes are delivered.
  public var hasPosition: Bool {
    switch self {
    case .searching, .timeOnly: false
    case .twoDimensional, .threeDimensional, .estimated: true
    }
  }
}
