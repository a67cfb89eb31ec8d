/// The user's permission to use the position, in CoreLocation's words.
///
/// A state, not a failure: a user who has not been asked yet may still say yes, and one who has
/// said no may change their mind.
public enum AuthorizationStatus: Hashable, Sendable, CaseIterable {
  /// The user has not been asked, or has not answered.
  case notDetermined
  /// The user may not decide, as under parental controls.
  case restricted
  /// The user has said no.
  case denied
  /// Positions may be used while the program is in use.
  case authorizedWhenInUse
  /// Positions may be used at any time.
  case authorizedAlways
  /// The source said something that is not known here.
  case unknown

  /// The status in words that follow "Permission:".
  public var statusDescription: String {
    switch self {
    case .notDetermined: "not given yet"
    case .restricted: "restricted on this device"
    case .denied: "denied"
    case .authorizedWhenInUse: "while in use"
    case .authorizedAlways: "always"
    case .unknown: "unknown"
    }
  }

  /// Whether positions may be delivered.
  public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }

  /// What stands in the way of positions; nil when nothing does, or the user may still say yes.
  public var error: LocationError? {
    switch self {
    case .notDetermined, .authorizedWhenInUse, .authorizedAlways: nil
    case .restricted: .restricted
    case .denied: .denied
    case .unknown: .unknown
    }
  }
}
