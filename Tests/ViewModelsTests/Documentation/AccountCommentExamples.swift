import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

@Suite("Examples in comments: accounts and files")
struct AccountCommentExamples {
  private let folder = ScratchFolder()

  @Test("kinds of hashes, and names that are one")
  func names() throws {
    let shown = try results {
      PasswordScheme(hash: "$2y$10$…")  // .bcrypt
      try AccountName("José").key == AccountName("JOSE\u{301}").key  // true
      "e\u{301}".normalizedNFC.unicodeScalars.count  // 1
    }
    #expect(shown == [".bcrypt", "true", "1"])
  }

  @Test("a store in memory")
  func memory() throws {
    let shown = try results {
      let store = InMemoryAccountStore(hasher: .yescrypt)
      try store.add("ann", password: "correct horse battery")
      try store.contains("Ann")  // true: names differ in more than their case
      try store.verify("ann", password: "guess")  // false
      try store.list().map(\.name)  // ["ann"]
    }
    #expect(shown == ["true", "false", #"["ann"]"#])
  }

  @Test("a name that is taken")
  func taken() throws {
    func add() throws {
      let store = InMemoryAccountStore(taken: ["root", "ann"])
      try store.add("Ann", password: "secret")  // throws .taken
    }
    #expect(throws: AccountError.taken(username: "Ann")) { try add() }
  }

  @Test("the usual place of a file")
  func file() throws {
    let shown = try results {
      let path = try HtpasswdAccountStore.defaultPath(environment: ["HOME": "/home/ann"])
      path  // "/home/ann/.local/share/signup-tui/accounts"
    }
    #expect(shown == [#""/home/ann/.local/share/signup-tui/accounts""#])
    let path = folder.file("accounts")
    let store = HtpasswdAccountStore(path: path)
    try store.add("ann", password: "correct horse battery")
    #expect(try store.contains("ann") && folder.read("accounts")?.hasPrefix("ann:") == true)
  }

  @Test("the lines of a file")
  func document() {
    let shown = results {
      var document = HtpasswdDocument(bytes: Array("# staff\nann:$y$…\n".utf8))
      document.hash(forKey: "ann")  // "$y$…"
      document.append(name: "bob", hash: "$6$…")
      String(decoding: document.bytes, as: UTF8.self)
    }
    #expect(shown == [#""$y$…""#, ##""# staff\nann:$y$…\nbob:$6$…\n""##])
  }

  @Test("a hash and its password")
  func hasher() throws {
    let shown = try results {
      let hash = try PasswordHasher.yescrypt.hash("correct horse battery")
      PasswordHasher.yescrypt.verify("correct horse battery", hash)  // true
    }
    #expect(shown == ["true"])
  }

  @Test("the accounts of a file as a list") @MainActor
  func list() {
    let path = folder.write("accounts", "ann:$y$x\n".utf8)
    let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
    #expect(!model.state.hasLoaded, "It is read in the background.")
  }

  @Test("a file that is there when it is whole")
  func replacement() throws {
    let (path, bytes) = (folder.file("drive.gpx"), Array("<gpx/>".utf8))
    let file = try FileReplacement(path: path)
    try file.write(bytes)
    try file.commit()
    #expect(folder.read("drive.gpx") == "<gpx/>")
  }
}
