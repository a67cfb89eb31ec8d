import Platform
import ReactiveExtras
import TestSupport
import Testing

@testable import Credentials

@Suite("Examples in comments: accounts and files")
struct AccountCommentExamples {
  private let folder = ScratchFolder()

  @Test("kinds of hashes, and names that are one")
  func names() throws {
    let shown = try results {
      PasswordScheme(hash: "$2y$10$…")  // .bcrypt
      PasswordScheme(hash: "$apr1$…").isWeak  // true
      try AccountName("José").key == AccountName("JOSE\u{301}").key  // true
      "e\u{301}".normalizedNFC.unicodeScalars.count  // 1
    }
    #expect(shown == [".bcrypt", "true", "true", "1"])
  }

  @Test("what opens an account")
  func access() throws {
    let shown = results {
      PasswordScheme(hash: "$apr1$…").access  // .open
      PasswordScheme(hash: "!").access  // .closed
    }
    #expect(shown == [".open", ".closed"])
  }

  @Test("how strong a hash is")
  func strength() throws {
    let shown = results {
      HashStrength(hash: "$2y$05$…")?.description  // "fair: cost 5"
      HashStrength(hash: "$apr1$…")?.description  // "weak: MD5"
    }
    #expect(shown == [#""fair: cost 5""#, #""weak: MD5""#])
  }

  @Test("a removal that is taken back")
  func removal() throws {
    let store = InMemoryAccountStore(taken: ["ann", "bob"])
    let removed = try store.takeOut("ann")
    try store.putBack(removed)  // as it was, in its place
    #expect(try store.list().map(\.name) == ["ann", "bob"])
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
      let path = try HtpasswdAccountStore.defaultPath(
        folder: "my-site", environment: ["HOME": "/home/ann"])
      path  // "/home/ann/.local/share/my-site/accounts"
    }
    #expect(shown == [#""/home/ann/.local/share/my-site/accounts""#])
    let path = folder.file("accounts")
    let store = HtpasswdAccountStore(path: path)
    try store.add("ann", password: "correct horse battery")
    #expect(try store.contains("ann") && folder.read("accounts")?.hasPrefix("ann:") == true)
  }

  @Test("the lines of a file")
  func document() {
    let shown = results {
      var document = HtpasswdDocument(bytes: Array("# staff\nann:$y$…\n".utf8))
      document.keys  // ["ann"]
      document.append(name: "bob", hash: "$6$…")
      String(decoding: document.bytes, as: UTF8.self)
    }
    #expect(shown == [#"["ann"]"#, ##""# staff\nann:$y$…\nbob:$6$…\n""##])
  }

  @Test("a hash and its password")
  func hasher() throws {
    let shown = try results {
      let hash = try PasswordHasher.yescrypt.hash("correct horse battery")
      try PasswordHasher.yescrypt.verify("correct horse battery", hash)  // true
    }
    #expect(shown == ["true"])
  }

  @Test("a hash that asks for too much, digests, and hashes of other programs")
  func digests() {
    let shown = results {
      HashCost(of: "$6$rounds=999999999$salt$…")!.seconds > HashCost.limit  // true
      MD5.digest(of: Array("abc".utf8)).map { String($0, radix: 16) }.joined()
      // "90150983cd24fb0d6963f7d28e17f72"
      SHA1.digest(of: Array("abc".utf8))[0]  // 169
      ForeignHash.again(Array("secret".utf8), like: "{SHA}…")!
      // "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ="
    }
    #expect(
      shown == [
        "true", #""90150983cd24fb0d6963f7d28e17f72""#, "169",
        #""{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=""#,
      ])
  }
}
