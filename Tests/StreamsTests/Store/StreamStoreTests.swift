import Streams
import TestSupport
import Testing

@Suite("A file of documents on disk")
struct StreamStoreTests {
  let folder: ScratchFolder
  let store: StreamStore

  init() {
    folder = ScratchFolder()
    store = StreamStore(path: folder.file("streams.json"))
  }

  private func chain(_ id: String, _ operators: Operator...) -> StreamDocument {
    .chain(StreamChain(id: id, source: "serial-a", operators: operators))
  }

  @Test("A saved document survives a restart")
  func saved() throws {
    var file = try store.loadOrDefaults().file
    #expect(file.documents == StreamDocument.defaults)
    #expect(folder.read("streams.json") == nil, "loading writes nothing")
    file.replace(chain("c", .filter(expression: "%d != 3")))
    try store.save(file, over: store.loadOrDefaults())
    let restarted = try StreamStore(path: store.path).load()
    #expect(restarted.file.documents == file.documents)
    #expect(restarted.file.errors.isEmpty)
  }

  @Test(
    "A document made on one machine is exported with what it refers to, and runs on another")
  func exported() throws {
    var file = StreamDocumentFile(StreamDocument.defaults)
    file.replace(chain("c", .first))
    let other = StreamStore(path: folder.file("export.json"))
    try other.save(file.excerpt(of: ["c"]), over: .absent)
    let imported = try other.load().file
    #expect(imported.documents.map(\.id) == ["serial-a", "c"])
    #expect(imported.errors.isEmpty)
    #expect(throws: StreamStoreError.self) { try other.save(file, over: .absent) }
  }

  @Test(
    "A stored document with an unknown or broken operator is reported, and stays in the file")
  func unknownOperator() throws {
    folder.write(
      "streams.json",
      """
      {"version": 1, "documents": [
        {"chain": {"id": "x", "source": "serial-a", "operators": [{"wrap": {"width": 3.0}}]}},
        {"chain": {"id": "y", "source": "serial-a", "operators": [{"map": {"expression": "%d *"}}]}}
      ]}
      """.utf8)
    let snapshot = try store.load()
    #expect(
      snapshot.file.errors.map(\.description) == [
        "\(store.path):2:25: documents[0].chain.source: there is no document “serial-a” that can "
          + "be read",
        "\(store.path):2:62: documents[0].chain.operators[0].wrap: there is no operator “wrap”",
        "\(store.path):3:25: documents[1].chain.source: there is no document “serial-a” that can "
          + "be read",
        "\(store.path):3:70: documents[1].chain.operators[0].map.expression, column 5: "
          + "a value was expected, not the end",
      ])
    var file = snapshot.file
    for document in StreamDocument.defaults { file.replace(document) }
    try store.save(file, over: snapshot)
    let text = try #require(folder.read("streams.json"))
    #expect(text.contains(#"{"wrap": {"width": 3.0}}"#) && text.contains(#""%d *""#))
    #expect(try store.load().file.documents == StreamDocument.defaults)
  }

  @Test("Of two programs that edit at once, the second is told, and gets both versions")
  func conflict() throws {
    try store.save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
    let (first, second) = (try store.load(), try store.load())
    var (mine, theirs) = (second.file, first.file)
    theirs.replace(chain("theirs", .first))
    mine.replace(chain("mine", .last))
    let saved = try store.save(theirs, over: first)
    #expect {
      try store.save(mine, over: second)
    } throws: { error in
      guard case StreamStoreError.conflict(_, let one, let other) = error else { return false }
      #expect(one.documents == mine.documents && other.documents == theirs.documents)
      return "\(error)".hasSuffix("nothing was saved; these documents differ: “mine” and “theirs”")
    }
    #expect(try store.load() == saved)
    // Saving over what the error showed loses nothing.
    mine = saved.file
    mine.replace(chain("mine", .last))
    try store.save(mine, over: saved)
    #expect(try store.load().file["theirs"] != nil && store.load().file["mine"] != nil)
    #expect(throws: Never.self) { try store.save(mine, over: first) }
  }

  @Test("A file that appears or goes meanwhile is a conflict, too")
  func appeared() throws {
    let none = try store.loadOrDefaults()
    try store.save(StreamDocumentFile([chain("a", .first)]), over: .absent)
    #expect(throws: StreamStoreError.self) { try store.save(none.file, over: none) }
    let there = try store.load()
    unlinkFile(store.path)
    #expect(throws: StreamStoreError.self) { try store.save(none.file, over: there) }
  }

  @Test("A failed read never replaces what is there; only a reset does, and keeps it")
  func reset() throws {
    folder.write("streams.json", "{broken".utf8)
    #expect(throws: StreamStoreError.self) { try store.load() }
    #expect(throws: StreamStoreError.self) { try store.loadOrDefaults() }
    #expect(throws: StreamStoreError.self) {
      try store.save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
    }
    #expect(folder.read("streams.json") == "{broken")
    #expect(try store.reset() == .done(copy: store.path + ".old"))
    #expect(folder.read("streams.json.old") == "{broken")
    #expect(try store.load().file.documents == StreamDocument.defaults)
  }

  @Test("A missing, empty, binary, huge or deeply nested file gets one sentence")
  func badFiles() throws {
    func sentence() -> String {
      do throws(StreamStoreError) {
        _ = try store.load()
        return ""
      } catch { return error.description }
    }
    let path = store.path
    #expect(sentence() == "\(path): there is no such file; check the spelling and the folder")
    folder.write("streams.json", [])
    #expect(sentence() == "\(path): it is empty")
    folder.write("streams.json", [0x00, 0xFF, 0x13])
    #expect(sentence() == "\(path):1:1: a value was expected, not the byte 0x0")
    folder.write("streams.json", [UInt8](repeating: 0x5B, count: 100_000))
    #expect(sentence().hasSuffix(": lists and objects are nested more than 128 deep"))
    folder.write("streams.json", [])
    truncateFile(path, to: 100_000_000)
    #expect(sentence() == "\(path): cannot be read (it is larger than 4 MiB)")
  }

  @Test("A folder has a store for each file of documents, by their names")
  func folders() throws {
    for name in ["b.json", "a.json", "notes.txt", ".c.json"] { folder.write(name, []) }
    #expect(
      try StreamStore.stores(at: folder.path).map(\.path)
        == [folder.file("a.json"), folder.file("b.json")])
    #expect(try StreamStore.stores(at: store.path) == [store])
  }
}
