import Credentials
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("An account file")
struct HtpasswdAccountStoreTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }
  var store: HtpasswdAccountStore { HtpasswdAccountStore(path: path, hasher: .transparent) }

  @Test("holds nobody before it exists")
  func absent() throws {
    #expect(try !store.contains("ann"))
    #expect(folder.names == [])
  }

  @Test("holds who was added, under any spelling, with that password only")
  func added() throws {
    try store.add("Ann", password: "secret")
    try store.add("josé b", password: "other")
    #expect(try store.contains("ANN"))
    #expect(try store.contains("JOSE\u{301} B"))
    #expect(try !store.contains("bob"))
    #expect(try store.verify("ann", password: "secret"))
    #expect(try !store.verify("ann", password: "other"))
    #expect(try !store.verify("bob", password: "secret"))
    #expect(Disk.text(at: path) == "Ann:plain-secret\njosé b:plain-other\n")
    #expect(folder.names == ["accounts"])
  }

  @Test("refuses a second account of the same key and stays as it was")
  func taken() throws {
    try store.add("ann", password: "secret")
    #expect(throws: AccountError.taken(username: "ANN")) {
      try store.add("ANN", password: "another")
    }
    #expect(Disk.text(at: path) == "ann:plain-secret\n")
  }

  @Test("refuses names and passwords it cannot hold, before it touches the disk")
  func refused() {
    #expect(throws: AccountError.invalidUsername(.colon)) { try store.add("a:b", password: "x") }
    #expect(throws: AccountError.invalidUsername(.empty)) { try store.contains("") }
    #expect(folder.names == [])
  }

  @Test("never takes in a hash that marks a failure or breaks the line", arguments: ["*0", "a\nb"])
  func failureToken(hash: String) {
    let hasher = PasswordHasher(
      hash: { (_) throws(PasswordHashingError) -> String in hash }, verify: { _, _ in false },
      decoy: "")
    #expect(throws: AccountError.self) {
      try HtpasswdAccountStore(path: path, hasher: hasher).add("ann", password: "x")
    }
    #expect(folder.names == [])
  }

  @Test("keeps comments, order, foreign hashes and Windows line ends")
  func kept() throws {
    let before = "# staff\r\n\r\nbob:{SSHA}AAAA\r\nzoe:$apr1$a$b:third\r\ncarl:!"
    Disk.write(before, to: path)
    try store.add("ann", password: "x")
    #expect(Disk.text(at: path) == before + "\r\nann:plain-x\r\n")
    #expect(throws: AccountError.taken(username: "Zoe")) { try store.add("Zoe", password: "x") }
  }

  @Test("is private when new, in folders that are private when new")
  func permissions() throws {
    let deep = folder.file("a/b/accounts")
    try HtpasswdAccountStore(path: deep, hasher: .transparent).add("ann", password: "x")
    #expect(Disk.mode(of: deep) == 0o600)
    #expect(Disk.mode(of: folder.file("a")) == 0o700)
    #expect(Disk.mode(of: folder.file("a/b")) == 0o700)
  }

  @Test("keeps the mode that lets a server read it")
  func keepsMode() throws {
    Disk.write("", to: path, mode: 0o640)
    try store.add("ann", password: "x")
    #expect(Disk.mode(of: path) == 0o640)
  }

  @Test("keeps owner and group", .enabled(if: geteuid() == 0, "needs root to give files away"))
  func keepsOwner() throws {
    Disk.write("", to: path)
    chown(path, 33, 34)
    try store.add("ann", password: "x")
    #expect(Disk.status(of: path).st_uid == 33)
    #expect(Disk.status(of: path).st_gid == 34)
  }

  @Test("is replaced where a symbolic link points, and the link stays", arguments: [true, false])
  func symbolicLink(targetExists: Bool) throws {
    mkdir(folder.file("real"), 0o700)
    if targetExists { Disk.write("bob:X\n", to: folder.file("real/users")) }
    symlink("real/users", folder.file("link"))
    symlink(folder.file("link"), path)
    try store.add("ann", password: "x")
    #expect(Disk.status(of: path).st_mode & S_IFMT == S_IFLNK)
    #expect(Disk.lines(at: folder.file("real/users")).last == "ann:plain-x")
    #expect(try store.contains("ann"))
    #expect(try store.contains("bob") == targetExists)
  }

  @Test("that is a folder, a pipe or a loop of links is reported, and does not hang")
  func notAFile() {
    #expect(
      throws: AccountError.unreadable(path: folder.path, reason: "it is not a regular file")
    ) {
      try HtpasswdAccountStore(path: folder.path).contains("ann")
    }
    mkfifo(path, 0o600)
    #expect(throws: AccountError.unreadable(path: path, reason: "it is not a regular file")) {
      try store.contains("ann")
    }
    let loop = folder.file("loop")
    symlink(loop, loop)
    #expect(throws: AccountError.self) {
      try HtpasswdAccountStore(path: loop).add("ann", password: "x")
    }
  }

  @Test("whose folder cannot be made is reported with the place and the reason")
  func noFolder() {
    Disk.write("", to: path)
    let below = path + "/sub/accounts"
    #expect(throws: AccountError.unreadable(path: below, reason: "Not a directory")) {
      try HtpasswdAccountStore(path: below, hasher: .transparent).add("ann", password: "x")
    }
    #expect(
      AccountError.unreadable(path: "/etc/users", reason: "Permission denied").description
        == "Cannot read the account file /etc/users: Permission denied. "
        + "Check the file and its permissions.")
  }

  @Test("in a read-only folder stays as it was", .enabled(if: geteuid() != 0, "root may write"))
  func readOnlyFolder() {
    Disk.write("bob:X\n", to: path)
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(
      throws: AccountError.cannotWrite(path: folder.path, reason: "Permission denied")
    ) {
      try store.add("ann", password: "x")
    }
    #expect(Disk.text(at: path) == "bob:X\n")
  }

  @Test("is of use to two programs: the path follows the XDG rules")
  func defaultPath() throws {
    func path(_ environment: [String: String]) throws -> String {
      try HtpasswdAccountStore.defaultPath(folder: "site", environment: environment)
    }
    #expect(try path(["XDG_DATA_HOME": "/data", "HOME": "/h"]) == "/data/site/accounts")
    #expect(try path(["HOME": "/h"]) == "/h/.local/share/site/accounts")
    for ignored in ["", "relative"] {
      #expect(
        try path(["XDG_DATA_HOME": ignored, "HOME": "/h"]) == "/h/.local/share/site/accounts")
    }
    #expect(throws: AccountError.noDefaultPath) { try path([:]) }
  }
}
