import Credentials
import Reactive
import TestSupport
import Testing

@Suite("The work for a name that nobody has")
struct DecoyChoiceTests {
  private let folder = ScratchFolder()
  private let tried = Locked<[String]>([])
  private var path: String { folder.file("accounts") }

  /// A store whose hasher writes down what it is to check a password against.
  private var store: HtpasswdAccountStore {
    HtpasswdAccountStore(
      path: path,
      hasher: PasswordHasher(
        hash: PasswordHasher.transparent.hash,
        verify: { [tried] (_, hash) throws(PasswordHashingError) in
          tried.withLock { $0.append(hash) }
          if hash.hasPrefix("broken") { throw .unknownMethod }
          if hash.hasPrefix("poor") { throw .outOfMemory(bytes: 1) }
          return true
        },
        canVerify: { !$0.hasPrefix("unusable") }, decoy: "decoy"))
  }

  /// The hash that an unknown name is tried against.
  private func work(for name: String) throws -> [String] {
    tried.withLock { $0 = [] }
    #expect(try !store.verify(name, password: "x"), "It is nobody's, whatever the hasher says.")
    return tried.withLock { $0 }
  }

  private func write(_ hashes: [String]) {
    let lines = hashes.enumerated().map { "user\($0.offset):\($0.element)\n" }
    Disk.write(lines.joined(), to: path)
  }

  /// Hashes as they end: in characters that nobody knows.
  private static let hashes = (0..<40).map { number in
    "kind\(number % 4)-\(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)"
  }

  @Test("is that of one account of the file, and always of the same")
  func stable() throws {
    write(Self.hashes)
    for number in 0..<20 {
      let first = try work(for: "nobody\(number)")
      #expect(first.count == 1 && Self.hashes.contains(first[0]))
      #expect(try work(for: "nobody\(number)") == first)
      #expect(try work(for: "NOBODY\(number)") == first, "The same name.")
    }
  }

  @Test("is for many names as mixed as the file is")
  func shares() throws {
    // A quarter of the accounts is of each kind.
    write(Self.hashes)
    let kinds = try (0..<400).map { try work(for: "nobody\($0)")[0].prefix(5) }
    for kind in 0..<4 {
      let share = kinds.count { $0 == "kind\(kind)" }
      #expect((60...140).contains(share), "\(share) of 400")
    }
  }

  @Test("changes by another account for its share of the names alone, and for these to it")
  func anotherAccount() throws {
    write(Self.hashes)
    let names = (0..<200).map { "nobody\($0)" }
    let before = try names.map { try work(for: $0) }
    write(Self.hashes + ["new-123456789012345"])
    let after = try names.map { try work(for: $0) }
    let changed = zip(before, after).filter { $0 != $1 }
    #expect(changed.allSatisfy { $0.1 == ["new-123456789012345"] })
    #expect(changed.count < 20)
  }

  @Test("is never that of an account which is locked or cannot be checked")
  func unusable() throws {
    write(["!locked", "", "*", "unusable-1", "kind-1", "unusable-2"])
    for number in 0..<20 { #expect(try work(for: "nobody\(number)") == ["kind-1"]) }
    write(["!locked", "unusable-1"])
    #expect(try work(for: "nobody") == ["decoy"], "There is no other.")
    #expect(try work(for: "user0") == ["decoy"], "A locked account is like nobody's.")
  }

  @Test("is done by the hasher's own decoy, where a hash only looked like one")
  func broken() throws {
    write(["broken-1"])
    #expect(try work(for: "nobody") == ["broken-1", "decoy"])
    #expect(throws: AccountError.uncheckable(username: "user0")) {
      try store.verify("user0", password: "x")
    }
  }

  @Test("fails for want of memory as the work for an account does")
  func memory() {
    write(["poor-1"])
    for name in ["user0", "nobody"] {
      #expect(throws: AccountError.outOfMemory(bytes: 1)) { try store.verify(name, password: "x") }
    }
  }
}
