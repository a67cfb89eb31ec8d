import Credentials
import Testing

@Suite("An account name")
struct AccountNameTests {
  @Test(
    "has one key for all its spellings",
    arguments: [
      ("ann", "ANN"), ("jose\u{301}", "José"), ("Straße", "STRASSE"), ("STRAẞE", "straße"),
      ("ﬁona", "Fiona"),
      ("ｍａｘ", "Max"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("an\u{200D}n", "ann"), ("\u{212B}sa", "åsa"),
      ("ı", "I"),
    ])
  func sameKey(one: String, other: String) throws {
    #expect(try AccountName(one).key == AccountName(other).key)
  }

  @Test("has another key for another name", arguments: [("ann", "anna"), ("é", "e"), ("а", "a")])
  func otherKey(one: String, other: String) throws {
    #expect(try AccountName(one).key != AccountName(other).key)
  }

  @Test("keeps its case and is stored in composed form")
  func text() throws {
    let name = try AccountName("Jose\u{301}")
    #expect(name.text.unicodeScalars.elementsEqual("Jos\u{E9}".unicodeScalars))
  }

  @Test(
    "is refused when a reader of the file would take it for something else",
    arguments: [
      ("", .empty), ("\u{200B}", .empty), ("a:b", .colon), ("a\nb", .controlCharacter(10)),
      ("a\r", .controlCharacter(13)), ("a\0", .controlCharacter(0)), ("#ann", .leadingNumberSign),
      (" ann", .outerBlank), ("ann\u{A0}", .outerBlank),
      ("#\u{301}ann", .leadingNumberSign), ("#\u{200D}", .leadingNumberSign),
      ("a:\u{301}b", .colon), ("a\n\u{301}b", .controlCharacter(10)),
      (" \u{301}ann", .outerBlank), ("ann\u{3000}", .outerBlank),
      (String(repeating: "é", count: 128), .tooLong(bytes: 256)),
    ] as [(String, AccountName.Flaw)])
  func refused(text: String, flaw: AccountName.Flaw) {
    #expect(throws: flaw) { try AccountName(text) }
  }

  @Test("may be 255 bytes long, and contain blanks and any number sign but the first")
  func limits() throws {
    #expect(try AccountName(String(repeating: "a", count: 255)).text.utf8.count == 255)
    #expect(try AccountName("ann b #2").text == "ann b #2")
  }

  @Test("says which control character it will not have")
  func sentence() {
    #expect(
      AccountError.invalidUsername(.controlCharacter(27)).description
        == "A name cannot contain the control character U+001B; leave it out.")
  }
}
