@testable import Streams
import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

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
    let contents = StreamContents(ofLocal: folder.path)
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
      StreamContents(ofLocal: folder.path).problems.map(\.description) == [
        "\(folder.path): cannot be read (there is no file in it whose name ends in .json)"
      ])
    let missing = folder.file("not/there")
    #expect(
      StreamContents(ofLocal: missing).problems.map(\.description) == [
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
    let contents = StreamContents(ofLocal: folder.path)
    #expect(contents.mayHold(id: "a") && contents.mayHold(id: "d"))
    #expect(!contents.mayHold(id: "b") && !contents.mayHold(id: "c"))
  }

  @Test("is followed as a whole: a file that is changed, added or removed is news")
  func followed() {
    write("a.json", "a", 1)
    let log = Locked<[[String]]>([])
    let signal = DispatchSemaphore(value: 0)
    let client = StreamSource(.local(path: folder.path))
      .updates(on: DispatchQueue(label: "client"))
      .sink { contents in
        log.withLock { $0.append(contents.streams.map(\.document.id)) }
        signal.signal()
      }
    func expect(_ ids: [String]) {
      let deadline = DispatchTime.now() + .seconds(5)
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
