/// The validators of a response (RFC 9110, 8.8): the response to a later request with these has
/// status 304 as long as the first one is still valid.
package struct Validators: Hashable, Sendable {
  /// The entity tag.
  package var tag: String?
  /// The time of the last change, by the server's clock.
  package var date: String?

  /// Makes the validators from a response's headers.
  package init(of headers: HTTPHeaders) {
    (tag, date) = (headers["ETag"], headers["Last-Modified"])
  }

  /// Makes a request conditional.
  package func add(to request: inout HTTPRequest) {
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
  }
}
