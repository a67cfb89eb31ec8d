import Fetching

/// The reason why there is no weather; its description is a sentence for the user.
///
/// No key is ever part of it.
public enum WeatherError: Error, Hashable, Sendable {
  /// There is no answer, or none that is HTTP.
  case unavailable(TransportError)
  /// The service refuses: with a status, and as a rule a message of its own.
  ///
  /// `retryAfter` is the time at which it may be asked again, if it names one.
  case refused(status: Int, message: String?, retryAfter: RetryTime? = nil)
  /// An answer does not have the expected form.
  ///
  /// - `place`: the URL without its query, or the file; with line and column where it is no JSON.
  /// - `key`: the keys that lead to the problem, `list[3].main`; empty for the answer as a whole.
  /// - `reason`: the problem: `the key “temp” is missing`.
  case unreadable(place: String, key: String, reason: String)

  /// The time at which a service may be asked again.
  public enum RetryTime: Hashable, Sendable {
    /// A time after the answer.
    case after(Duration)
    /// At a date, in the service's words.
    case at(String)
  }

  /// The pause that the service demands, if it gives that as a time from now.
  public var pause: Duration? {
    if case .refused(_, _, .after(let duration)?) = self { duration } else { nil }
  }
}

extension WeatherError: CustomStringConvertible {
  /// One sentence or two with the problem, the place and the remedy.
  public var description: String {
    switch self {
    case .unavailable(let error): error.description
    case .refused(let status, let message, let retryTime):
      Self.complaint(status, message) + Self.advice(status, retryTime)
    case .unreadable(let place, let key, let reason):
      "What came from \(place) is not the weather: \(key.isEmpty ? "" : key + ": ")\(reason)."
    }
  }

  private static func complaint(_ status: Int, _ message: String?) -> String {
    guard var message, !message.isEmpty else {
      return "The weather service answers with status \(status)."
    }
    if message.last == "." { message.removeLast() }
    return "The weather service says: \(message) (\(status))."
  }

  private static func advice(_ status: Int, _ retryTime: RetryTime?) -> String {
    switch (status, retryTime) {
    case (_, .after(let pause)?): " Try again in \(words(pause))."
    case (_, .at(let date)?): " Try again after \(date)."
    case (401, _), (403, _): " Check the key."
    case (400, _), (404, _): " Check the place and the base URL."
    case (429, _), (500..., _): " Try again later."
    default: ""
    }
  }

  private static func words(_ pause: Duration) -> String {
    let seconds = pause.components.seconds
    let (count, unit) =
      seconds < 120
      ? (seconds, "second")
      : seconds < 7200
        ? ((seconds + 59) / 60, "minute")
        : ((seconds + 3599) / 3600, "hour")
    return "\(count) \(unit)" + (count == 1 ? "" : "s")
  }
}

extension WeatherError {
  /// Returns one text for the errors of two requests: a reason that both have is written once.
  static func text(_ errors: [WeatherError]) -> String? {
    var said: [WeatherError] = []
    for error in errors where !said.contains(where: { $0.isAlike(error) }) { said.append(error) }
    return said.isEmpty ? nil : said.map(\.description).joined(separator: " ")
  }

  /// Returns true if another request met the same error, at its own address.
  private func isAlike(_ other: WeatherError) -> Bool {
    switch (self, other) {
    case (.refused(let status, let message, _), .refused(let otherStatus, let otherMessage, _)):
      status == otherStatus && message == otherMessage
    case (.unavailable(let error), .unavailable(let other)): error.isAlike(other)
    default: self == other
    }
  }
}

extension TransportError {
  /// Returns true if it is the same failure, possibly at another address of the same service.
  fileprivate func isAlike(_ other: TransportError) -> Bool {
    switch (self, other) {
    case (.unreachable(_, let reason), .unreachable(_, let otherReason)): reason == otherReason
    case (.timedOut, .timedOut), (.cutShort, .cutShort), (.malformed, .malformed): true
    default: self == other
    }
  }
}
