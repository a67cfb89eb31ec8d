import Positioning

/// The reason why there are no positions; its description includes the remedy.
///
/// Sent as a value, never as a completion: a source that has failed may be started again.
public enum LocationError: Error, Hashable, Sendable {
  /// Updates were started before the user was ever asked.
  case notDetermined
  /// The user may not decide.
  case restricted
  /// The user has refused.
  case denied
  /// The source has failed for an unknown reason; it keeps trying.
  case unknown
  /// A trace cannot be read on.
  case trace(TraceError)
  /// A receiver cannot be read.
  case receiver(ReceiverError)

  /// True if the source continues by itself, without being started again.
  public var isTransient: Bool {
    switch self {
    case .notDetermined, .unknown: true
    case .restricted, .denied, .trace: false
    case .receiver(let error): error.isTransient
    }
  }
}

extension LocationError: CustomStringConvertible {
  /// One sentence with the problem and the remedy.
  public var description: String {
    switch self {
    case .notDetermined:
      "Permission to use your location has not been requested; request it first"
    case .restricted: "Location is restricted on this device; ask your administrator to allow it"
    case .denied:
      "Permission to use your location was denied; allow it in the settings, then start again"
    case .unknown: "Your location cannot be found at the moment; wait, or start again"
    case .trace(let error): error.description
    case .receiver(let error): error.description
    }
  }
}
