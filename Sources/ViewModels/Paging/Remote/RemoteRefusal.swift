import Fetching

/// The answer of a server that does not give what was asked for, in a sentence.
struct RemoteRefusal {
  let error: PageLoadError

  /// Makes one of an answer; nil if it is a success.
  ///
  /// - Parameters:
  ///   - place: The name of who has answered.
  ///   - secrets: The texts that were sent and must not be shown, which a service may repeat.
  init?(_ response: HTTPResponse, from place: String, hiding secrets: [String] = []) {
    guard !response.isSuccess else { return nil }
    let status = response.status
    let words = response.ownWords(hiding: secrets)
    let reason = "status \(status)" + (words.map { ": “\($0)”" } ?? "")
    func error(_ text: String, mayPass: Bool = false) -> PageLoadError {
      PageLoadError(
        text, cause: HTTPStatusError(status: status), mayPass: mayPass,
        retryAfter: mayPass ? response.retryAfter : nil)
    }
    // Some say 403 where others say 429, and say how long to wait.
    if status == 429 || status >= 400 && status < 500 && response.retryAfter ?? .zero > .zero {
      let wait = response.retryAfter.map { " in \($0.waitText)" } ?? " later"
      self.error = error(
        "\(place) has been asked too often (\(reason)). Try again\(wait).", mayPass: true)
      return
    }
    switch status {
    case 401, 403:
      self.error = error(
        "\(place) does not let us in (\(reason)). Check the key and what it may do.")
    case 404, 410:
      self.error = error("There is nothing at \(place) (\(reason)). Check the address.")
    case 408, 500...599:
      self.error = error(
        "\(place) has a problem of its own (\(reason)). Try again later.", mayPass: true)
    case 300...399:
      self.error = error(
        "\(place) leads elsewhere without an address (\(reason)). Check the address.")
    default:
      self.error = error(
        "\(place) refuses the request (\(reason))." + (words == nil ? " Check the address." : ""))
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
