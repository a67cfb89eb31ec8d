/// What came back for a request: every answer of a server, also one that says no.
public struct HTTPResponse: Hashable, Sendable {
  /// What the server makes of the request: 200 and what is around it is good, 404 is not.
  public var status: Int
  /// What is said beside the body; of redirected requests, by the last server alone.
  public var headers: HTTPHeaders
  /// The bytes themselves.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Whether the status is from 200 to 299.
  public var isSuccess: Bool { 200...299 ~= status }

  /// The body as UTF-8, with U+FFFD for what is none.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
