import Credentials
import Platform
import TestSupport
import Testing

@Suite("A removed account")
struct RemovedAccountTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }
  var store: HtpasswdAccountStore { HtpasswdAccountStore(path: path, hasher: .transparent) }

  @Test(
    "comes back to the byte where nothing else has changed",
    arguments: [
      "# c\r\n\r\nbob:X\r\nann:H:third\r\neve:Y", "ann:H\n", "ann:H", "bob:X\nann:H",
      "ann:H\nann:old\nbob:X\n", "ann:H\nbob:X\nann:old\n", "Ann:A\nann:H\n",
      "\u{FEFF}x:1\nANN:H\n", "a:1\n\n\nann:H\n\n\nb:2\n", "\n\nann:H\n\n",
      "#\nann:H\n#\nbob:X\n#\n",
      "a:1\n# ann's line\nann:H\n", "bob:X\nann:H\nann:old",
    ])
  func unchanged(file: String) throws {
    Disk.write(file, to: path, mode: 0o640)
    let removed = try store.takeOut("ann")
    #expect(Disk.text(at: path) != file)
    try store.putBack(removed)
    #expect(Disk.text(at: path) == file)
    #expect(Disk.mode(of: path) == 0o640)
  }

  @Test(
    "comes back beside its old neighbours, whatever others have done to the file meanwhile",
    arguments: [
      ("a:1\nann:H\nb:2\n", "a:new\nb:2\nc:3\n", "a:new\nann:H\nb:2\nc:3\n"),
      ("a:1\nann:H\nb:2\n", "z:0\na:1\nb:2\n", "z:0\na:1\nann:H\nb:2\n"),
      ("a:1\nann:H\nb:2\n", "b:2\nz:0\n", "ann:H\nb:2\nz:0\n"),
      ("a:1\nann:H\nb:2\n", "x:1\ny:2\n", "x:1\nann:H\ny:2\n"),
      ("a:1\nann:H\nb:2\n", "", "ann:H\n"),
      ("a:1\nann:H", "a:1\nb:2\n", "a:1\nann:H\nb:2\n"),
      ("a:1\nann:H\n", "a:1\nb:2", "a:1\nann:H\nb:2"),
      ("a:1\n\nann:H\nb:2\n", "a:1\n\nx:0\nb:2\n", "a:1\n\nx:0\nann:H\nb:2\n"),
      ("a:1\nb:2\nann:H\n", "a:1\n", "a:1\nann:H\n"),
      // Servers read the first line of a name: that order is never turned round.
      ("x:1\nann:H\ny:2\nann:old\nz:3\n", "z:3\nx:1\n", "z:3\nx:1\nann:H\nann:old\n"),
    ])
  func changed(before: String, meanwhile: String, after: String) throws {
    Disk.write(before, to: path)
    let removed = try store.takeOut("ann")
    Disk.write(meanwhile, to: path)
    try store.putBack(removed)
    #expect(Disk.text(at: path) == after)
  }

  @Test("does not come back over a new one of its name, in whatever spelling")
  func taken() throws {
    for anew in ["ann:new\n", "ANN:new\n"] {
      Disk.write("ann:H\nbob:X\n", to: path)
      let removed = try store.takeOut("ann")
      Disk.write("bob:X\n" + anew, to: path)
      #expect(throws: AccountError.taken(username: "ann")) { try store.putBack(removed) }
      #expect(Disk.text(at: path) == "bob:X\n" + anew)
    }
    Disk.write("Ann:A\nann:H\n", to: path)
    let removed = try store.takeOut("ann")
    try store.putBack(removed)
    #expect(Disk.text(at: path) == "Ann:A\nann:H\n", "The other spelling was there before.")
    #expect(throws: AccountError.taken(username: "ann")) { try store.putBack(removed) }
  }

  @Test("makes no file where there is none any more")
  func missing() throws {
    Disk.write("ann:H\n", to: path)
    let removed = try store.takeOut("ann")
    unlink(path)
    #expect(throws: store.missingError) { try store.putBack(removed) }
    #expect(Disk.bytes(at: path) == nil)
  }

  @Test("shows nothing of its hash")
  func description() throws {
    Disk.write("ann:SECRETHASH\n", to: path)
    let removed = try store.takeOut("ann")
    var dumped = ""
    dump(removed, to: &dumped)
    #expect(removed.name == "ann")
    #expect(!"\(removed) \(String(reflecting: removed)) \(dumped)".contains("SECRET"))
  }

  @Test("comes back in memory as in a file")
  func inMemory() throws {
    let store = InMemoryAccountStore(hasher: .transparent)
    for name in ["ann", "bob", "cid"] { try store.add(name, password: "x" + name) }
    let removed = try store.takeOut("BOB")
    #expect(try store.list().map(\.name) == ["ann", "cid"])
    try store.putBack(removed)
    #expect(try store.list().map(\.name) == ["ann", "bob", "cid"])
    #expect(try store.verify("bob", password: "xbob"))
    #expect(throws: AccountError.taken(username: "bob")) { try store.putBack(removed) }
  }
}

extension HtpasswdAccountStore {
  fileprivate var missingError: AccountError {
    .unreadable(path: path, reason: "there is no such file")
  }
}
