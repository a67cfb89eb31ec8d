/// The validators of a response (RFC 9110, 8.8): a later request that carries them is answered with
/// status 304 as long as the response still holds.
package struct Validators: Hashable, Sendable {
  /// The entity tag.
  package var tag: String?
  /// The time of the last change, by the server's clock.
  package var date: String?

  /// Takes the validators of a response's headers.
  package init(of headers: HTTPHeaders) {
    (tag, date) = (headers["ETag"], headers["Last-Modified"])
  }

  /// Makes a request conditional.
  package func add(to request: inout HTTPRequest) {
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
  }
}
