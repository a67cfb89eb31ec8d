import Formats
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "is that of RFC 4648, there and back",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFD}?>", "77+9Pz4="),
    ])
  func base64(bytes: String, text: String) {
    #expect(Base64.text(of: Array(bytes.utf8)) == text)
    #expect(Base64.bytes(of: text) == Array(bytes.utf8))
  }
}
