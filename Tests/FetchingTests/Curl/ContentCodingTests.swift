import Testing

@testable import Fetching

@Suite("Bodies that are packed though nothing packed was asked for")
struct ContentCodingTests {
  /// The text that the samples have packed; made by Python's `zlib`.
  private static let text =
    String(repeating: "Die Würde des Menschen ist unantastbar. ", count: 20)
    + String((0..<300).map { Character(Unicode.Scalar(UInt8(33 + $0 * 7 % 90))) })

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).map { index in
      UInt8(String(digits[index...index + 1]), radix: 16)!
    }
  }

  private static let gzip = bytes(
    "1f8b080000000000020373c94c55083fbca72825552125b558c13735af383923354f21b3b844a134"
      + "2f31af24b1b82429b1484fc16554e1a8c2518520858a1afa66b62ede419109e979a54a9a06e676ae"
      + "3ec1518919f965ca5a8616f66ebe21d1499905e52ada46960eee7ea131c9598515aa3ac6568e1efe"
      + "61b129d945956aba26d64e9e01e171a939c555ea7aa636ce5e8111f169b925c3cf640003f4d86560"
      + "040000")
  private static let fixed = bytes(
    "73c94c55083fbca72825552125b558c13735af383923354f21b3b844a1342f31af24b1b82429b148"
      + "4fc16554e1a8c2518520858a1afa66b62ede419109e979a54a9a06e676ae3ec1518919f965ca5a86"
      + "16f66ebe21d1499905e52ada46960eee7ea131c9598515aa3ac6568e1efe61b129d945956aba26d6"
      + "4e9e01e171a939c555ea7aa636ce5e8111f169b925c3cf6400")
  private static let zlib = bytes(
    "789c73c94c55083fbca72825552125b558c13735af383923354f21b3b844a1342f31af24b1b82429"
      + "b1484fc16554e1a8c2518520858a1afa66b62ede419109e979a54a9a06e676ae3ec1518919f965ca"
      + "5a8616f66ebe21d1499905e52ada46960eee7ea131c9598515aa3ac6568e1efe61b129d945956aba"
      + "26d64e9e01e171a939c555ea7aa636ce5e8111f169b925c3cf6400aac88f02")
  /// Nothing, with the name of a file, in a block that is not packed.
  private static let empty = bytes(
    "1f8b080800000000000361206e616d6500" + "010000ffff" + "0000000000000000")
  /// 200,000 zeros, by codes of their own.
  private static let bomb = bytes(
    "1f8b0800000000000203edc13101000000c2a0f54f6d067fa0000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000080d7007b58e05c400d0300")

  /// Deflate whose block is not packed.
  private static func stored(_ body: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(body.count & 0xFF), UInt8(body.count >> 8))
    return [1, low, high, ~low, ~high] + body
  }

  private static let json = Array(#"[{"email": "ann@a.example"}]"#.utf8)
  private static let latin: [UInt8] = [0x57, 0xFC, 0x72, 0x64, 0x65]

  /// What becomes of a body: the text, the body itself, or an error.
  enum Outcome: Sendable {
    case text, same, failure(TransportError)

    static let cutShort = failure(.cutShort("there"))
    static func damaged(_ coding: String) -> Self {
      .failure(.failed("there", reason: "its response is damaged (\(coding))"))
    }
    static func other(_ coding: String) -> Self {
      .failure(
        .failed("there", reason: "its response has an unrequested encoding, \(coding)"))
    }
  }

  private static func changed(_ body: [UInt8], at index: Int) -> [UInt8] {
    var body = body
    body[index] ^= 0x55
    return body
  }

  static let table: [(name: String, coding: String, body: [UInt8], outcome: Outcome)] = [
    ("gzip", "gzip", gzip, .text), ("its old name", "X-GZIP", gzip, .text),
    ("zlib", "deflate", zlib, .text), ("deflate", "deflate", fixed, .text),
    ("beside others", "Deflate, identity, aws-chunked", zlib, .text),
    ("twice", "gzip, deflate", stored(gzip), .text),
    ("two members", "gzip", empty + gzip, .text),
    ("bytes behind the end", "gzip", gzip + [0, 0, 0x1F], .text),
    ("a second member cut short", "gzip", gzip + gzip.prefix(11), .cutShort),
    ("a wrong checksum", "gzip", changed(gzip, at: gzip.count - 8), .damaged("gzip")),
    ("a wrong length", "gzip", changed(gzip, at: gzip.count - 1), .damaged("gzip")),
    ("a wrong checksum", "deflate", changed(zlib, at: zlib.count - 1), .damaged("deflate")),
    ("another method", "gzip", changed(gzip, at: 2), .damaged("gzip")),
    ("a reserved block", "deflate", [0xFF, 0xFF, 0xFF], .damaged("deflate")),
    ("nothing", "gzip", [], .same), ("nothing", "deflate", [], .same), ("nothing", "br", [], .same),
    ("text as gzip", "gzip", json, .same), ("text as deflate", "deflate", json, .same),
    ("text as br", "br", json, .same), ("text as text", "utf-8", json, .same),
    ("text without a label", "", json, .same), ("Latin-1 as gzip", "gzip", latin, .same),
    ("gzip without a label", "identity", gzip, .same),
    ("brotli", "br", [0x8B, 0x02, 0x80, 0x5B], .other("br")),
    ("compress", "compress", [0x1F, 0x9D, 0x90, 0x61], .other("compress")),
  ]

  @Test("A body is unpacked, stays as it is, or is an error", arguments: table)
  func outcome(name: String, coding: String, body: [UInt8], outcome: Outcome) throws {
    switch outcome {
    case .text: #expect(try unpack(body, coding) == Array(Self.text.utf8))
    case .same: #expect(try unpack(body, coding) == body)
    case .failure(let error): #expect(throws: error) { try unpack(body, coding) }
    }
  }

  @Test(
    "A packed body that is cut at any byte is cut short",
    arguments: [
      ("gzip", 1..<gzip.count, gzip), ("gzip", 1..<30, empty), ("gzip", 1..<60, bomb),
      ("deflate", 2..<zlib.count, zlib), ("deflate", 2..<fixed.count, fixed),
    ])
  func cut(coding: String, counts: Range<Int>, body: [UInt8]) {
    for count in counts {
      #expect(throws: TransportError.cutShort("there"), "\(count) bytes") {
        try unpack(Array(body[..<count]), coding)
      }
    }
  }

  @Test("A gzip with any wrong bit is an error, unless the bit is behind the end of what is packed")
  func wrongBits() {
    for (sample, bits) in [(Self.gzip, 80..<Self.gzip.count * 8), (Self.bomb, 80..<240)] {
      for bit in bits {
        var body = sample
        body[bit / 8] ^= 1 << UInt8(bit % 8)
        let found = try? unpack(body, "gzip", limit: 2000)
        #expect(found == nil || found == Array(Self.text.utf8))
      }
    }
  }

  @Test("No more than the limit is unpacked")
  func limit() throws {
    #expect(try unpack(Self.bomb, "gzip", limit: 200_000).count == 200_000)
    #expect(throws: TransportError.tooLarge("there", limit: 199_999)) {
      try unpack(Self.bomb, "gzip", limit: 199_999)
    }
  }

  private func unpack(
    _ body: [UInt8], _ coding: String, limit: Int = 1 << 20
  ) throws(TransportError) -> [UInt8] {
    try ContentCoding.unpacked(body, ["content-encoding": coding], limit: limit, from: "there")
  }
}
