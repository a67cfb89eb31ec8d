import Formats

/// A response as the bytes of a file: a line with a checksum of the rest, header lines, an empty
/// line, the body.
struct CachedResponse: Equatable {
  var response: HTTPResponse
  /// The time of its arrival, in milliseconds since 1970.
  var time: Int

  /// The headers that are kept: those that describe the body and its validity. No other header is
  /// written to disk, because it might contain a cookie.
  static let keptHeaders = ["Content-Type", "ETag", "Last-Modified", "Link"]

  private static let title = "ViewModelKit answer 1 "
  private static let newline = UInt8(ascii: "\n")

  /// Makes the record of a response that arrived at a time.
  init(_ response: HTTPResponse, time: Int) {
    let headers = Self.keptHeaders.compactMap { name in response.headers[name].map { (name, $0) } }
    self.time = time
    self.response = HTTPResponse(
      status: response.status,
      headers: HTTPHeaders(headers.filter { $0.1.utf8.allSatisfy { $0 >= 0x20 } }),
      body: response.body)
  }

  /// The bytes of the file for a key.
  func bytes(as key: ResponseCache.Key) -> [UInt8] {
    var lines = ["\(key.digest)", "\(time)", "\(response.status)"]
    lines += response.headers.map { "\($0.name): \($0.value)" }
    let head = Array((lines.joined(separator: "\n") + "\n\n").utf8)
    let title = "\(Self.title)\(Self.checksum(head[...], response.body[...]))\n".utf8
    // Reserves all the room, to copy a large body only once.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(title.count + head.count + response.body.count)
    bytes += title
    bytes += head
    bytes += response.body
    return bytes
  }

  /// Reads the file for a key; nil if it belongs to another key, or is incomplete or modified. The
  /// body reuses the memory of the file's bytes, which may be large.
  init?(_ bytes: consuming [UInt8], of key: ResponseCache.Key) {
    guard bytes.starts(with: Self.title.utf8), let first = bytes.firstIndex(of: Self.newline),
      let end = Self.emptyLine(in: bytes, after: first),
      bytes[Self.title.utf8.count..<first]
        .elementsEqual(Self.checksum(bytes[(first + 1)..<end], bytes[end...]).utf8)
    else { return nil }
    let lines = bytes[(first + 1)..<end].split(separator: Self.newline)
    func number(_ line: ArraySlice<UInt8>) -> Int? { Int(String(decoding: line, as: UTF8.self)) }
    // A file may contain any number: a time before 1970 has no computable age.
    guard lines.count >= 3, lines[0].elementsEqual(key.digest.utf8), let time = number(lines[1]),
      time >= 0, let status = number(lines[2]), 100...599 ~= status
    else { return nil }
    var headers = HTTPHeaders([])
    for line in lines.dropFirst(3) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      headers.append(
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: line[colon...].dropFirst(2), as: UTF8.self))
    }
    bytes.removeSubrange(..<end)
    self.time = time
    response = HTTPResponse(status: status, headers: headers, body: bytes)
  }

  /// The index after the first empty line.
  private static func emptyLine(in bytes: [UInt8], after start: Int) -> Int? {
    for index in (start + 1)..<bytes.count
    where bytes[index] == newline && bytes[index - 1] == newline { return index + 1 }
    return nil
  }

  /// The checksum of two pieces, against corruption: 64-bit FNV-1a, as sixteen digits.
  private static func checksum(_ pieces: ArraySlice<UInt8>...) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for piece in pieces {
      piece.withUnsafeBufferPointer { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      }
    }
    return String(hexadecimal: hash, width: 16)
  }
}
