/// The output of curl: the heads of a response and of those before it, and the body as it was sent.
struct CurlResponse {
  private let largestBody: Int
  /// True if the body of a redirection is not needed.
  private let followsRedirections: Bool
  /// The head until it is complete.
  private var headBytes: [UInt8] = []
  /// The number of bytes of the head that have been searched for its end.
  private var searched = 0
  /// The head of the response; nil until it is complete.
  private var head: Head?
  private var body: [UInt8] = []

  private struct Head {
    var status: Int
    var headers: HTTPHeaders
  }

  /// The maximum number of bytes in a head.
  static let largestHead = 256 << 10

  init(largestBody: Int, followsRedirections: Bool = true) {
    self.largestBody = min(largestBody, .max - 1)
    self.followsRedirections = followsRedirections
  }

  /// The reason why the response from a address is too long; nil if it is not.
  func excess(from address: String) -> TransportError? {
    if head == nil, headBytes.count > Self.largestHead {
      return .headTooLarge(address, limit: Self.largestHead)
    }
    return head != nil && body.count > largestBody ? .tooLarge(address, limit: largestBody) : nil
  }

  /// Adds bytes of the heads or of the body in the order of arrival; of a body that is too long,
  /// one byte more than the limit. The first bytes of a body may arrive before the end of its head.
  mutating func add(_ chunk: ArraySlice<UInt8>, isHead: Bool) {
    guard isHead else { return keep(chunk) }
    // Trailers may follow the head.
    if head != nil { return }
    headBytes += chunk
    while let (end, next) = headEnd() {
      // The bytes are kept for the error that there is no status.
      guard let found = Self.parsedHead(headBytes[..<end]) else { return }
      headBytes.removeFirst(next)
      searched = 0
      // Another response follows an interim one.
      guard found.status >= 200 else { continue }
      head = found
      if leadsElsewhere { body = [] }
      return
    }
  }

  private var leadsElsewhere: Bool {
    guard followsRedirections, let head, head.status >= 300 else { return false }
    return HTTPResponse(status: head.status, headers: head.headers).location != nil
  }

  private mutating func keep(_ chunk: ArraySlice<UInt8>) {
    if leadsElsewhere { return }
    let chunk = chunk.prefix(max(0, largestBody + 1 - body.count))
    makeRoom(for: chunk.count)
    body += chunk
  }

  /// Reserves room for the largest response once doubling reaches an eighth of it: a later step
  /// would need twice as much memory. Unused room takes none.
  private mutating func makeRoom(for count: Int) {
    guard body.count + count > body.capacity else { return }
    let most = largestBody + 1
    if body.capacity < most, body.capacity > most / 16 { body.reserveCapacity(most) }
  }

  /// The whole response, decompressed.
  ///
  /// - Throws: `TransportError.malformed` if there is no head, or the reason why the body cannot be
  ///   decompressed.
  func response(from address: String) throws(TransportError) -> HTTPResponse {
    guard let head else { throw .malformed(address) }
    return HTTPResponse(
      status: head.status, headers: head.headers,
      body: try ContentCoding.unpacked(body, head.headers, limit: largestBody, from: address))
  }

  /// The end of the first head, and the start of the rest; nil until the head is complete.
  private mutating func headEnd() -> (end: Int, next: Int)? {
    // The system's loader may print warnings about libraries before it.
    while !headBytes.starts(with: "HTTP/".utf8) {
      guard let end = headBytes.firstIndex(of: 0x0A) else { return nil }
      headBytes.removeFirst(end + 1)
    }
    defer { searched = headBytes.count }
    for index in max(1, searched)..<max(1, headBytes.count) where headBytes[index] == 0x0A {
      if headBytes[index - 1] == 0x0A { return (index, index + 1) }
      if index > 1, headBytes[index - 1] == 0x0D, headBytes[index - 2] == 0x0A {
        return (index - 1, index + 1)
      }
    }
    return nil
  }

  private static func parsedHead(_ bytes: ArraySlice<UInt8>) -> Head? {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let words = lines.first?.split(separator: 0x20) ?? []
    guard words.count > 1, words[1].count == 3, words[1].allSatisfy(\.isDigit) else { return nil }
    let status = words[1].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    var headers = HTTPHeaders([])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      var value = line[(colon + 1)...].drop(while: isBlank)
      while let last = value.last, isBlank(last) { value.removeLast() }
      headers.append(
        String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
    return Head(status: status, headers: headers)
  }
}
