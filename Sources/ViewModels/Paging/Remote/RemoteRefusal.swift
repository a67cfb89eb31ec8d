import Fetching

/// The answer of a server that does not give what was asked for, in a sentence.
struct RemoteRefusal {
  let error: PageLoadError

  /// Makes one of an answer; nil if it is a success.
  init?(_ response: HTTPResponse, from place: String) {
    guard !response.isSuccess else { return nil }
    let status = response.status
    func error(_ text: String, mayPass: Bool = false) -> PageLoadError {
      PageLoadError(
        text, cause: HTTPStatusError(status: status), mayPass: mayPass,
        retryAfter: mayPass ? response.retryAfter : nil)
    }
    switch status {
    case 401, 403:
      self.error = error(
        "\(place) does not let us in (status \(status)). Check the key and what it may do.")
    case 404, 410:
      self.error = error("There is nothing at \(place) (status \(status)). Check the address.")
    case 429:
      let wait = response.retryAfter.map { " in \($0.waitText)" } ?? " later"
      self.error = error(
        "\(place) has been asked too often (status 429). Try again\(wait).", mayPass: true)
    case 408, 500...599:
      self.error = error(
        "\(place) has a problem of its own (status \(status)). Try again later.", mayPass: true)
    case 300...399:
      self.error = error(
        "\(place) leads elsewhere without an address (status \(status)). Check the address.")
    default:
      self.error = error("\(place) refuses the request (status \(status)). Check the address.")
    }
  }
}

/// The status of an answer that is no success, as the cause of an error.
public struct HTTPStatusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server's status code.
  public let status: Int
  /// The status in words.
  public var description: String { "status \(status)" }
}
