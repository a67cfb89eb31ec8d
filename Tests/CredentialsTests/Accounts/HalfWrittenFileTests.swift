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

/// A way for the disk to fail while the file is replaced.
enum DiskFault: CaseIterable, CustomTestStringConvertible {
  case full, fullHalfWay, notSynchronized, notRenamed

  var operations: FileOperations {
    var operations = FileOperations.live
    switch self {
    case .full:
      operations.writeBytes = { _, _, _ in DiskFault.fail(ENOSPC) }
    case .fullHalfWay:
      operations.writeBytes = { file, bytes, count in
        count > 4 ? write(file, bytes, count / 2) : DiskFault.fail(ENOSPC)
      }
    case .notSynchronized:
      operations.synchronize = { _ in CInt(DiskFault.fail(EIO)) }
    case .notRenamed:
      operations.replace = { _, _ in CInt(DiskFault.fail(EIO)) }
    }
    return operations
  }

  var testDescription: String {
    switch self {
    case .full: "the disk is full"
    case .fullHalfWay: "the disk fills up half-way"
    case .notSynchronized: "the data do not reach the disk"
    case .notRenamed: "the name cannot be changed"
    }
  }

  private static func fail(_ code: CInt) -> Int {
    errno = code
    return -1
  }
}

@Suite("A locked account file")
struct LockedFileTests {
  let folder = ScratchFolder()

  @Test("is waited for as long as a writer may take, and no longer")
  func held() throws {
    let path = folder.file("accounts")
    Disk.write("", to: path)
    let tries = Locked(0)
    let notices = Counter()
    var operations = FileOperations.live
    operations.pause = {}
    operations.waiting = { _ in notices.add() }
    operations.lock = { _ in
      errno = EWOULDBLOCK
      tries.withLock { $0 += 1 }
      return -1
    }
    let store = HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
    #expect(throws: AccountError.locked(path: path)) {
      try store.add("ann", password: "secret")
    }
    #expect(tries.withLock { $0 } == FileOperations.lockTries)
    #expect(notices.value == 1, "The wait is said once.")
    try store.check()
    #expect(tries.withLock { $0 } == FileOperations.lockTries, "A check takes no lock.")
    #expect(try !store.contains("ann"))

    operations.lock = { file in
      errno = EWOULDBLOCK
      return tries.withLock { tries in
        tries += 1
        return tries % 3 == 0 ? FileOperations.live.lock(file) : -1
      }
    }
    let patient = HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
    try patient.add("ann", password: "secret")
    #expect(try store.contains("ann"))
  }
}

@Suite("A half-written account file")
struct HalfWrittenFileTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }

  @Test(
    "is never seen: the old one stays and nothing is left behind",
    arguments: DiskFault.allCases)
  func fault(fault: DiskFault) throws {
    Disk.write("bob:X\n", to: path, mode: 0o640)
    let store = HtpasswdAccountStore(
      path: path, hasher: .transparent, operations: fault.operations)
    let error = #expect(throws: AccountError.self) { try store.add("ann", password: "secret") }
    guard case .cannotWrite = error else {
      Issue.record("expected .cannotWrite, found \(String(describing: error))")
      return
    }
    #expect(Disk.text(at: path) == "bob:X\n")
    #expect(Disk.mode(of: path) == 0o640)
    #expect(folder.names == ["accounts"])
    #expect(error?.description.contains("secret") == false)
  }

  @Test("is put together from writes of any size")
  func shortWrites() throws {
    var operations = FileOperations.live
    operations.writeBytes = { file, bytes, count in write(file, bytes, min(count, 3)) }
    operations.readBytes = { file, bytes, count in read(file, bytes, min(count, 2)) }
    let store = HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
    try store.add("ann", password: "x")
    try store.add("bob", password: "y")
    #expect(Disk.text(at: path) == "ann:plain-x\nbob:plain-y\n")
  }
}
