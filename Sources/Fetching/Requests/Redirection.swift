/// Follows a request's redirections from one address to the next (RFC 9110, 15.4).
///
/// A `GET` follows up to five redirections. Another server receives neither its body nor headers
/// that may contain a key. Any other method changes something: it is repeated, with its body, only
/// for 307 and 308 and on the same server. On a server that the user has not named it would change
/// the wrong thing, and as a `GET`, into which 301 to 303 turn it, nothing.
package struct Redirection: Sendable {
  /// The original request.
  package let original: HTTPRequest
  /// The next request.
  package private(set) var request: HTTPRequest
  private var count = 0

  private static let most = 5
  /// Headers that describe what is requested, and nothing about the sender.
  private static let openHeaders = [
    "Accept", "Accept-Language", "Cache-Control", "If-Modified-Since", "If-None-Match", "Range",
  ]

  /// Begins with a request.
  package init(_ request: HTTPRequest) { (original, self.request) = (request, request) }

  /// True if a response has led to another address.
  var isRedirected: Bool { count > 0 }

  /// The requested address or, after a redirection, the current one and the original one.
  var address: String { original.address(leadingTo: isRedirected ? request.address : nil) }

  /// Handles a response.
  ///
  /// - Returns: True if it is a redirection; ``request`` is then the next one.
  package mutating func follow(_ response: HTTPResponse) throws(TransportError) -> Bool {
    guard let location = response.location else { return false }
    guard let here = try? WebURL(request.url), let next = here.resolving(location) else {
      throw leadsElsewhere(
        HTTPRequest(location).address.foreignLine(limit: 200), because: Self.problem(with: location)
      )
    }
    let isHere = next.origin == here.origin
    guard request.method == .get || isHere && [307, 308].contains(response.status) else {
      throw leadsElsewhere(
        next.address,
        because: "and a \(request.method.rawValue) was not repeated there (status "
          + "\(response.status)); if that is the right address, use it")
    }
    guard count < Self.most else {
      throw .failed(original.address, reason: "it leads from one address to the next without end")
    }
    count += 1
    request.url = next.text
    if !isHere {
      request.body = nil
      request.headers = HTTPHeaders(
        request.headers.filter { header in
          Self.openHeaders.contains { header.name.isSameASCII(as: $0) }
        }.map { ($0.name, $0.value) })
    }
    return true
  }

  private static func problem(with location: String) -> String {
    do throws(WebURL.Problem) {
      _ = try WebURL(location)
      return "which cannot be requested; check the address"
    } catch {
      return error.reason.map { "which cannot be requested: \($0.foreignLine(limit: 200))" }
        ?? "which does not begin with http:// or https:// and a host; check the address"
    }
  }

  private func leadsElsewhere(_ target: String, because reason: String) -> TransportError {
    .leadsElsewhere(address, to: target, reason: reason)
  }
}

extension HTTPResponse {
  /// The address of a redirection; nil for any other response.
  var location: String? { [301, 302, 303, 307, 308].contains(status) ? headers["Location"] : nil }
}
