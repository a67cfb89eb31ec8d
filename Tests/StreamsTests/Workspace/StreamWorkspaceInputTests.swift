import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Inputs of a lab")
@MainActor struct StreamWorkspaceInputTests {
  let time = VirtualTimeScheduler()
  let folder = ScratchFolder()
  let store: StreamStore
  let second = 1_000_000_000

  init() throws {
    store = StreamStore(path: folder.file("streams.json"))
    let file = StreamDocumentFile([
      .input(
        StreamInput(
          id: "in", name: "In", type: .number, test: [StreamTestValue(after: 1, value: 5)])),
      .chain(StreamChain(id: "tens", source: "in", operators: [.map(expression: "%d * 10")])),
      .source(StreamModel(id: "s", items: [StreamItem(value: 1, operators: [.delay(seconds: 1)])])),
    ])
    try store.save(file, over: .absent)
  }

  private func lab(_ inputs: Set<String> = []) -> StreamWorkspace {
    StreamWorkspace(
      source: StreamSource(.local(path: store.path)), inputs: inputs, scheduler: time)
  }

  private func rows(_ lab: StreamWorkspace) -> [String] {
    lab.rows.map { MarbleTimeline.Row(marbles: $0.recording.marbles).text(frame: 500_000_000) }
  }

  private func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }

  @Test("One that is not bound plays its test data; one that is sends what comes, when it comes")
  func rows() {
    let unbound = lab()
    time.advance(by: .seconds(5))
    #expect(rows(unbound) == ["--(5|)", "--(5|)", "--([50]|)", "--(1|)"])
    #expect(unbound.rows[0].note == "an input of numbers, with test data")
    let lab = lab(["in"])
    time.advance(by: .milliseconds(1_500))
    lab.send([(7, nil), (8, nil)], to: "in")
    time.advance(by: .seconds(1))
    #expect(rows(lab) == ["---(78)", "---(78)", "---([70][80])", "--(1|)"])
    #expect(lab.rows[0].note == "an input of numbers" && lab.phase == .playing)
    lab.send([("x", nil)], to: "in")
    #expect(lab.problems.contains { $0.hasSuffix("a number was expected, not text") })
    lab.finish("in")
    time.advance(by: .seconds(1))
    #expect(rows(lab)[2] == "---([70][80])-|" && lab.phase == .ended)
  }

  @Test("A run anew repeats what has come; one from zero forgets it")
  func anew() {
    let lab = lab(["in"])
    time.advance(by: .milliseconds(1_500))
    lab.send([(7, nil)], to: "in")
    time.advance(by: .seconds(1))
    #expect(lab.moveMarble(0, of: lab.rows[3], to: second / 2) == .changed(marble: 0))
    #expect(rows(lab) == ["---7", "---7", "---[70]", "-(1|)"])
    #expect(lab.phase == .playing && lab.position >= 2 * second)
    lab.send([(9, nil)], to: "in")
    time.advance(by: .milliseconds(100))
    #expect(rows(lab)[0] == "---7-9")
    lab.restart()
    #expect(rows(lab)[0] == "")
    lab.send([(3, nil)], to: "in")
    time.advance(by: .milliseconds(100))
    #expect(rows(lab)[0] == "3")
  }

  @Test("What comes while the clock stands still waits for it; values with a time come at theirs")
  func paused() {
    let lab = lab(["in"])
    lab.setPaused(true)
    lab.send([(7, nil)], to: "in")
    time.advance(by: .seconds(1))
    #expect(rows(lab)[0] == "")
    lab.setPaused(false)
    time.advance(by: .milliseconds(100))
    #expect(rows(lab)[0] == "7")
    lab.send([(8, second), (9, 2 * second)], to: "in")
    #expect(lab.waitingCount(of: "in") == 2)
    time.advance(by: .milliseconds(1_500))
    #expect(rows(lab)[0] == "7-8" && lab.waitingCount(of: "in") == 1)
    #expect(lab.moveMarble(0, of: lab.rows[3], to: 0) == .changed(marble: 0))
    time.advance(by: .seconds(1))
    #expect(rows(lab)[0] == "7-8-9")
  }

  @Test("What has come is recorded as test data, which are saved, and taken back by undo")
  func records() throws {
    let lab = lab(["in"])
    #expect(sentence(try lab.record(key("in"))) == "Nothing has come from “In” yet.")
    #expect(sentence(try lab.record(key("s"))) == "Only inputs can be recorded; this is not one.")
    #expect(
      sentence(try self.lab().record(key("in")))
        == "“In” is not bound: start the program with --input in=SOURCE.")
    time.advance(by: .seconds(1))
    lab.send([(7, nil)], to: "in")
    time.advance(by: .milliseconds(500))
    lab.send([(8, nil)], to: "in")
    time.advance(by: .milliseconds(100))
    #expect(try lab.record(key("in")) == 2)
    #expect(lab.undo() == key("in") && !lab.hasChanges)
    #expect(lab.redo() == key("in"))
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    guard case .input(let input)? = try store.load().file["in"] else { return }
    #expect(
      input.test == [StreamTestValue(after: 0, value: 7), StreamTestValue(after: 0.5, value: 8)])
  }

  @Test("What is remembered of an input is bounded")
  func bounded() {
    let input = StreamWorkspaceInput()
    for number in 0..<10_000 { input.add(.integer(number), at: number, on: time) }
    #expect(input.received.count <= StreamWorkspaceInput.limit)
    #expect(input.received.last?.value == .integer(9_999))
  }

  @Test("A file is saved under another name, which is shown then; another one only when told to")
  func saveAs() throws {
    let lab = lab()
    let path = folder.file("other.json")
    var form = try #require(lab.form(of: key("s")))
    form[.name] = "Mine"
    lab.stage(form, in: store.path)
    let before = try store.load()
    #expect(lab.saveAs(store.path, to: path) == .saved(isOpen: true))
    #expect(try store.load() == before)
    let other = StreamStore(path: path)
    #expect(try other.load().file["s"]?.title == "Mine")
    #expect(lab.files.map(\.name) == [path] && !lab.hasChanges)
    #expect(lab.rows.contains { $0.title == "Mine" })
    #expect(lab.saveAs(path, to: store.path) == .exists)
    #expect(try store.load() == before)
    #expect(lab.saveAs(path, to: store.path, replacing: true) == .saved(isOpen: true))
    #expect(try store.load().file["s"]?.title == "Mine")
    folder.write("notes.json", "{}".utf8)
    #expect(
      lab.saveAs(store.path, to: folder.file("notes.json"))
        == .refused(
          "\(folder.file("notes.json")) exists with other contents; give another name."))
  }
}
