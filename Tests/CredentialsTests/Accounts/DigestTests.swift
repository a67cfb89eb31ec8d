import Testing

@testable import Credentials

@Suite("Digests")
struct DigestTests {
  private static let digits = String(repeating: "1234567890", count: 8)
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "MD5 is that of RFC 1321",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (letters, "d174ab98d277d9f5a5611c2c9f419d9f"), (digits, "57edf4a22be3c955ac49da2e2107b67a"),
    ])
  func md5(message: String, digest: String) {
    #expect(Self.hexadecimal(MD5.digest(of: Array(message.utf8))) == digest)
  }

  @Test(
    "SHA-1 is that of RFC 3174",
    arguments: [
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (String(repeating: "01234567", count: 80), "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ])
  func sha1(message: String, digest: String) {
    #expect(Self.hexadecimal(SHA1.digest(of: Array(message.utf8))) == digest)
  }

  @Test("They are the same however the message ends in its last block")
  func ends() {
    // The padding of both takes another block from 56 bytes on.
    let messages = (50...130).map { [UInt8](repeating: 0, count: $0) }
    #expect(Set(messages.map(MD5.digest)).count == messages.count)
    #expect(Self.hexadecimal(MD5.digest(of: messages[6])) == "e3c4dd21a9171fd39d208efa09bf7883")
    #expect(
      Self.hexadecimal(SHA1.digest(of: messages[6])) == "9438e360f578e12c0e0e8ed28e2c125c1cefee16")
    #expect(
      Self.hexadecimal(SHA1.digest(of: messages[5])) == "8e8832c642a6a38c74c17fc92ccedc266c108e6c")
  }
}
