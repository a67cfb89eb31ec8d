import Platform
import Testing

@Suite("The first line of a descriptor")
struct SecretLineTests {
  private func lines(of text: String, limit: Int) throws -> [SecretBytes] {
    let pipe = try #require(PrivatePipe())
    defer { Descriptor.close(pipe.output) }
    _ = Array(text.utf8).withUnsafeBytes { Descriptor.writeAll($0, to: pipe.input) }
    Descriptor.close(pipe.input)
    return try (0..<2).map { _ in try SecretBytes(firstLineOf: pipe.output, limit: limit) }
  }

  @Test("It is read with its break, and what stands behind it is left")
  func line() throws {
    #expect(try lines(of: "one\ntwo", limit: 9) == ["one\n", "two"].map { SecretBytes($0.utf8) })
  }

  @Test("Of a longer one a byte more is read than is allowed")
  func limit() throws {
    #expect(try lines(of: "long one\n", limit: 3).map(\.count) == [4, 4])
  }

  @Test("A descriptor that cannot be read is refused in the system's words")
  func failure() {
    #expect(throws: SystemError(EBADF)) { try SecretBytes(firstLineOf: -1, limit: 9) }
  }
}
