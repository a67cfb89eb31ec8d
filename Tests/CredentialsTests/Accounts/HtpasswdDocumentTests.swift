import Testing

@testable import Credentials

@Suite("The lines of an account file")
struct HtpasswdDocumentTests {
  @Test(
    "are found whatever their ends and neighbours",
    arguments: [
      "ann:HASH\n", "ann:HASH", "ann:HASH\r\nbob:X\r\n", "ann:HASH\r", "# staff\n\nAnn:HASH\n",
      "no colon here\nann:HASH:third field\n", "bob:X\nann:HASH\nann:SECOND\n", ":X\nann:HASH",
    ])
  func found(text: String) {
    #expect(HtpasswdDocument(bytes: Array(text.utf8)).hash(forKey: "ann") == "HASH")
  }

  @Test(
    "are not found in comments, in longer names and in hashes",
    arguments: ["", "#ann:X\n", "anna:X\n", "joann:X\n", "bob:ann:X\n", "ann\n", "\n\n"])
  func notFound(text: String) {
    #expect(HtpasswdDocument(bytes: Array(text.utf8)).hash(forKey: "ann") == nil)
  }

  @Test("find a name outside ASCII by its key, beside bytes that are no UTF-8")
  func unicode() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x3A, 0x58, 0x0A] + Array("STRASSE:one\nJosÉ:two\n".utf8)
    let document = HtpasswdDocument(bytes: bytes)
    #expect(document.hash(forKey: AccountName.key(of: "Straße")) == "one")
    #expect(document.hash(forKey: AccountName.key(of: "jose\u{301}")) == "two")
  }

  @Test(
    "stay byte for byte when one is added, which ends as the line before",
    arguments: [
      ("", "ann:H\n"), ("bob:X\n", "bob:X\nann:H\n"), ("bob:X", "bob:X\nann:H\n"),
      ("# c\r\n\r\nbob:{SSHA}X==\r\n", "# c\r\n\r\nbob:{SSHA}X==\r\nann:H\r\n"),
      ("bob:X\r\neve:Y", "bob:X\r\neve:Y\r\nann:H\r\n"),
      ("bob:X\r\neve:Y\n", "bob:X\r\neve:Y\nann:H\n"),
      ("\n", "\nann:H\n"),
    ])
  func append(before: String, after: String) {
    var document = HtpasswdDocument(bytes: Array(before.utf8))
    document.append(name: "ann", hash: "H")
    #expect(String(decoding: document.bytes, as: UTF8.self) == after)
  }
}

extension HtpasswdDocument {
  fileprivate func hash(forKey key: String) -> String? {
    entries(forKey: key).first.map { text($0.hash) }
  }
}
