import Fetching

/// The reason why a service's value could not be had; its description is a sentence for the user.
///
/// A place is a URL without its query, so no key is ever part of it.
public enum ResourceError: Error, Hashable, Sendable {
  /// There is no answer, or no token to ask with.
  case transport(TransportError)
  /// The service refuses, with a status; `pause` is the time to wait before the next try, if it
  /// names one.
  case refused(String, status: Int, pause: Duration? = nil)
  /// No value can be made of the answer, for a `reason`.
  case unreadable(String, reason: String)

  /// Makes the error of an answer that is a refusal.
  init(_ response: HTTPResponse, from place: String) {
    self = .refused(place, status: response.status, pause: response.retryAfter)
  }

  /// True if the service does not know the user, or does not let them in.
  public var isRefusedAccess: Bool {
    switch self {
    case .refused(_, let status, _): status == 401 || status == 403
    case .transport(let error): error.isOfCredentials
    case .unreadable: false
    }
  }
}

extension ResourceError: CustomStringConvertible {
  /// One sentence or two with the problem, the place and the remedy.
  public var description: String {
    switch self {
    case .transport(let error): error.description
    case .refused(let place, let status, let pause): Self.refusal(place, status, pause)
    case .unreadable(let place, let reason):
      "The answer of \(place) cannot be used: \(reason.withoutFullStop)."
    }
  }

  private static func refusal(_ place: String, _ status: Int, _ pause: Duration?) -> String {
    if let pause, pause > .zero {
      return "\(place) is busy (status \(status)). Try again in \(pause.waitText)."
    }
    return switch status {
    case 401: "\(place) does not accept the sign-in (status 401). Check the token or the password."
    case 403: "\(place) does not show this to the signed-in user (status 403). Ask who runs it."
    case 404, 410: "There is nothing at \(place) (status \(status)). Check the address."
    case 429: "\(place) is busy (status 429). Try again later."
    case 500...: "\(place) has a problem of its own (status \(status)). Try again later."
    case 300..<400: "\(place) leads elsewhere (status \(status)). Check the address."
    default: "\(place) refuses the request (status \(status)). Check the address."
    }
  }
}

extension String {
  /// The text without the full stop at its end.
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
