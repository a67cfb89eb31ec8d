import Fetching

/// The reason why a service's value could not be had; its description is a sentence for the user.
///
/// An address is a URL without its query, so no key is ever part of it.
public enum ResourceError: Error, Hashable, Sendable {
  /// There is no response, or no token for the request.
  case transport(TransportError)
  /// The service refuses, with a status; `pause` is the time to wait before the next try, if the
  /// service sends one, and `message` is its own message.
  case refused(String, status: Int, pause: Duration? = nil, message: String? = nil)
  /// No value can be made of the response, for a `reason`.
  case unreadable(String, reason: String)

  /// Makes the error of a response that is a refusal.
  init(_ response: HTTPResponse, to request: HTTPRequest) {
    self = .refused(
      request.address, status: response.status, pause: response.retryAfter,
      message: response.ownWords(hiding: request.secrets))
  }

  /// True if the service does not know the user, or does not let them in.
  public var isRefusedAccess: Bool {
    switch self {
    // A service that asks for a pause has not checked the user.
    case .refused(_, let status, let pause, _): status == 401 || status == 403 && pause == nil
    case .transport(let error): error.isOfCredentials
    case .unreadable: false
    }
  }
}

extension ResourceError: CustomStringConvertible {
  /// One sentence or two with the problem, the address and the remedy.
  public var description: String {
    switch self {
    case .transport(let error): error.description
    case .refused(let address, let status, let pause, let message):
      Self.refusal(address, status, message, pause)
    case .unreadable(let address, let reason):
      "The response from \(address) cannot be used: \(reason.withoutFullStop)."
    }
  }

  private static func refusal(
    _ address: String, _ status: Int, _ message: String?, _ pause: Duration?
  ) -> String {
    let reason = "status \(status)" + (message.map { ": “\($0)”" } ?? "")
    if let pause, pause > .zero {
      return "\(address) is busy (\(reason)). Try again in \(pause.waitText)."
    }
    return switch status {
    case 401: "\(address) does not accept the sign-in (\(reason)). Check the token or the password."
    case 403:
      "\(address) does not show this to the signed-in user (\(reason)). Ask its administrator."
    case 404, 410: "There is nothing at \(address) (\(reason)). Check the address."
    case 429: "\(address) is busy (\(reason)). Try again later."
    case 500...: "\(address) reports a server error (\(reason)). Try again later."
    case 300..<400: "\(address) redirects (\(reason)). Check the address."
    // The service's own message names what to check.
    case 400..<500 where message != nil: "\(address) refuses the request (\(reason))."
    default: "\(address) refuses the request (\(reason)). Check the address."
    }
  }
}

extension String {
  /// The text without the full stop at its end.
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
