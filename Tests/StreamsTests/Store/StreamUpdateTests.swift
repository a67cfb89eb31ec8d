import Streams
import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func unlinkFile(_ path: String) { unlink(path) }
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

  @Test("Where nobody says that a file changes, it is looked at again and again")
  func polling() throws {
    let time = VirtualTimeScheduler()
    let watcher = FileWatcher(path: folder.file("not/there/streams.json"))
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
