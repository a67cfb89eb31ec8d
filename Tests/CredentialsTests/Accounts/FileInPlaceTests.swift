import Reactive
import TestSupport
import Testing

@testable import Credentials
@testable import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("An account file whose group cannot be kept")
struct FileInPlaceTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }
  var changePath: String { path + ".viewmodelkit-change" }

  /// The system's operations for somebody who may not give files to their group.
  static var operations: FileOperations {
    var operations = FileOperations.live
    operations.takeOver = { (_, path, _, _) throws(FileFailure) in
      throw .unkept("its owner and group cannot be kept", of: path)
    }
    return operations
  }

  private func store(_ operations: FileOperations = Self.operations) -> HtpasswdAccountStore {
    HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
  }

  @Test("is written in place, and nothing is left beside it")
  func inPlace() throws {
    Disk.write("bob:X\n", to: path, mode: 0o640)
    let before = Disk.status(of: path)
    try store().check()
    try store().add("ann", password: "x")
    #expect(Disk.text(at: path) == "bob:X\nann:plain-x\n")
    try store().changePassword(of: "bob", to: "long")
    #expect(Disk.text(at: path) == "bob:plain-long\nann:plain-x\n")
    try store().remove("bob")
    #expect(Disk.text(at: path) == "ann:plain-x\n")
    #expect(Disk.status(of: path).st_ino == before.st_ino && Disk.mode(of: path) == 0o640)
    #expect(folder.names == ["accounts"])
  }

  /// The system's operations for a file that cannot be replaced, for a reason.
  private static func unreplaceable(_ code: CInt) -> FileOperations {
    var operations = FileOperations.live
    operations.replace = { _, _ in
      errno = code
      return -1
    }
    return operations
  }

  @Test(
    "is written in place, too, where it is a mount of its own or cannot be replaced",
    arguments: [EBUSY, EXDEV, EACCES, EPERM, EROFS])
  func mounted(code: CInt) throws {
    Disk.write("bob:X\n", to: path, mode: 0o640)
    let before = Disk.status(of: path)
    let store = store(Self.unreplaceable(code))
    try store.check()
    try store.add("ann", password: "x")
    try store.changePassword(of: "bob", to: "y")
    #expect(Disk.text(at: path) == "bob:plain-y\nann:plain-x\n")
    #expect(Disk.status(of: path).st_ino == before.st_ino && folder.names == ["accounts"])
  }

  @Test(
    "is left as it was where replacing fails for another reason",
    arguments: [EIO, ENOSPC, EDQUOT, ENOENT, EINTR])
  func failing(code: CInt) throws {
    Disk.write("bob:X\n", to: path)
    #expect(throws: AccountError.self) {
      try store(Self.unreplaceable(code)).add("ann", password: "x")
    }
    #expect(Disk.text(at: path) == "bob:X\n" && folder.names == ["accounts"])
  }

  @Test("is never replaced where that is asked for, but made if it is not there")
  func askedFor() throws {
    let store = HtpasswdAccountStore(
      path: path, hasher: .transparent, creation: FileCreation(), writesInPlace: true,
      waiting: {}, commit: { $0() })
    try store.add("bob", password: "x")
    let before = Disk.status(of: path)
    try store.check()
    try store.add("ann", password: "x")
    try store.remove("bob")
    #expect(Disk.text(at: path) == "ann:plain-x\n")
    #expect(Disk.status(of: path).st_ino == before.st_ino && folder.names == ["accounts"])
  }

  @Test(
    "has its journal in the folder for temporary files where its own takes no file",
    .enabled(if: geteuid() != 0))
  func closedFolder() throws {
    mkdir(folder.file("closed"), 0o700)
    let path = folder.file("closed/accounts")
    Disk.write("bob:X\n", to: path)
    chmod(folder.file("closed"), 0o500)
    defer { chmod(folder.file("closed"), 0o700) }
    let store = HtpasswdAccountStore(path: path, hasher: .transparent)
    try store.check()
    try store.add("ann", password: "x")
    #expect(Disk.text(at: path) == "bob:X\nann:plain-x\n")
    chmod(path, 0o400)
    #expect(throws: AccountError.self) { try store.add("eve", password: "x") }
  }

  @Test("has the change beside it, whole and private, while it is written")
  func beside() throws {
    Disk.write("bob:X\n", to: path, mode: 0o640)
    let (path, changePath) = (path, changePath)
    let seen = Locked<[String]>([])
    var operations = Self.operations
    operations.overwrite = { file, bytes, count, offset in
      let isWhole =
        FileJournal(bytes: Array(Disk.text(at: changePath).utf8))?
        .finished(Array(Disk.text(at: path).utf8)) == Array("bob:X\nann:plain-x\n".utf8)
      seen.withLock { $0.append("\(isWhole) \(String(Disk.mode(of: changePath), radix: 8))") }
      return FileOperations.live.overwrite(file, bytes, min(count, 3), offset)
    }
    try store(operations).add("ann", password: "x")
    #expect(seen.withLock { $0 } == Array(repeating: "true 600", count: 4))
    #expect(Disk.text(at: path) == "bob:X\nann:plain-x\n")
  }

  /// Puts the file into a state in which a program that died may have left it.
  private func die(_ change: FileJournal, leaving contents: [UInt8]) {
    folder.write("accounts", contents)
    folder.write("accounts.viewmodelkit-change", change.bytes)
    chmod(changePath, 0o600)
  }

  @Test("is finished by the next one, wherever the one before died")
  func finished() throws {
    let old = Array("ann:X\nbob:Y\neve:Z\n".utf8)
    let wanted = Array("ann:X\neve:Z\n".utf8)
    let change = FileJournal(from: old, to: wanted)
    for count in 0...change.written.count {
      let half =
        old[..<change.offset] + change.written[..<count] + old[(change.offset + count)...]
      die(change, leaving: Array(half))
      try store().add("carl", password: "x")
      #expect(Disk.text(at: path) == "ann:X\neve:Z\ncarl:plain-x\n")
      #expect(folder.names == ["accounts"])
      // Who looks finishes it, too.
      die(change, leaving: Array(half))
      #expect(try !store().contains("bob"))
      #expect(Disk.text(at: path) == "ann:X\neve:Z\n")
      #expect(folder.names == ["accounts"])
    }
  }

  @Test("is read as it was to be while somebody else has the lock")
  func readLocked() throws {
    let change = FileJournal(
      from: Array("ann:X\n".utf8), to: Array("ann:X\nbob:plain-y\n".utf8))
    die(change, leaving: Array("ann:X\nbo".utf8))
    let file = open(path, O_RDWR)
    #expect(flock(file, LOCK_EX) == 0)
    #expect(try store().contains("bob"))
    #expect(try store().verify("bob", password: "y"))
    #expect(try store().list().map(\.name) == ["ann", "bob"])
    #expect(folder.names == ["accounts", "accounts.viewmodelkit-change"])
    Descriptor.release(file)
    #expect(try store().contains("bob"))
    #expect(folder.names == ["accounts"])
  }

  @Test("is free after a change, also while a program is started, which has a copy of it at first")
  func copied() throws {
    Disk.write("ann:X\n", to: path, mode: 0o640)
    let copies = Locked<[CInt]>([])
    defer { copies.withLock { $0.forEach { close($0) } } }
    var operations = Self.operations
    operations.lock = { file in
      copies.withLock { $0.append(dup(file)) }
      return FileOperations.live.lock(file)
    }
    try store(operations).add("bob", password: "x")
    let file = open(path, O_RDONLY)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    close(file)
    #expect(copies.withLock { $0.count } == 1)
  }

  @Test("is what it was where the disk is full, half-way or not")
  func full() throws {
    Disk.write("ann:X\nbob:Y\neve:Z\n", to: path, mode: 0o640)
    for limit in [0, 4] {
      let room = Locked(limit)
      var operations = Self.operations
      operations.overwrite = { file, bytes, count, offset in
        let part = room.withLock { room in
          defer { room = room == 0 ? Int.max : 0 }
          return min(count, room)
        }
        if part > 0 { return FileOperations.live.overwrite(file, bytes, part, offset) }
        errno = ENOSPC
        return -1
      }
      #expect(throws: AccountError.cannotWrite(path: path, reason: "No space left on device")) {
        try store(operations).add("ann2", password: "x")
      }
      #expect(Disk.text(at: path) == "ann:X\nbob:Y\neve:Z\n")
      #expect(folder.names == ["accounts"])
    }
  }

  @Test("keeps the change where it cannot be taken back either, and says where")
  func broken() throws {
    Disk.write("ann:X\nbob:Y\n", to: path, mode: 0o640)
    var operations = Self.operations
    operations.truncate = { _, _ in
      errno = EIO
      return -1
    }
    let error = #expect(throws: AccountError.self) { try store(operations).remove("ann") }
    #expect(error?.description.contains(changePath) == true)
    #expect(try store().list().map(\.name) == ["bob"])
    #expect(Disk.text(at: path) == "bob:Y\n")
    #expect(folder.names == ["accounts"])
  }

  @Test("is left alone where somebody has written it since, with a sentence")
  func writtenSince() throws {
    let change = FileJournal(
      from: Array("ann:X\n".utf8), to: Array("ann:X\nbob:Y\n".utf8))
    die(change, leaving: Array("ann:X\neve:Z\n".utf8))
    #expect(try store().list().map(\.name) == ["ann", "eve"])
    #expect(
      throws: AccountError.cannotWrite(
        path: path,
        reason: "a program died while it wrote the file, and the file has changed since; see "
          + "which part of \(changePath) is missing, and remove that file")
    ) { try store().add("carl", password: "x") }
    #expect(Disk.text(at: path) == "ann:X\neve:Z\n")
    unlink(changePath)
    try store().add("carl", password: "x")
  }

  @Test(
    "takes no change from a file that others could have made",
    arguments: ["link", "second name", "writable", "nonsense", "foreign"])
  func untrusted(kind: String) throws {
    if kind == "foreign", geteuid() != 0 { return }
    let change = FileJournal(
      from: Array("ann:X\n".utf8), to: Array("ann:X\neve:Z\n".utf8))
    die(change, leaving: Array("ann:X\n".utf8))
    switch kind {
    case "link":
      rename(changePath, folder.file("elsewhere"))
      symlink(folder.file("elsewhere"), changePath)
    case "second name": link(changePath, folder.file("second"))
    case "writable": chmod(changePath, 0o666)
    case "foreign": chown(changePath, 65_534, gid_t.max)
    default: folder.write("accounts.viewmodelkit-change", "ann:X\neve:Z\n".utf8)
    }
    #expect(try !store().contains("eve"))
    // It only stands in the way of one more that would be written in place.
    #expect(throws: AccountError.cannotWrite(path: changePath, reason: "File exists")) {
      try store().add("carl", password: "x")
    }
    #expect(Disk.text(at: path) == "ann:X\n")
    try store(.live).add("carl", password: "x")
    #expect(Disk.text(at: path) == "ann:X\ncarl:plain-x\n")
  }

  @Test("that others may write waits for the one who died over it", .enabled(if: geteuid() == 0))
  func foreignWriter() throws {
    let change = FileJournal(
      from: Array("ann:X\n".utf8), to: Array("ann:X\neve:Z\n".utf8))
    die(change, leaving: Array("ann:X\nev".utf8))
    chmod(path, 0o660)
    chown(changePath, 65_534, gid_t.max)
    let error = #expect(throws: AccountError.self) { try store().add("carl", password: "x") }
    #expect(error?.description.contains("another user's program died") == true)
    #expect(Disk.text(at: path) == "ann:X\nev")
  }

  @Test("is not changed where the program is to end")
  func ended() throws {
    Disk.write("ann:X\n", to: path, mode: 0o640)
    var operations = Self.operations
    operations.commit = { _ in
      errno = EINTR
      return -1
    }
    #expect(throws: AccountError.self) { try store(operations).add("bob", password: "x") }
    #expect(Disk.text(at: path) == "ann:X\n")
    #expect(folder.names == ["accounts"])
  }

  @Test("and that may only be read is refused before a password is hashed")
  func refusedBeforeHashing() throws {
    Disk.write("ann:X\n", to: path, mode: 0o440)
    var operations = Self.operations
    operations.takeOver = { (_, path, _, _) throws(FileFailure) in
      throw FileFailure(path: path, reason: "no")
    }
    let store = HtpasswdAccountStore(path: path, hasher: .yescrypt, operations: operations)
    // No password that could be hashed, which is not found out.
    #expect(throws: AccountError.cannotWrite(path: path, reason: "no")) {
      try store.add("bob", password: "\0")
    }
    #expect(throws: AccountError.cannotWrite(path: path, reason: "no")) {
      try store.changePassword(of: "ann", to: "\0")
    }
  }

  @Test("is not given to a group that it cannot be given to, in missing folders neither")
  func foreignGroup() throws {
    guard geteuid() != 0 else { return }
    for path in [path, folder.file("a/b/accounts")] {
      let store = HtpasswdAccountStore(
        path: path, hasher: .yescrypt, operations: .live,
        creation: FileCreation(mode: 0o640, group: 12_345))
      let error = #expect(throws: AccountError.self) { try store.add("bob", password: "\0") }
      #expect(error?.description.contains("takes root or a member of the group") == true)
      #expect(folder.names == [])
    }
  }
}
