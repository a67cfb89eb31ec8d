/// The reason why there is no response to a request.
///
/// Its `description` is a sentence for the user: the problem, the address, and the remedy. An
/// address is a URL without its query, and never contains a key.
public enum TransportError: Error, Hashable, Sendable {
  /// The string is not an `http` or `https` URL that can be requested, for a `reason`; nil if it is
  /// not such a URL at all.
  case notURL(String, reason: String? = nil)
  /// The response redirects to another address, which is not requested for a `reason`.
  case leadsElsewhere(String, to: String, reason: String)
  /// A header has a name or a value that cannot be sent.
  case invalidHeader(name: String)
  /// The body cannot be sent, because it has a NUL.
  case invalidBody(String)
  /// The request is longer than can be sent.
  case requestTooLong(String)
  /// No server responds at the address, for a `reason`.
  case unreachable(String, reason: String)
  /// The response did not arrive within the request's timeout.
  case timedOut(String, after: Duration)
  /// The response was truncated.
  case cutShort(String)
  /// The response is not HTTP.
  case malformed(String)
  /// The response has more bytes than the request allows.
  case tooLarge(String, limit: Int)
  /// The status and the headers of the response have more bytes than the limit.
  case headTooLarge(String, limit: Int)
  /// The program that does the work is missing.
  case toolMissing(name: String)
  /// The file for an address cannot be read.
  case unreadableFile(path: String, reason: String)
  /// There is no file for an address.
  case noFile(String)
  /// A service refuses the name or the password of a sign-in, or has no sign-in at the address,
  /// with its `status` and its own message, if it has one.
  case signInRefused(String, status: Int, message: String? = nil)
  /// The response to a sign-in has no token, for a `reason`.
  case noToken(String, reason: String)
  /// The request failed for another reason, which is the worker's message.
  case failed(String, reason: String)
}

extension TransportError {
  /// True if a sign-in was refused because of its name or its password: with status 400 or 401, as
  /// in OAuth 2, or with 403 or 422, which other services use.
  package var isOfCredentials: Bool {
    guard case .signInRefused(_, let status, _) = self else { return false }
    return [400, 401, 403, 422].contains(status)
  }
}

extension TransportError: CustomStringConvertible {
  /// One sentence with the problem, the address and the remedy.
  public var description: String {
    switch self {
    case .notURL(let text, nil):
      "“\(text)” is not a URL; it must begin with http:// or https://, followed by a host."
    case .notURL(let text, let reason?): "“\(text)” is not a URL that can be requested: \(reason)."
    case .leadsElsewhere(let address, let target, let reason):
      "\(address) leads to \(target), \(reason)."
    case .invalidHeader(let name):
      "The header “\(name)” cannot be sent; a name is made of letters, digits and hyphens, and a "
        + "value is one line."
    case .invalidBody(let address):
      "The request to \(address) cannot be sent, because its body has a NUL (U+0000); remove it."
    case .requestTooLong(let address):
      "The request to \(address) is too long to be sent; use a shorter URL or body."
    case .unreachable(let address, let reason):
      "\(address) cannot be reached: \(reason). Check the address and the network, and try again."
    case .timedOut(let address, let time):
      "\(address) did not respond within \(Self.seconds(time)). Try again later."
    case .cutShort(let address): "The response from \(address) was cut off. Try again."
    case .malformed(let address):
      "The response from \(address) is not HTTP. Check the address and its port."
    case .tooLarge(let address, let limit):
      "The response from \(address) is larger than \(Self.bytes(limit)). Check the address."
    case .headTooLarge(let address, let limit):
      "The headers of the response from \(address) are larger than \(Self.bytes(limit)). Check the "
        + "address."
    case .toolMissing(let name):
      "\(name) is not installed, or not in PATH, and nothing can be fetched without it. "
        + "Install the package \(name), or name files instead."
    case .unreadableFile(let path, let reason):
      "Cannot read \(path): \(reason). Check the file and its permissions."
    case .noFile(let address): "No file was given for \(address)."
    case .signInRefused(let address, let status, let message):
      "The sign-in at \(address) was refused (status \(status))"
        + "\(message.map { ": “\($0)”" } ?? ""). "
        + (isOfCredentials
          ? "Check the name and the password."
          : status >= 500 ? "Try again later." : "Check the address.")
    case .noToken(let address, let reason):
      "\(address) responds to sign-in without a token: \(reason). Check the address, and where the "
        + "token is in the response."
    case .failed(let address, let reason): "\(address) could not be fetched: \(reason). Try again."
    }
  }

  private static func seconds(_ time: Duration) -> String {
    let tenths = Int((time / .milliseconds(100)).rounded())
    let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return tenths == 10 ? "1 second" : "\(text) seconds"
  }

  static func bytes(_ count: Int) -> String {
    for (shift, unit) in [(20, "MiB"), (10, "KiB")] where count >= 1 << shift {
      if count % (1 << shift) == 0 { return "\(count >> shift) \(unit)" }
    }
    return count == 1 ? "1 byte" : "\(count) bytes"
  }
}
