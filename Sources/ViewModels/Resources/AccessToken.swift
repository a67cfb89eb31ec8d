import Fetching

/// A token that identifies the user to a service; it is never shown.
///
///     print(AccessToken("0123abcd")!)  // <secret>
public struct AccessToken: Hashable, Sendable {
  /// The token itself.
  private let text: String

  /// Makes a token from a string, without the blanks around it.
  ///
  /// Returns nil if nothing is left, or if it cannot be sent in a header: it contains a blank, a
  /// control character or non-ASCII characters.
  public init?(_ text: String) {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = text.utf8.drop(while: isBlank)
    guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return nil }
    let token = bytes[...last]
    guard token.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.text = String(decoding: token, as: UTF8.self)
  }

  /// Returns a request that shows the token (RFC 6750, 2.1).
  package func authorizing(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.headers["Authorization"] = "Bearer " + text
    return request
  }
}

extension AccessToken {
  /// Returns a refusal without the token, which a service may repeat in its message.
  func hidden(in response: HTTPResponse) -> HTTPResponse {
    guard !response.isSuccess else { return response }
    var response = response
    response.body = response.body.replacing(bytesOf: text, with: "<secret>")
    return response
  }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
  /// Always `<secret>`.
  public var description: String { "<secret>" }
  /// A mirror without contents.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
