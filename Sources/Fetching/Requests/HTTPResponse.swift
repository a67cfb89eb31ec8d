/// The response to a request: any response of a server, including a refusal.
public struct HTTPResponse: Hashable, Sendable {
  /// The server's status code: 200 to 299 for success, 404 for a missing page.
  public var status: Int
  /// The headers; for redirected requests, those of the last server alone.
  public var headers: HTTPHeaders
  /// The bytes of the body.
  public var body: [UInt8]
  /// The address that responded after a redirection: a URL without secrets. Nil for the requested
  /// address, and if it is unknown.
  public var address: String?

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], address: String? = nil) {
    (self.status, self.headers, self.body, self.address) = (status, headers, body, address)
  }

  /// True if the status is from 200 to 299.
  public var isSuccess: Bool { 200...299 ~= status }

  /// The body as UTF-8, with U+FFFD for invalid bytes.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
