import Fetching

extension PageLoadError {
  /// Makes the error of a response that is a refusal; nil if it is a success.
  ///
  /// - Parameters:
  ///   - address: The address or the name of the program.
  ///   - secrets: The texts that were sent and must not be shown, which a service may repeat.
  init?(_ response: HTTPResponse, from address: String, hiding secrets: [String] = []) {
    guard !response.isSuccess else { return nil }
    let status = response.status
    let words = response.ownWords(hiding: secrets)
    let reason = "status \(status)" + (words.map { ": “\($0)”" } ?? "")
    let wait = response.retryAfter
    // Some servers send 403 in place of 429, with the time to wait.
    let isBusy = status == 429 || 400..<500 ~= status && wait ?? .zero > .zero
    let (text, mayPass): (String, Bool) =
      switch status {
      case _ where isBusy:
        (
          "reports too many requests (\(reason)). Try again"
            + (wait.map { " in \($0.waitText)." } ?? " later."), true
        )
      case 401, 403: ("denies access (\(reason)). Check the key and its permissions.", false)
      case 408, 500...599: ("reports a server error (\(reason)). Try again later.", true)
      case 300...399: ("redirects without an address (\(reason)). Check the address.", false)
      default:
        ("refuses the request (\(reason))." + (words == nil ? " Check the address." : ""), false)
      }
    let isMissing = !isBusy && [404, 410].contains(status)
    self.init(
      isMissing
        ? "There is nothing at \(address) (\(reason)). Check the address." : "\(address) \(text)",
      cause: HTTPStatusError(status: status), mayPass: mayPass, retryAfter: mayPass ? wait : nil)
  }
}

/// The status of a response that is not a success, as the cause of an error.
public struct HTTPStatusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server's status code.
  public let status: Int
  /// The status in words.
  public var description: String { "status \(status)" }
}
