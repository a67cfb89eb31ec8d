/// What a provider of positions tells.
public enum LocationUpdate: Hashable, Sendable {
  /// What the receiver said about one or more moments, oldest first, never empty.
  ///
  /// The last one is the present; the others have fallen due together with it.
  case epochs([LocationEpoch])
  /// Moments on the way to a present that is still to come, oldest first, never empty.
  ///
  /// They belong to the track and are not to be shown one by one. A replay tells them after a seek.
  case history([LocationEpoch])
  /// What comes next does not carry on what came before: a replay was sought.
  ///
  /// With `isPartial` the track begins anew in the middle of the trace, else at its start.
  case restarted(isPartial: Bool)
  /// The source has no more, and has stopped.
  case ended
  /// Something went wrong. Unless the error is transient, the source has stopped.
  case failed(LocationError)
}

/// What a receiver said about one moment.
public struct LocationEpoch: Hashable, Sendable {
  /// Where it was; nil when it had no fix.
  public var location: Location?
  /// The kind of fix.
  public var mode: FixMode
  /// The moment in UTC; nil when the source tells no date.
  public var timestamp: Timestamp?
  /// The moment on the source's own clock, from a zero of its choice; for the time between epochs.
  public var clock: Duration
  /// The satellites in view; nil when nothing was told of them this time.
  public var satellites: [Satellite]?

  /// Makes an epoch.
  public init(
    location: Location?, mode: FixMode? = nil, timestamp: Timestamp? = nil, clock: Duration,
    satellites: [Satellite]? = nil
  ) {
    self.location = location
    self.mode = mode ?? FixMode(of: location)
    self.timestamp = timestamp ?? location?.timestamp
    self.clock = clock
    self.satellites = satellites
  }
}

/// How far a receiver has come in finding its position.
public enum FixMode: String, Hashable, Sendable, CaseIterable {
  /// No position.
  case none = "no fix"
  /// The time is known, the position is not.
  case timeOnly = "time only"
  /// A position without a height.
  case twoDimensional = "2D fix"
  /// A position with a height.
  case threeDimensional = "3D fix"
  /// Signals are lost; the position is carried on by dead reckoning.
  case estimated = "dead reckoning"

  /// Whether there is a position.
  public var hasPosition: Bool {
    switch self {
    case .none, .timeOnly: false
    case .twoDimensional, .threeDimensional, .estimated: true
    }
  }

  /// What a location tells of the fix that it comes from.
  public init(of location: Location?) {
    self =
      switch location {
      case nil: .none
      case let location? where location.fix == .invalid: .none
      case let location? where location.fix == .estimated: .estimated
      case let location?: location.altitude == nil ? .twoDimensional : .threeDimensional
      }
  }

  init(_ simulated: SimulatedFixStatus) {
    self =
      switch simulated {
      case .searching: .none
      case .timeOnly: .timeOnly
      case .twoDimensional: .twoDimensional
      case .threeDimensional: .threeDimensional
      case .estimated: .estimated
      }
  }
}
