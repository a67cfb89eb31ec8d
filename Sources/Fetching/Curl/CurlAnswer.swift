/// The output of curl: the heads of all answers on the way, and the body of the last.
struct CurlAnswer {
  private let largestBody: Int
  /// True if an answer that leads elsewhere is only a step on the way.
  private let followsRedirections: Bool
  /// The URL that is asked, or the last one that an answer has led to.
  private(set) var url: String
  /// True if an answer has led to another address.
  private(set) var isRedirected = false
  private var bytes: [UInt8] = []
  /// The head of the last answer; nil until it is complete.
  private var head: Head?

  private struct Head {
    var status: Int
    var headers: HTTPHeaders
    /// True if another answer follows, because this one is only a step on the way.
    var isOnTheWay: Bool
    /// The address that it leads to.
    var location: String? { 300...399 ~= status ? headers["Location"] : nil }
  }

  /// The greatest number of bytes in a head.
  static let largestHead = 256 << 10

  init(largestBody: Int, url: String, followsRedirections: Bool = true) {
    self.largestBody = min(largestBody, .max - 1)
    self.url = url
    self.followsRedirections = followsRedirections
  }

  /// The reason why the answer from a place is too long; nil if it is not.
  func excess(from place: String) -> TransportError? {
    if head == nil || head?.isOnTheWay == true, bytes.count > Self.largestHead {
      return .headTooLarge(place, limit: Self.largestHead)
    }
    return head != nil && bytes.count > largestBody
      ? .tooLarge(place, limit: largestBody) : nil
  }

  /// Takes bytes in the order in which they come; of a body that is too long, one more than it may
  /// have.
  mutating func add(_ chunk: ArraySlice<UInt8>) {
    let isBody = head?.isOnTheWay == false
    let chunk = isBody ? chunk.prefix(max(0, largestBody + 1 - bytes.count)) : chunk
    makeRoom(for: chunk.count)
    bytes += chunk
    while head == nil || head?.isOnTheWay == true, let (end, next) = headEnd() {
      head = parsedHead(bytes[..<end])
      // The bytes stay as they are, for the error that there is no status.
      guard head != nil else { return }
      bytes.removeFirst(next)
      if followsRedirections, let location = head?.location {
        url = HTTPRequest.url(location, from: url)
        isRedirected = true
      }
    }
  }

  /// Takes all of the room that the largest answer needs once doubling leads to an eighth of it: a
  /// step from further on would have twice as much in memory. Room that is not used takes none.
  private mutating func makeRoom(for count: Int) {
    guard bytes.count + count > bytes.capacity else { return }
    let most = largestBody + 1
    if bytes.capacity < most, bytes.capacity > most / 16 { bytes.reserveCapacity(most) }
  }

  /// The whole answer.
  ///
  /// - Throws: `TransportError.malformed` if there is no head.
  func response(from place: String) throws(TransportError) -> HTTPResponse {
    guard let head else { throw .malformed(place) }
    return HTTPResponse(
      status: head.status, headers: head.headers, body: bytes, place: isRedirected ? place : nil)
  }

  /// The end of the head at the beginning, and the start of the rest; nil until the head is
  /// complete.
  private func headEnd() -> (end: Int, next: Int)? {
    guard bytes.starts(with: "HTTP/".utf8) else { return nil }
    for place in bytes.indices.dropFirst() where bytes[place] == 0x0A {
      if bytes[place - 1] == 0x0A { return (place, place + 1) }
      if place > 1, bytes[place - 1] == 0x0D, bytes[place - 2] == 0x0A {
        return (place - 1, place + 1)
      }
    }
    return nil
  }

  private func parsedHead(_ bytes: ArraySlice<UInt8>) -> Head? {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
      .map { String(decoding: $0, as: UTF8.self) }
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    var headers = HTTPHeaders([])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(String(line[..<colon]), String(value))
    }
    var head = Head(status: status, headers: headers, isOnTheWay: status < 200)
    if followsRedirections, head.location != nil { head.isOnTheWay = true }
    return head
  }
}
