import Platform
import Testing

@Suite("Bytes that may be a password")
struct SecretBytesTests {
  @Test("They are added, dropped and read like those of an array", arguments: [0, 1, 63, 64, 5000])
  func likeArray(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var secret = SecretBytes(bytes)
    var array = bytes
    #expect(Array(secret) == array && secret.count == count)
    secret.append(0xFF)
    array.append(0xFF)
    secret.append(contentsOf: bytes)
    array += bytes
    #expect(Array(secret) == array)
    secret.removeFirst(count)
    array.removeFirst(count)
    #expect(Array(secret) == array && secret.firstIndex(of: 0xFF) == array.firstIndex(of: 0xFF))
    secret.removeLast()
    array.removeLast()
    #expect(Array(secret) == array)
    secret.removeAll()
    #expect(secret.isEmpty && Array(secret).isEmpty)
  }

  @Test("A copy keeps what it was, whatever becomes of the other")
  func copies() {
    var first = SecretBytes("secret".utf8)
    let second = first
    first.removeFirst(2)
    first.append(0x21)
    #expect(String(decoding: first, as: UTF8.self) == "cret!")
    #expect(String(decoding: second, as: UTF8.self) == "secret")
    var third = second
    third.removeAll()
    #expect(third.isEmpty && second.count == 6)
    #expect(SecretBytes("a".utf8) == SecretBytes("a".utf8))
    #expect(SecretBytes("a".utf8) != SecretBytes("b".utf8))
  }

  @Test("They say nothing of themselves")
  func description() {
    let secret = SecretBytes("horse".utf8)
    #expect("\(secret)" == "<secret>")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("horse") && !dumped.contains("104"), "\(dumped)")
  }

  @Test("Dropped bytes are overwritten where they stood, and so are those left behind by growing")
  func overwritten() {
    var secret = SecretBytes("horse-battery".utf8)
    let place = secret.withContiguousStorageIfAvailable { $0.baseAddress! }!
    secret.removeFirst(6)
    #expect((0..<13).map { place[$0] } == Array("battery".utf8) + [0, 0, 0, 0, 0, 0])
    secret.removeLast()
    #expect(place[6] == 0)
    secret.removeAll()
    #expect((0..<13).allSatisfy { place[$0] == 0 })
  }
}
