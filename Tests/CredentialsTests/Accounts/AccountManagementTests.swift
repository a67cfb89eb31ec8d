import TestSupport
import Testing

@testable import Credentials

@Suite("Accounts of a file")
struct AccountManagementTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }
  var store: HtpasswdAccountStore { HtpasswdAccountStore(path: path, hasher: .transparent) }

  @Test("are listed as they are written, in the order of their lines, with their methods")
  func list() throws {
    Disk.write(
      ":nobody\n# staff\nZoe:$y$j9T$a$b\n\nann:$2y$05$x:third\r\nbob:!\njosé:{SHA}x\neve:abcdefghijklm\n",
      to: path)
    #expect(
      try store.list() == [
        Account(name: "Zoe", hash: "$y$j9T$a$b", line: 3),
        Account(name: "ann", hash: "$2y$05$x", line: 5),
        Account(name: "bob", hash: "!", line: 6),
        Account(name: "josé", hash: "{SHA}x", line: 7),
        Account(name: "eve", hash: "abcdefghijklm", line: 8),
      ])
  }

  @Test("of a file that is not there are no empty list, and no wrong password")
  func missing() {
    let missing = AccountError.unreadable(path: path, reason: "there is no such file")
    #expect(throws: missing) { try store.list() }
    #expect(throws: missing) { try store.verify("ann", password: "x") }
  }

  @Test(
    "go with their line, and everything else stays to the byte",
    arguments: [
      ("# c\r\n\r\nbob:X\r\nann:H:third\r\neve:Y", "# c\r\n\r\nbob:X\r\neve:Y"),
      ("ann:H\n", ""), ("bob:X\nann:H", "bob:X\n"), ("ann:H\nann:old\nbob:X\n", "bob:X\n"),
      ("Ann:A\nann:H\n", "Ann:A\n"), ("\u{FEFF}x:1\nANN:H\n", "\u{FEFF}x:1\n"),
    ])
  func remove(before: String, after: String) throws {
    Disk.write(before, to: path, mode: 0o640)
    try store.remove("ann")
    #expect(Disk.text(at: path) == after)
    #expect(Disk.mode(of: path) == 0o640)
  }

  @Test(
    "are removed as they are listed, or without the blanks around them, and never others",
    arguments: [
      (" dora:H\nann:X\n", " dora", "ann:X\n"), (" dora:H\nann:X\n", "dora", "ann:X\n"),
      (" Dora\t:H\nann:X\n", "DORA", "ann:X\n"), ("\u{A0}dora:H\n", "dora", ""),
      (" dora:H\ndora:X\n", " dora", "dora:X\n"), (" dora:H\ndora:X\n", "dora", " dora:H\n"),
      ("a\u{1}b:H\nx:Y\n", "a\u{1}b", "x:Y\n"), ("\u{200B}:H\nx:Y\n", "\u{200B}", "x:Y\n"),
      ("\u{FEFF} dora:H\nx:Y\n", "dora", "x:Y\n"),
      ("#\u{301}a: comment\ndora:H\n", "dora", "#\u{301}a: comment\n"),
    ])
  func removeAsListed(before: String, name: String, after: String) throws {
    Disk.write(before, to: path)
    let removed = try store.takeOut(name)
    #expect(Disk.text(at: path) == after)
    try store.putBack(removed)
    #expect(Disk.text(at: path) == before)
    try store.changePassword(of: removed.name, to: "new")
    #expect(Disk.text(at: path).contains(removed.name + ":plain-new"))
  }

  @Test(
    "are not removed by a name that could be another's",
    arguments: [
      ("dora:X\n", " dora"), ("dora:X\n", "dora "), (" dora:H\nDora:X\n", "dora"),
      (" dora:H\ndora :X\n", "dora"), (" dora:H\n", "do ra"),
      ("#\u{301}a: X\ndora:X\n", "#\u{301}a"),
    ])
  func notRemoved(contents: String, name: String) {
    Disk.write(contents, to: path)
    #expect(throws: AccountError.self) { try store.remove(name) }
    #expect(Disk.text(at: path) == contents)
  }

  @Test(
    "begin behind a byte order mark, which is no part of a name or a comment",
    arguments: [
      ("\u{FEFF}ann:H\nbob:X\n", ["ann", "bob"]), ("\u{FEFF}# c: x\nbob:X\n", ["bob"]),
      ("\u{FEFF}\r\nbob:X\n", ["bob"]), ("ann:H\n\u{FEFF}bob:X\n", ["ann", "bob"]),
      ("\u{FEFF}:H\nbob:X\n", ["bob"]), ("\u{FEFF}", []),
    ])
  func byteOrderMark(contents: String, names: [String]) throws {
    Disk.write(contents, to: path)
    #expect(try store.list().map(\.name) == names)
    for name in names { #expect(try store.contains(name) && store.contains(name.uppercased())) }
    try store.add("eve", password: "x")
    #expect(try store.list().map(\.name) == names + ["eve"])
  }

  @Test(
    "get another password in their line, and everything else stays to the byte",
    arguments: [
      ("# c\r\nbob:X\r\nann:H:third\r\neve:Y", "# c\r\nbob:X\r\nann:plain-new:third\r\neve:Y"),
      ("ann:H", "ann:plain-new"), ("Ann:A\nann:\n", "Ann:A\nann:plain-new\n"),
      ("ann:H\nann:old\n", "ann:plain-new\nann:plain-new\n"), ("Ann:A\n", "Ann:plain-new\n"),
    ])
  func changePassword(before: String, after: String) throws {
    Disk.write(before, to: path, mode: 0o640)
    try store.changePassword(of: "ann", to: "new")
    #expect(Disk.text(at: path) == after)
    #expect(Disk.mode(of: path) == 0o640)
  }

  @Test("that are not there cannot be changed, and nothing is made")
  func unknown() {
    for path in [path, folder.file("new/accounts")] {
      let store = HtpasswdAccountStore(path: path)
      let missing = AccountError.unreadable(path: path, reason: "there is no such file")
      #expect(throws: missing) { try store.remove("ann") }
      #expect(throws: missing) { try store.changePassword(of: "ann", to: "x") }
    }
    #expect(folder.names == [])
    Disk.write("bob:X\n", to: path)
    #expect(throws: AccountError.unknown(username: "ann")) { try store.remove("ann") }
    #expect(throws: AccountError.unknown(username: "ann")) {
      try store.changePassword(of: "ann", to: "x")
    }
    #expect(Disk.text(at: path) == "bob:X\n")
  }

  @Test("that differ in their case alone have to be spelled out")
  func ambiguous() throws {
    Disk.write("Ann:plain-1\nANN:plain-2\n", to: path)
    let both = AccountError.ambiguous(username: "ann", spellings: ["Ann", "ANN"])
    #expect(throws: both) { try store.remove("ann") }
    #expect(throws: both) { try store.changePassword(of: "ann", to: "x") }
    #expect(try store.verify("ANN", password: "2"))
    #expect(try !store.verify("ANN", password: "1"))
    try store.remove("ANN")
    #expect(Disk.text(at: path) == "Ann:plain-1\n")
  }

  @Test("have alternatives to their names, of which the first that is free is found")
  func firstFree() throws {
    Disk.write("ann:X\nAnn2:X\nann3:X\nJOSÉ:X\n", to: path)
    #expect(try store.firstFree(of: ["ann", "ann2", "ann3", "ann4", "ann5"]) == "ann4")
    #expect(try store.firstFree(of: ["bob", "ann"]) == "bob")
    #expect(try store.firstFree(of: ["ANN", "jose\u{301}"]) == nil)
  }

  @Test("whose hash cannot be checked are not said to have another password")
  func uncheckable() throws {
    Disk.write("ann:{SMD5}AAAA\nbob:!x\neve:$2b$31$......................\n", to: path)
    let store = HtpasswdAccountStore(path: path)
    #expect(throws: AccountError.uncheckable(username: "ann")) {
      try store.verify("ann", password: "x")
    }
    #expect(try !store.verify("bob", password: "x"))
    let error = #expect(throws: AccountError.self) { try store.verify("eve", password: "x") }
    #expect(
      error?.description
        == "Checking a password against the hash of “eve” would take about 32 hours, so it was not "
        + "tried; give the account a new password.")
  }

  @Test(
    "cannot be listed from a text that holds none",
    arguments: ["{\n  \"a\": 1\n}\n", "a b\n", ":x\n"])
  func foreign(text: String) {
    Disk.write(text, to: path)
    #expect(throws: AccountError.self) { try store.list() }
    #expect(throws: AccountError.self) { try store.add("ann", password: "x") }
    #expect(Disk.text(at: path) == text)
  }
}

@Suite("Accounts in memory, too")
struct InMemoryManagementTests {
  @Test("are listed in order, removed, and given other passwords")
  func all() throws {
    let store = InMemoryAccountStore(taken: ["root"], hasher: .transparent)
    for name in ["zoe", "Ann", "bob"] { try store.add(name, password: "1") }
    try store.changePassword(of: "ANN", to: "2")
    #expect(try store.verify("ann", password: "2"))
    #expect(try !store.verify("ann", password: "1"))
    try store.remove("zoe")
    let list = try store.list()
    #expect(list.map(\.name) == ["root", "Ann", "bob"] && list.map(\.line) == [1, 2, 3])
    #expect(list.map(\.scheme) == [.locked, .other, .other])
    #expect(throws: AccountError.unknown(username: "zoe")) { try store.remove("zoe") }
    #expect(throws: AccountError.unknown(username: "zoe")) {
      try store.changePassword(of: "zoe", to: "x")
    }
    #expect(try store.firstFree(of: ["ann", "ann2"]) == "ann2")
  }
}

@Suite("The work of verifying a password")
struct VerificationCostTests {
  /// A hasher that writes down what it had to hash a password for.
  static func counting(_ calls: Counter) -> PasswordHasher {
    PasswordHasher(
      hash: PasswordHasher.transparent.hash,
      verify: { (password, hash) throws(PasswordHashingError) in
        calls.add()
        return try PasswordHasher.transparent.verify(password, hash)
      },
      decoy: "plain")
  }

  @Test(
    "is one hash for a right password, a wrong one, an unknown name and a locked account",
    arguments: [("ann", true), ("bob", false), ("nobody", false), ("carl", false)])
  func once(name: String, isRight: Bool) throws {
    let folder = ScratchFolder()
    Disk.write("ann:plain-x\nbob:plain-y\ncarl:!\n", to: folder.file("accounts"))
    let calls = Counter()
    let hasher = Self.counting(calls)
    let file = HtpasswdAccountStore(path: folder.file("accounts"), hasher: hasher)
    #expect(try file.verify(name, password: "x") == isRight)
    #expect(calls.value == 1)

    let memory = InMemoryAccountStore(taken: ["carl"], hasher: hasher)
    try memory.add("ann", password: "x")
    try memory.add("bob", password: "y")
    #expect(try memory.verify(name, password: "x") == isRight)
    #expect(calls.value == 2)
  }
}
