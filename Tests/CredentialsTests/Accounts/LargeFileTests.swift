import TestSupport
import Testing

@testable import Credentials
@testable import Platform

@Suite("A large account file")
struct LargeFileTests {
  let folder = ScratchFolder()
  var path: String { folder.file("accounts") }

  @Test("of 12,000 lines has the names that it has, whatever the reads return")
  func many() throws {
    let text = (0..<12_000).map { "user\($0):$y$\(String(repeating: "x", count: $0 % 50))\n" }
    Disk.write(text.joined(), to: path)
    var operations = FileOperations.live
    operations.readBytes = { file, bytes, count in
      FileOperations.live.readBytes(file, bytes, min(count, 4_099))
    }
    for operations in [FileOperations.live, operations] {
      let store = HtpasswdAccountStore(path: path, hasher: .transparent, operations: operations)
      for name in ["user0", "USER11999", "user5432"] { #expect(try store.contains(name)) }
      for name in ["user12000", "user", "юзер"] { #expect(try !store.contains(name)) }
      #expect(try store.firstFree(of: ["user1", "user2", "user-3"]) == "user-3")
    }
  }

  @Test("that is none is refused wherever that shows", arguments: [0, 1 << 18, 1 << 19])
  func foreign(place: Int) {
    let line = "ann:$y$" + String(repeating: "x", count: 72) + "\n"
    var bytes = Array(String(repeating: line, count: 7_000).utf8)
    bytes[place] = 0
    Disk.write(String(decoding: bytes, as: UTF8.self), to: path)
    #expect(
      throws: AccountError.unreadable(path: path, reason: "it holds binary data, not accounts")
    ) {
      try HtpasswdAccountStore(path: path, hasher: .transparent).contains("bob")
    }
  }
}
