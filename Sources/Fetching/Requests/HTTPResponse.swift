/// The response to a request: every response of a server, also a refusal.
public struct HTTPResponse: Hashable, Sendable {
  /// The server's status code: 200 to 299 for success, 404 for a page that is missing.
  public var status: Int
  /// The headers; for redirected requests, those of the last server alone.
  public var headers: HTTPHeaders
  /// The bytes themselves.
  public var body: [UInt8]
  /// The address that has responded, if another one led there: a URL without secrets. It is nil for
  /// the one that was requested, and if it is not known.
  public var address: String?

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], address: String? = nil) {
    (self.status, self.headers, self.body, self.address) = (status, headers, body, address)
  }

  /// True if the status is from 200 to 299.
  public var isSuccess: Bool { 200...299 ~= status }

  /// The body as UTF-8, with U+FFFD for bytes that are not.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
