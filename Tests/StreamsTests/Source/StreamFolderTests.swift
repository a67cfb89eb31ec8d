import Dispatch
import Expressions
import Fetching
import Platform
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("A folder of files with documents")
struct StreamFolderTests {
  let folder = ScratchFolder()

  private func write(_ name: String, _ id: String, _ value: StreamValue) {
    let stream = StreamModel(id: id, name: "Stream \(id)", items: [StreamItem(value: value)])
    folder.write(name, StreamDocumentFile([.source(stream)]).bytes)
  }

  @Test("holds what its files hold, and a file that cannot be read is a problem beside them")
  func contents() throws {
    write("b.json", "b", 2)
    write("a.json", "a", 1)
    folder.write("broken.json", "{".utf8)
    folder.write("notes.txt", "not read".utf8)
    let contents = StreamFiles(path: folder.path).contents()
    #expect(contents.parts.map(\.name) == ["a", "b", "broken"].map { folder.file($0 + ".json") })
    #expect(contents.streams.map(\.document.id) == ["a", "b"])
    #expect(contents.problems.count == 1)
    #expect(contents.stream(called: "Stream b")?.document.id == "b")
    #expect(contents.stream(called: "c") == nil)
    #expect(contents.mayHold(id: "c"), "it may be in the file that cannot be read")
  }

  @Test("without a file, and one that is not there, get a sentence")
  func nothing() {
    #expect(
      StreamFiles(path: folder.path).contents().problems.map(\.description) == [
        "\(folder.path): cannot be read (the folder has no file whose name ends in .json)"
      ])
    let missing = folder.file("not/there")
    #expect(
      StreamFiles(path: missing).contents().problems.map(\.description) == [
        "\(missing): there is no such file; check the spelling and the folder"
      ])
  }

  @Test("An id that was there stays, as long as an unreadable document has it")
  func mayHold() {
    folder.write(
      "a.json",
      #"""
      [{"chain": {"id": "a", "source": "b", "operators": [{"wrap": {}}]}}, {"id": "b", "stream": []},
       {"id": "d", "stream": 1}]
      """#.utf8)
    let contents = StreamFiles(path: folder.path).contents()
    #expect(contents.mayHold(id: "a") && contents.mayHold(id: "d"))
    #expect(!contents.mayHold(id: "b") && !contents.mayHold(id: "c"))
  }

  @Test("Of fifty files of which one changes, that one is parsed again")
  func readAgain() {
    let names = (10..<60).map { "\($0).json" }
    for name in names { write(name, "a", 1) }
    let parsed = Locked<[String]>([])
    var source = StreamSource(.local(path: folder.path))
    source.load = { store, known throws(StreamStoreError) in
      let snapshot = try store.load(orElse: nil, knowing: known)
      if snapshot != known { parsed.withLock { $0.append(store.path) } }
      return snapshot
    }
    nonisolated(unsafe) let changes = PassthroughSubject<Void, Never>()
    source.changes = { changes.eraseToAnyPublisher() }
    var ids: [[String]] = []
    let client = source.updates(on: ImmediateScheduler.shared).sink { contents in
      ids.append(contents.streams.map(\.document.id))
    }
    #expect(parsed.withLock { $0 } == names.map(folder.file))
    write("30.json", "b", 2)
    changes.send()
    #expect(parsed.withLock { $0.dropFirst(50) } == [folder.file("30.json")])
    #expect(ids.count == 2 && ids[1][20] == "b" && ids[1].filter { $0 == "a" }.count == 49)
    unlinkFile(folder.file("10.json"))
    changes.send()
    #expect(parsed.withLock { $0.count } == 51 && ids.last?.count == 49)
    client.cancel()
  }

  @Test("is read anew at each subscription")
  func anew() {
    write("a.json", "a", 1)
    let contents = StreamSource(.local(path: folder.path)).contents
    var values: [StreamContents] = []
    contents.sink { values.append($0) }.cancel()
    write("a.json", "b", 1)
    contents.sink { values.append($0) }.cancel()
    #expect(values.map { $0.streams.map(\.document.id) } == [["a"], ["b"]])
  }

  @Test("A link is read again with any other file when its own has changed elsewhere")
  func link() {
    let other = ScratchFolder()
    symlink(other.file("real.json"), folder.file("a.json"))
    write("a.json", "a", 1)
    write("b.json", "b", 1)
    let files = StreamFiles(path: folder.path)
    #expect(files.contents().streams.map(\.document.id) == ["a", "b"])
    write("a.json", "longer", 1)
    #expect(files.contents().streams.map(\.document.id) == ["longer", "b"])
  }

  @Test("is followed as a whole: a file that is changed, added or removed is news")
  func followed() {
    write("a.json", "a", 1)
    let log = Locked<[[String]]>([])
    let signal = DispatchSemaphore(value: 0)
    let client = StreamSource(.local(path: folder.path)).updates(on: DispatchQueue(label: "client"))
      .sink { contents in
        log.withLock { $0.append(contents.streams.map(\.document.id)) }
        signal.signal()
      }
    func expect(_ ids: [String]) {
      let deadline = Standstill.deadline
      while log.withLock({ $0.last }) != ids, signal.wait(timeout: deadline) == .success {}
      #expect(log.withLock { $0.last } == ids)
    }
    expect(["a"])
    write("b.json", "b", 2)
    expect(["a", "b"])
    unlinkFile(folder.file("a.json"))
    expect(["b"])
    client.cancel()
  }
}
