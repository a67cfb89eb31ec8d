import Credentials
import Synchronization
import TestSupport
import Testing

@Suite("Eight threads that add the same twenty names")
struct ConcurrentAddTests {
  static let names = (1...20).map { "user\($0)" }

  @Test("to a file leave twenty lines, and each name has one winner")
  func file() {
    let folder = ScratchFolder()
    let path = folder.file("accounts")
    let wins = Self.race(HtpasswdAccountStore(path: path, hasher: .transparent))
    let lines = Disk.lines(at: path).compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(lines.count == 20)
    #expect(Set(lines) == Set(Self.names))
    #expect(wins == 20)
    #expect(folder.names == ["accounts"])
  }

  @Test("to memory leave twenty accounts, and each name has one winner")
  func memory() {
    let store = InMemoryAccountStore()
    #expect(Self.race(store) == 20)
    #expect(store.count == 20)
  }

  /// The number of adds that succeeded; every other one must have found the name taken.
  private static func race(_ store: some AccountStore) -> Int {
    let wins = Atomic(0)
    // Real threads: the calls block, and a pool might run them one after another.
    Threads.run(8) { thread in
      for index in names.indices {
        // Each thread starts at another name, so that they meet all along the way.
        let name = names[(index + thread * 3) % names.count]
        do throws(AccountError) {
          try store.add(name, password: "x")
          wins.add(1, ordering: .relaxed)
        } catch {
          #expect(error == .taken(username: name))
        }
      }
    }
    return wins.load(ordering: .relaxed)
  }
}
