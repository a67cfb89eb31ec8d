import Dispatch
import Expressions
import Fetching
import Platform
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func unlinkFile(_ path: String) { unlink(path) }
func linkFile(_ path: String, _ other: String) { link(path, other) }
func truncateFile(_ path: String, to size: Int) { truncate(path, off_t(size)) }

@Suite("A client of a file that others change", .serialized)
struct StreamUpdateTests {
  let folder: ScratchFolder
  let store: StreamStore

  init() {
    folder = ScratchFolder()
    store = StreamStore(path: folder.file("streams.json"))
  }

  private func publish(_ expression: StreamExpression) throws {
    let documents: [StreamDocument] = [
      .source(StreamModel(id: "a", items: [StreamItem(value: 1), StreamItem(value: 2)])),
      .chain(StreamChain(id: "c", source: "a", operators: [.map(expression: expression)])),
    ]
    let snapshot = (try? store.load()) ?? .absent
    try store.save(StreamDocumentFile(documents), over: snapshot)
  }

  /// The updates that a client receives, and a way to wait for it without sleeping.
  private final class Client: @unchecked Sendable {
    // Sendable because everything happens on the queue, and the log is locked.
    let log = Locked<[String]>([])
    let signal = DispatchSemaphore(value: 0)
    var subscription: AnyCancellable?

    func note(_ entry: String) {
      log.withLock { $0.append(entry) }
      signal.signal()
    }

    /// Waits for the last entries.
    func entries(endingWith last: [String]) -> [String] {
      let deadline = Standstill.deadline
      while log.withLock({ $0.suffix(last.count) != last[...] }),
        signal.wait(timeout: deadline) == .success
      {}
      return log.withLock { $0 }
    }

    /// Waits for a number of entries.
    func entries(_ count: Int) -> [String] {
      let deadline = Standstill.deadline
      while log.withLock({ $0.count }) < count, signal.wait(timeout: deadline) == .success {}
      return log.withLock { $0 }
    }
  }

  @Test(
    "Clients switch to new logic without a restart; bad logic is reported and the old runs on"
  )
  func clients() throws {
    try publish("%d * 10")
    let queue = DispatchQueue(label: "clients")
    let clients = (0..<3).map { _ in Client() }
    for client in clients {
      client.subscription = StreamSource(.local(path: store.path)).publisher(
        of: "c", on: queue, problem: { _ in client.note("problem") }
      ).sink { client.note($0.description) }
    }
    for client in clients { #expect(client.entries(2) == ["10", "20"]) }

    try publish("%d * 100")
    for client in clients { #expect(client.entries(4) == ["10", "20", "100", "200"]) }

    // The file is not replaced, but written anew, so that it may be read when there is nothing in
    // it yet, which is a problem, too.
    folder.write("streams.json", "{\"version\": 1, \"documents\": [".utf8)
    for client in clients { #expect(client.entries(5).last == "problem") }
    folder.write(
      "streams.json", StreamDocumentFile([.chain(StreamChain(id: "c", source: "no"))]).bytes)
    for client in clients { #expect(client.entries(6).last == "problem") }

    let good = try #require(try? StreamStore(path: store.path).load())
    #expect(good.file.errors.count == 1)
    try publish("%d + 1")
    for client in clients {
      let entries = client.entries(endingWith: ["2", "3"])
      #expect(entries.suffix(2) == ["2", "3"] && entries.dropFirst(4).first == "problem")
    }
    for client in clients { client.subscription?.cancel() }
  }

  @Test("A change of another document of the file leaves a stream running")
  func others() throws {
    try publish("%d * 10")
    let queue = DispatchQueue(label: "client")
    let (client, file) = (Client(), Client())
    file.subscription = StreamSource(.local(path: store.path)).updates(on: queue)
      .sink { _ in file.note("update") }
    client.subscription = StreamSource(.local(path: store.path)).publisher(of: "c", on: queue)
      .sink { client.note($0.description) }
    #expect(client.entries(2) == ["10", "20"])
    let snapshot = try store.load()
    var changed = snapshot.file
    changed.replace(.chain(StreamChain(id: "d", source: "a")))
    try store.save(changed, over: snapshot)
    #expect(file.entries(2).count == 2)
    queue.sync {}
    try publish("%d * 5")
    #expect(client.entries(4) == ["10", "20", "5", "10"])
    client.subscription?.cancel()
    file.subscription?.cancel()
  }

  /// A change of the way to a file, and the file's contents behind it.
  struct Swap: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var path = "streams.json"
    let links: [String: String]
    let change: @Sendable (ScratchFolder) -> Void
  }

  /// Puts a link in the place of another, as `ln -sfn` does.
  static func putLink(_ target: String, at name: String, in folder: ScratchFolder) {
    symlink(target, folder.file(name + ".new"))
    rename(folder.file(name + ".new"), folder.file(name))
  }

  static let swaps = [
    Swap(testDescription: "the file's link", links: ["streams.json": "v1/streams.json"]) {
      putLink("v2/streams.json", at: "streams.json", in: $0)
    },
    Swap(
      testDescription: "a link that is removed and made", links: ["streams.json": "v1/streams.json"]
    ) {
      unlink($0.file("streams.json"))
      symlink("v2/streams.json", $0.file("streams.json"))
    },
    Swap(testDescription: "its folder's link", path: "now/streams.json", links: ["now": "v1"]) {
      putLink("v2", at: "now", in: $0)
    },
    Swap(
      testDescription: "the link of the folder that is followed", path: "now", links: ["now": "v1"]
    ) {
      putLink("v2", at: "now", in: $0)
    },
    Swap(
      testDescription: "a link on the way to the link's target",
      links: ["streams.json": "..data/streams.json", "..data": "v1"]
    ) { putLink("v2", at: "..data", in: $0) },
    Swap(
      testDescription: "the links of a ConfigMap's folder", path: "",
      links: ["streams.json": "..data/streams.json", "..data": "v1"]
    ) { putLink("v2", at: "..data", in: $0) },
    Swap(testDescription: "the folder itself", path: "v1/streams.json", links: [:]) {
      rename($0.file("v1"), $0.file("old"))
      rename($0.file("v2"), $0.file("v1"))
    },
    Swap(testDescription: "a hard link", path: "v1/streams.json", links: [:]) {
      unlink($0.file("v1/streams.json"))
      linkFile($0.file("v2/streams.json"), $0.file("v1/streams.json"))
    },
  ]

  @Test("A change of a link on the way to a file is a change of the file", arguments: swaps)
  func links(swap: Swap) throws {
    for (name, value) in [("v1", 1), ("v2", 2)] {
      mkdir(folder.file(name), 0o700)
      folder.write(
        name + "/streams.json",
        StreamDocumentFile([
          .source(StreamModel(id: "a", items: [StreamItem(value: .integer(value))]))
        ]).bytes)
    }
    for (name, target) in swap.links { symlink(target, folder.file(name)) }
    let (queue, client) = (DispatchQueue(label: "client"), Client())
    client.subscription = StreamSource(.local(path: folder.file(swap.path)))
      .publisher(of: "a", on: queue).sink { client.note($0.description) }
    #expect(client.entries(1) == ["1"])
    swap.change(folder)
    #expect(client.entries(2) == ["1", "2"])
    client.subscription?.cancel()
  }

  @Test("Where nobody says that a file changes, it is looked at again and again")
  func polling() throws {
    let time = VirtualTimeScheduler()
    var watcher = FileWatcher(path: folder.file("not/there/streams.json"))
    watcher.isPolling = true
    var changes = 0
    let subscription = watcher.changes(on: time).sink { changes += 1 }
    time.advance(by: .milliseconds(200))
    #expect(changes == 0)
    mkdir(folder.file("not"), 0o700)
    mkdir(folder.file("not/there"), 0o700)
    folder.write("not/there/streams.json", "1".utf8)
    time.advance(by: .milliseconds(50))
    #expect(changes == 1)
    folder.write("not/there/streams.json", "12".utf8)
    time.advance(by: .milliseconds(50))
    #expect(changes == 2)
    subscription.cancel()
    unlink(folder.file("not/there/streams.json"))
    rmdir(folder.file("not/there"))
    rmdir(folder.file("not"))
    time.advance(by: .milliseconds(500))
    #expect(changes == 2)
  }
}
