/// The user's permission to use the position, in CoreLocation's words.
///
/// A state, not a failure: a user who has not been asked yet may still agree, and one who has
/// refused may change their mind.
public enum AuthorizationStatus: Hashable, Sendable, CaseIterable {
  /// The user has not been asked, or has not answered.
  case notDetermined
  /// The user may not decide, as under parental controls.
  case restricted
  /// The user has refused.
  case denied
  /// Positions may be used while the program is in use.
  case authorizedWhenInUse
  /// Positions may be used at any time.
  case authorizedAlways
  /// The source reported a status that is not known here.
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

  /// True if positions may be delivered.
  public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }

  /// The error that prevents positions; nil if there is none, or the user may still agree.
  public var error: LocationError? {
    switch self {
    case .notDetermined, .authorizedWhenInUse, .authorizedAlways: nil
    case .restricted: .restricted
    case .denied: .denied
    case .unknown: .unknown
    }
  }
}
