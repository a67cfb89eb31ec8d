import Fetching
import Formats

/// The reason why there is no weather; its description is a sentence for the user.
///
/// It never contains a key.
public enum WeatherError: Error, Hashable, Sendable {
  /// There is no response, or it is not HTTP.
  case unavailable(TransportError)
  /// The service refuses: with a status, and usually with its own message.
  ///
  /// If the status is a success, the response itself reports an error. `retryAfter` is the time to
  /// wait before the next request, if the service names one.
  case refused(status: Int, message: String?, retryAfter: Duration? = nil)
  /// A response does not have the expected form.
  ///
  /// - `source`: the URL without its query, or the file; with line and column if it is not JSON.
  /// - `key`: the keys that lead to the problem, `list[3].main`; empty for the response as a whole.
  /// - `reason`: the problem: `the key “temp” is missing`.
  case unreadable(source: String, key: String, reason: String)

  /// The pause that the service demands.
  package var pause: Duration? {
    if case .refused(_, _, let duration) = self { duration } else { nil }
  }
}

extension WeatherError: CustomStringConvertible {
  /// One sentence or two with the problem, the source and the remedy.
  public var description: String {
    switch self {
    case .unavailable(let error): error.description
    case .refused(let status, let message, let pause):
      Self.rejection(status, message) + Self.advice(status, message, pause)
    case .unreadable(let source, let key, let reason):
      "The response from \(source) is not the weather: \(DocumentError(reason, keyPath: key))."
    }
  }

  private static func rejection(_ status: Int, _ message: String?) -> String {
    guard var message, !message.isEmpty else {
      return "The weather service responds with status \(status)."
    }
    if message.last == "." { message.removeLast() }
    let code = 200...299 ~= status ? "" : " (\(status))"
    return "The weather service reports: \(message)\(code)."
  }

  private static func advice(_ status: Int, _ message: String?, _ pause: Duration?) -> String {
    if let pause { return " Try again in \(pause.waitText)." }
    switch status {
    case 401, 403: return " Check the key."
    case 400, 404: return " Check the place and the base URL."
    case 429, 500...:
      let saysSo = message?.lowercased().hasBytes(of: "try again") == true
      return saysSo ? "" : " Try again later."
    default: return ""
    }
  }
}

extension WeatherError {
  /// Returns one text for the errors of two requests: a reason that both have is written once.
  static func text(_ errors: [WeatherError]) -> String? {
    var said: Set<String> = []
    let texts = errors.filter { said.insert($0.kind).inserted }.map(\.description)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  /// The error without the address of the request.
  private var kind: String {
    switch self {
    case .refused(let status, let message, _): "\(status) \(message ?? "")"
    case .unavailable(.unreachable(_, let reason)): reason
    case .unavailable(.timedOut): "timed out"
    case .unavailable(.cutShort): "cut short"
    case .unavailable(.malformed): "malformed"
    case .unavailable, .unreadable: description
    }
  }
}
