import TestSupport
import Testing

@testable import Credentials
@testable import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("An account file that others have to do with")
struct SharedFileTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }
  var store: HtpasswdAccountStore { HtpasswdAccountStore(path: path, hasher: .transparent) }

  /// Every file in the folder, lock files too.
  private var entries: [String]? {
    FilePath.names(in: folder.path)?.filter { !$0.hasPrefix(".") }
  }

  @Test("has no lock file beside it that could belong to somebody else")
  func noLockFile() throws {
    try store.add("ann", password: "x")
    try store.add("bob", password: "x")
    #expect(entries == ["accounts"])
  }

  @Test("is not kept from being written by files of names that could be guessed")
  func blockedNames() throws {
    Disk.write("", to: path)
    for name in [".lock", ".new", ".new.abcd"] { mkdir(path + name, 0o700) }
    try store.add("ann", password: "x")
    #expect(Disk.text(at: path) == "ann:plain-x\n")
  }

  @Test("gets mode and passable folders from its creation, whatever the mask of the process")
  func creation() throws {
    let deep = folder.file("a/b/accounts")
    let store = HtpasswdAccountStore(
      path: deep, hasher: .transparent, operations: .live,
      creation: FileCreation(mode: 0o640, group: getegid()))
    try store.add("ann", password: "x")
    #expect(Disk.mode(of: deep) == 0o640)
    #expect(Disk.mode(of: folder.file("a")) == 0o710)
    #expect(Disk.mode(of: folder.file("a/b")) == 0o710)
    try store.add("bob", password: "x")
    #expect(Disk.mode(of: deep) == 0o640)
  }

  @Test("keeps its own mode where a creation says another")
  func noRecreation() throws {
    Disk.write("", to: path, mode: 0o604)
    let creation = FileCreation(mode: 0o640)
    try HtpasswdAccountStore(
      path: path, hasher: .transparent, operations: .live, creation: creation
    ).add("ann", password: "x")
    #expect(Disk.mode(of: path) == 0o604)
  }

  @Test("that could not be written leaves no folders behind either")
  func foldersGo() {
    var operations = FileOperations.live
    operations.link = { _, _ in
      errno = EIO
      return -1
    }
    let store = HtpasswdAccountStore(
      path: folder.file("a/b/accounts"), hasher: .transparent, operations: operations)
    #expect(throws: AccountError.self) { try store.add("ann", password: "x") }
    #expect(folder.names == [])
  }

  @Test("is made by one of two who find none, and the other adds to it")
  func madeByTwo() throws {
    let path = path
    var operations = FileOperations.live
    operations.link = { old, new in
      // Somebody else is quicker, once.
      if access(new, F_OK) != 0 { Disk.write("bob:X\n", to: new) }
      return FileOperations.live.link(old, new)
    }
    try HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
      .add("ann", password: "x")
    #expect(Disk.text(at: path) == "bob:X\nann:plain-x\n")
    #expect(entries == ["accounts"])
  }

  @Test("is made where the file system knows no hard links, too")
  func noLinks() throws {
    var operations = FileOperations.live
    operations.link = { _, _ in
      errno = EPERM
      return -1
    }
    try HtpasswdAccountStore(
      path: path, hasher: .transparent, operations: operations,
      creation: FileCreation(mode: 0o640)
    ).add("ann", password: "x")
    #expect(Disk.text(at: path) == "ann:plain-x\n")
    #expect(Disk.mode(of: path) == 0o640)
    #expect(entries == ["accounts"])
  }

  @Test("that was replaced while its lock was waited for is read again")
  func replacedMeanwhile() throws {
    Disk.write("bob:X\n", to: path)
    let path = path
    let tries = Counter()
    var operations = FileOperations.live
    operations.lock = { file in
      tries.add()
      if tries.value == 1 {
        Disk.write("bob:X\neve:Y\n", to: path + ".other")
        rename(path + ".other", path)
      }
      return FileOperations.live.lock(file)
    }
    try HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
      .add("ann", password: "x")
    #expect(Disk.text(at: path) == "bob:X\neve:Y\nann:plain-x\n")
  }

  @Test("over 256 MiB, or full of holes, is refused and not read into memory")
  func tooLarge() {
    Disk.write("", to: path)
    truncate(path, 1 << 40)
    #expect(throws: AccountError.unreadable(path: path, reason: "it is larger than 256 MiB")) {
      try store.contains("ann")
    }
    truncate(path, 1 << 16)
    #expect(
      throws: AccountError.unreadable(path: path, reason: "it holds binary data, not accounts")
    ) { try store.add("ann", password: "x") }
    #expect(Disk.status(of: path).st_size == 1 << 16)
  }

  @Test("behind a link to a path that is not UTF-8 is refused, and no other one is made")
  func notUTF8() {
    let target: [UInt8] = Array("d".utf8) + [0xE9] + Array("pt/accounts".utf8) + [0]
    target.withUnsafeBytes { bytes in
      _ = symlink(bytes.bindMemory(to: CChar.self).baseAddress!, path)
    }
    #expect(
      throws: AccountError.unreadable(path: path, reason: "it links to a path that is not UTF-8")
    ) { try store.add("ann", password: "x") }
    #expect(entries == ["accounts"])
  }

  @Test("is checked before, and nothing is changed or made")
  func check() throws {
    try store.check()
    try HtpasswdAccountStore(path: folder.file("a/b/accounts")).check()
    #expect(entries == [])
    Disk.write("bob:X\n", to: path, mode: 0o640)
    let before = Disk.status(of: path)
    try store.check()
    #expect(Disk.status(of: path).st_ino == before.st_ino)
    #expect(entries == ["accounts"])
    Disk.write("Dear diary\n", to: path)
    for wrong in [path, folder.path, path + "/below"] {
      #expect(throws: AccountError.self) { try HtpasswdAccountStore(path: wrong).check() }
    }
  }

  @Test(
    "in a folder that may not be written is refused by the check, too",
    .enabled(if: geteuid() != 0, "root may write"))
  func checkReadOnly() {
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    for path in [path, folder.file("a/accounts")] {
      #expect(
        throws: AccountError.cannotWrite(path: folder.path, reason: "Permission denied")
      ) {
        try HtpasswdAccountStore(path: path).check()
      }
    }
  }

  @Test("says who may lock it where somebody has")
  func lockedSentence() {
    #expect(
      AccountError.locked(path: "accounts").description
        == "Another program has kept accounts locked for ten seconds. "
        + "Nothing was changed; try again when that program has ended (lslocks shows which it is).")
  }

  @Test("that a group shares goes over to the member who writes it")
  func attributes() throws {
    Disk.write("bob:X\n", to: path, mode: 0o660)
    try store.add("ann", password: "x")
    #expect(Disk.mode(of: path) == 0o660)
  }
}

#if os(Linux)
  @Suite("An account file with more attributes than a mode")
  struct FileAttributesTests {
    let folder = ScratchFolder()
    var path: String { folder.file("accounts") }

    /// An access-control list: the owner reads and writes, user 33 reads, the mask is `r--`.
    static let list: [UInt8] = {
      func entry(_ tag: UInt8, _ rights: UInt8, _ id: [UInt8] = [255, 255, 255, 255]) -> [UInt8] {
        [tag, 0, rights, 0] + id
      }
      return [2, 0, 0, 0] + entry(1, 6) + entry(2, 4, [33, 0, 0, 0]) + entry(4, 0) + entry(16, 4)
        + entry(32, 0)
    }()

    private func set(_ name: String, _ value: [UInt8], on path: String) -> Bool {
      systemSet(path, name, value, value.count, 0) == 0
    }

    private func value(_ name: String) -> [UInt8]? {
      let file = open(path, O_RDONLY)
      defer { close(file) }
      return ExtendedAttributes.value(name, of: file)
    }

    @Test("keeps its access-control list, and its group gets no right from the mask")
    func accessControlList() throws {
      Disk.write("bob:X\n", to: path)
      guard set("system.posix_acl_access", Self.list, on: path) else { return }
      try HtpasswdAccountStore(path: path, hasher: .transparent).add("ann", password: "x")
      #expect(value("system.posix_acl_access") == Self.list)
      #expect(Disk.mode(of: path) == 0o640, "The mask stands where the group's rights do.")
    }

    @Test("keeps what users have noted about it")
    func noted() throws {
      Disk.write("bob:X\n", to: path)
      guard set("user.origin", Array("desk".utf8), on: path) else { return }
      try HtpasswdAccountStore(path: path, hasher: .transparent).add("ann", password: "x")
      #expect(value("user.origin") == Array("desk".utf8))
    }

    @Test("gets no access-control list from its folder that it had not")
    func inherited() throws {
      Disk.write("bob:X\n", to: path, mode: 0o640)
      guard set("system.posix_acl_default", Self.list, on: folder.path) else { return }
      try HtpasswdAccountStore(path: path, hasher: .transparent).add("ann", password: "x")
      #expect(value("system.posix_acl_access") == nil)
      #expect(Disk.mode(of: path) == 0o640)
    }
  }

  @_silgen_name("setxattr")
  private func systemSet(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?,
    _ size: Int, _ flags: CInt
  ) -> CInt
#endif
