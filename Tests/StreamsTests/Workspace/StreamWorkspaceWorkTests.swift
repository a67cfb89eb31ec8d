import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Large stream files are written aside")
@MainActor struct StreamWorkspaceWorkTests {
  private let time = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let store: StreamStore
  /// Work for another thread. Unchecked, because it is used by the test's own thread alone.
  private final class Aside: @unchecked Sendable {
    var work: [() -> Void] = []
  }

  private let aside = Aside()

  init() throws {
    store = StreamStore(path: folder.file("streams.json"))
    try store.save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
  }

  private func lab() -> StreamWorkspace {
    var place = StreamSource(.local(path: store.path))
    place.largeSize = 0
    let aside = aside
    place.aside = { aside.work.append($0) }
    return StreamWorkspace(source: place, scheduler: time)
  }

  /// Does what waits for another thread, and takes in what came of it.
  private func performAside() {
    let work = aside.work
    aside.work = []
    for piece in work { piece() }
    time.advance()
  }

  private func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }

  private func change(_ id: String, to value: String, in lab: StreamWorkspace) throws {
    var form = try #require(lab.form(of: key(id)))
    form[.item(0)] = value
    lab.stage(form, in: store.path)
  }

  @Test("Saving comes to its end later, and what is staged meanwhile is a change of what was saved")
  func saving() throws {
    let lab = lab()
    var outcomes: [StreamWorkspace.SaveOutcome] = []
    try change("serial-a", to: "7", in: lab)
    lab.save(store.path) { outcomes.append($0) }
    #expect(lab.isWorking && outcomes.isEmpty && lab.hasChanges)
    try change("serial-a", to: "8", in: lab)
    try change("serial-b", to: "Z", in: lab)
    performAside()
    #expect(!lab.isWorking && outcomes == [.saved(count: 1, isMerged: false)])
    let saved = try #require(try store.load().file["serial-a"])
    #expect(StreamForm(saved)[.item(0)] == "7")
    #expect(lab.changeCount == 2 && lab.file(store.path)?.conflicts == [])
    lab.save(store.path) { outcomes.append($0) }
    performAside()
    #expect(outcomes.last == .saved(count: 2, isMerged: false) && !lab.hasChanges)
    let last = try #require(try store.load().file["serial-a"])
    #expect(StreamForm(last)[.item(0)] == "8")
  }

  @Test("A change that is dropped while it is saved stays saved, and is no change any more")
  func dropped() throws {
    let lab = lab()
    try change("serial-a", to: "7", in: lab)
    lab.save(store.path) { _ in }
    lab.discard(key("serial-a"))
    performAside()
    #expect(!lab.hasChanges)
    #expect(lab.form(of: key("serial-a"))?[.item(0)] == "7")
  }

  @Test("While one is under way, another is refused with a sentence")
  func busy() throws {
    let lab = lab()
    try change("serial-a", to: "7", in: lab)
    var sentences: [String] = []
    lab.save(store.path) { _ in }
    lab.save(store.path) { if case .refused(let why) = $0 { sentences += why } }
    lab.reset(store.path) { outcome in sentences.append(described(outcome)) }
    #expect(
      sentences
        == [String](
          repeating: "\(store.path): an earlier change is still under way; try again.", count: 2))
    performAside()
    #expect(!lab.isWorking)
  }

  @Test("Importing and resetting come to their ends later, too")
  func others() throws {
    let lab = lab()
    let other = StreamStore(path: folder.file("other.json"))
    var form = StreamForm(StreamDocument.defaults[0])
    form.id = "new"
    try other.save(StreamDocumentFile([try form.document()]), over: .absent)
    var sentences: [String] = []
    lab.importDocuments(from: other.path, into: store.path) { outcome in
      sentences.append(described(outcome))
    }
    try change("serial-b", to: "Z", in: lab)
    performAside()
    #expect(sentences == ["1 of 1 imported, not saved yet."])
    #expect(lab.changeCount == 2)
    lab.save(store.path) { _ in }
    performAside()
    lab.reset(store.path) { outcome in sentences.append(described(outcome)) }
    performAside()
    #expect(sentences.last?.hasPrefix("The defaults are back; the old file is kept as") == true)
    #expect(
      !lab.hasChanges
        && lab.file(store.path)?.saved.documents.count == StreamDocument.defaults.count)
  }
}
