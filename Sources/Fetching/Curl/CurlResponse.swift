/// The output of curl: the heads of a response and of those on the way to it, and the body, framed
/// and packed as it was sent.
struct CurlResponse {
  private let largestBody: Int
  /// True if the body of a response that leads elsewhere is of no use.
  private let followsRedirections: Bool
  /// The head, as long as it is not complete; then the body without its framing.
  private var bytes: [UInt8] = []
  /// The number of bytes of the head that have no end of it.
  private var searched = 0
  /// The head of the response; nil until it is complete.
  private var head: Head?
  /// The framing of a body in chunks.
  private var chunks: ChunkedBody?

  private struct Head {
    var status: Int
    var headers: HTTPHeaders
  }

  /// The greatest number of bytes in a head.
  static let largestHead = 256 << 10

  init(largestBody: Int, followsRedirections: Bool = true) {
    self.largestBody = min(largestBody, .max - 1)
    self.followsRedirections = followsRedirections
  }

  /// The reason why the response from a address is too long; nil if it is not.
  func excess(from address: String) -> TransportError? {
    if head == nil, bytes.count > Self.largestHead {
      return .headTooLarge(address, limit: Self.largestHead)
    }
    return head != nil && bytes.count > largestBody
      ? .tooLarge(address, limit: largestBody) : nil
  }

  /// Takes bytes in the order in which they come; of a body that is too long, one more than it may
  /// have.
  mutating func add(_ chunk: ArraySlice<UInt8>) {
    if head != nil { return addBody(chunk) }
    bytes += chunk
    while let (end, next) = headEnd() {
      // The bytes stay as they are, for the error that there is no status.
      guard let found = Self.parsedHead(bytes[..<end]) else { return }
      let rest = Array(bytes[next...])
      (bytes, searched) = (rest, 0)
      // Another answer follows one that is only a step on the way.
      guard found.status >= 200 else { continue }
      (head, bytes) = (found, [])
      let codings = found.headers.directives(of: "Transfer-Encoding")
      if codings.last == "chunked" { chunks = ChunkedBody() }
      return addBody(rest[...])
    }
  }

  private mutating func addBody(_ chunk: ArraySlice<UInt8>) {
    guard var chunks = self.chunks else { return keep(chunk) }
    self.chunks = nil
    chunks.take(chunk) { keep($0) }
    self.chunks = chunks
  }

  private mutating func keep(_ chunk: ArraySlice<UInt8>) {
    if followsRedirections, let head, head.status >= 300,
      HTTPResponse(status: head.status, headers: head.headers).location != nil
    {
      return
    }
    let chunk = chunk.prefix(max(0, largestBody + 1 - bytes.count))
    makeRoom(for: chunk.count)
    bytes += chunk
  }

  /// Takes all of the room that the largest answer needs once doubling leads to an eighth of it: a
  /// step from further on would have twice as much in memory. Room that is not used takes none.
  private mutating func makeRoom(for count: Int) {
    guard bytes.count + count > bytes.capacity else { return }
    let most = largestBody + 1
    if bytes.capacity < most, bytes.capacity > most / 16 { bytes.reserveCapacity(most) }
  }

  /// The whole answer, unpacked.
  ///
  /// - Throws: `TransportError.malformed` if there is no head, or the framing is wrong, and the
  ///   reason why the body cannot be unpacked.
  func response(from address: String) throws(TransportError) -> HTTPResponse {
    guard let head, chunks?.isMalformed != true else { throw .malformed(address) }
    guard chunks?.isWhole != false || bytes.isEmpty && head.status == 304 else {
      throw .cutShort(address)
    }
    return HTTPResponse(
      status: head.status, headers: head.headers,
      body: try ContentCoding.unpacked(bytes, head.headers, limit: largestBody, from: address))
  }

  /// The end of the head at the beginning, and the start of the rest; nil until the head is
  /// complete.
  private mutating func headEnd() -> (end: Int, next: Int)? {
    guard bytes.starts(with: "HTTP/".utf8) else { return nil }
    defer { searched = bytes.count }
    for index in max(1, searched)..<max(1, bytes.count) where bytes[index] == 0x0A {
      if bytes[index - 1] == 0x0A { return (index, index + 1) }
      if index > 1, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A {
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
