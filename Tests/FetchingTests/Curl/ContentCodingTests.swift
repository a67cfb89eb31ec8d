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
    return stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(digits[place...place + 1]), radix: 16)!
    }
  }

  private static let dynamic = bytes(
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
  /// A gzip with the name of a file, whose block is not packed.
  private static let stored = bytes(
    "1f8b080800000000000361206e616d6500"
      + "013200cdff4469652057c3bc72646520646573204d656e736368656e2069737420756e616e746173"
      + "746261722e204469652057c3bc7264ec03ea7532000000")
  /// 200,000 zeros.
  private static let bomb = bytes(
    "1f8b0800000000000203edc13101000000c2a0f54f6d067fa0000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000000000000080d7007b58e05c400d0300")

  private func unpack(
    _ body: [UInt8], _ coding: String, limit: Int = 1 << 20
  ) throws(TransportError) -> [UInt8] {
    try ContentCoding.unpacked(body, ["content-encoding": coding], limit: limit, from: "there")
  }

  @Test("Every way to pack is unpacked")
  func unpacked() throws {
    for (body, coding) in [
      (Self.dynamic, "gzip"), (Self.dynamic, "X-GZIP"), (Self.zlib, "deflate"),
      (Self.fixed, "deflate"), (Array(Self.dynamic[10...]), "deflate"),
      (Self.zlib, "Deflate, identity"),
    ] {
      #expect(String(decoding: try unpack(body, coding), as: UTF8.self) == Self.text)
    }
    let stored = try unpack(Self.stored + Self.dynamic, "gzip")
    #expect(Array(stored.prefix(50)) == Array(Self.text.utf8.prefix(50)))
  }

  @Test("What is not packed, or in a way that does not matter, stays")
  func kept() throws {
    for coding in ["gzip", "identity", "utf-8", "", "aws-chunked"] {
      #expect(try unpack(Array("[1]".utf8), coding) == Array("[1]".utf8))
    }
    #expect(try unpack([], "gzip") == [])
  }

  @Test("More than is allowed is not unpacked")
  func limit() throws {
    #expect(try unpack(Self.bomb, "gzip", limit: 200_000).count == 200_000)
    #expect(throws: TransportError.tooLarge("there", limit: 199_999)) {
      try unpack(Self.bomb, "gzip", limit: 199_999)
    }
  }

  @Test("What is damaged, cut short or packed otherwise is an error and never a trap")
  func damaged() {
    for count in 2..<Self.dynamic.count - 8 {
      #expect(throws: TransportError.cutShort("there")) {
        try unpack(Array(Self.dynamic[..<count]), "gzip")
      }
    }
    for place in Self.dynamic.indices.dropFirst(10) {
      for bit in 0..<8 {
        var body = Self.dynamic
        body[place] ^= 1 << UInt8(bit)
        _ = try? unpack(body, "gzip", limit: 10_000)
      }
    }
    #expect(throws: TransportError.failed("there", reason: "its answer is damaged (deflate)")) {
      try unpack([0xFF, 0xFF, 0xFF], "deflate")
    }
    #expect(throws: TransportError.self) { try unpack(Self.dynamic, "br") }
  }
}
