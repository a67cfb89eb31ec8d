import Streams
import TestSupport
import Testing
import ViewModels

@testable import Credentials
@testable import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A temporary file of a program that died")
struct TemporaryFileTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }

  /// A temporary file whose writer is dead.
  private func leftover() throws -> String {
    let temporary = try TemporaryFile(namedBeside: path)
    Descriptor.release(temporary.file)
    return FilePath.name(of: temporary.path)
  }

  /// Replaces the file in each of the ways in which files are.
  private func replace() throws {
    try HtpasswdAccountStore(path: path, hasher: .transparent).add("ann", password: "x")
    let export = try FileReplacement(path: path)
    try export.write(Array("ann:plain-x\n".utf8))
    try export.commit()
  }

  @Test("goes with the next account")
  func goneWithAccount() throws {
    for isNew in [true, false] {
      _ = try leftover()
      try HtpasswdAccountStore(path: path, hasher: .transparent)
        .add(isNew ? "ann" : "bob", password: "x")
      #expect(folder.names == ["accounts"])
    }
  }

  @Test("goes with the next export, which a kill may have cut short")
  func goneWithExport() throws {
    _ = try leftover()
    _ = try FileReplacement(path: path)
    #expect(folder.names == [])
  }

  @Test("goes with the next edit of a document of streams")
  func goneWithStreams() throws {
    _ = try leftover()
    try StreamStore(path: path).save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
    #expect(folder.names == ["accounts"])
  }

  @Test(
    "is nothing that a user has named",
    arguments: [
      "accounts.new.backup12", "accounts.new.20240101", "accounts.new.original",
      "accounts.new.abcd1234", "accounts.viewmodelkit-unfinished-", "accounts.old",
      "accounts.viewmodelkit-unfinished-of-last-week",
      "accounts.viewmodelkit-unfinished-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "other.viewmodelkit-unfinished-abcdefghijklmnopqrstuvwxyz",
    ])
  func usersOwn(name: String) throws {
    folder.write(name, "mine".utf8)
    try replace()
    #expect(folder.read(name) == "mine")
    #expect(folder.names == ["accounts", name].sorted())
  }

  @Test("is nothing that a writer who lives has locked")
  func alive() throws {
    let temporary = try TemporaryFile(namedBeside: path)
    let name = FilePath.name(of: temporary.path)
    try replace()
    #expect(folder.names == ["accounts", name])
    temporary.remove()
    #expect(folder.names == ["accounts"])
  }

  @Test("is no link, no folder, no pipe, and no file with another name")
  func otherKinds() throws {
    let names = try (0..<4).map { _ in try leftover() }.sorted()
    for name in names[..<3] { unlink(folder.file(name)) }
    folder.write("precious", "mine".utf8)
    symlink(folder.file("precious"), folder.file(names[0]))
    mkdir(folder.file(names[1]), 0o700)
    mkfifo(folder.file(names[2]), 0o600)
    link(folder.file(names[3]), folder.file("second"))
    try replace()
    #expect(folder.names == (["accounts", "precious", "second"] + names).sorted())
    #expect(folder.read("precious") == "mine")
    unlink(folder.file("second"))
    _ = try FileReplacement(path: path)
    #expect(folder.names == (["accounts", "precious"] + names[..<3]).sorted())
  }

  @Test("is no file of somebody else's", .enabled(if: geteuid() == 0, "needs root to give it"))
  func foreign() throws {
    let name = try leftover()
    #expect(chown(folder.file(name), 65_534, gid_t.max) == 0)
    try replace()
    #expect(folder.names == ["accounts", name])
    // What is to be the owner's file is the owner's from before it is written.
    #expect(chown(path, 65_534, gid_t.max) == 0)
    _ = try FileReplacement(path: path)
    #expect(folder.names == ["accounts"])
  }

  @Test("is made beside names of any length")
  func longNames() throws {
    let name = String(repeating: "ä", count: 127)
    let temporary = try TemporaryFile(namedBeside: folder.file(name))
    #expect(FilePath.name(of: temporary.path).utf8.count <= 255)
    close(temporary.file)
    let export = try FileReplacement(path: folder.file(name))
    try export.write([1])
    try export.commit()
    #expect(folder.names == [name])
  }

  #if os(Linux)
    @Test("has no name before it is whole, so that nothing can be left of it")
    func unnamed() throws {
      let temporary = try TemporaryFile(beside: path)
      #expect(folder.names == [])
      #expect(temporary.giveName() && folder.names.count == 1)
      temporary.remove()
      #expect(folder.names == [])
    }
  #endif
}

@Suite("A synchronisation that a signal interrupts")
struct InterruptedSynchronizationTests {
  let folder = ScratchFolder()

  @Test("goes on, and the account is made")
  func interrupted() throws {
    var operations = FileOperations.live
    let calls = Counter()
    operations.synchronize = { file in
      calls.add()
      if calls.value % 3 == 0 { return FileOperations.live.synchronize(file) }
      errno = EINTR
      return -1
    }
    let store = HtpasswdAccountStore(
      path: folder.file("accounts"), hasher: .transparent, operations: operations)
    try store.add("ann", password: "x")
    try store.add("bob", password: "y")
    #expect(calls.value == 6)
    #expect(folder.read("accounts") == "ann:plain-x\nbob:plain-y\n")
  }
}
