import Expressions
import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("A lab of documents that take much")
@MainActor struct StreamWorkspaceLimitTests {
  let time = VirtualTimeScheduler()
  let folder = ScratchFolder()

  private func source(_ id: String, _ count: Int) -> StreamDocument {
    let items = (0..<count).map { StreamItem<StreamValue>(value: .integer($0)) }
    return .source(StreamModel(id: id, items: items))
  }

  private func chain(_ id: String, of source: String, _ operators: Operator...) -> StreamDocument {
    .chain(StreamChain(id: id, source: source, operators: operators))
  }

  private func place(_ documents: [StreamDocument]) -> StreamSource {
    StreamSource(.local(path: folder.write("s.json", StreamDocumentFile(documents).bytes)))
  }

  @Test("A stream that takes too many steps at once is cut, which is said, and others go on")
  func steps() throws {
    let place = place([
      source("n", 1_000), chain("much", of: "n", .flatMap(stream: "n", expression: "a + b")),
      chain("few", of: "n", .count),
    ])
    let lab = StreamWorkspace(source: place, scheduler: time)
    time.advance(by: .seconds(1))
    let excess = "it would take more than \(RunningStream.stepLimit) steps at once"
    #expect(lab.problems == ["much, run: \(excess)"])
    func end(_ id: String) -> Marble.Event? {
      lab.rows.last { $0.stream.id == id }?.recording.marbles.last?.event
    }
    #expect(end("much") == .failed)
    #expect(end("n") == .finished && end("few") == .finished)
    let kept = try #require(lab.rows.last { $0.stream.id == "much" }?.recording)
    #expect(kept.marbles.count + kept.droppedCount <= RunningStream.stepLimit)
  }

  @Test("Steps count anew at each instant, so that a stream of many values goes on for ever")
  func turns() throws {
    let items = (0..<4).map {
      StreamItem<StreamValue>(value: .integer($0), operators: [.delay(seconds: 1)])
    }
    // Each instant takes half of what may be taken at once: a value counts for four operators.
    let half = RunningStream.stepLimit / 8
    let lab = StreamWorkspace(
      source: place([
        .source(StreamModel(id: "slow", items: items)), source("many", half),
        chain("c", of: "slow", .flatMap(stream: "many", expression: nil)),
      ]), scheduler: time)
    time.advance(by: .seconds(10))
    #expect(lab.problems.isEmpty)
    let recording = try #require(lab.rows.last { $0.stream.id == "c" }?.recording)
    #expect(recording.marbles.last?.event == .finished)
    #expect(recording.marbles.count + recording.droppedCount == 4 * half + 1)
  }

  @Test("A place with much to read is read aside, and keys find a lab meanwhile")
  func readingAside() {
    var place = place(StreamDocument.defaults)
    nonisolated(unsafe) let changes = PassthroughSubject<Void, Never>()
    place.changes = { changes.eraseToAnyPublisher() }
    nonisolated(unsafe) var work: [() -> Void] = []
    place.largeSize = 0
    place.aside = { work.append($0) }
    let lab = StreamWorkspace(
      source: place, isWatching: true, readsAside: true, scheduler: time)
    #expect(lab.isReading && lab.rows.isEmpty && work.count == 1)
    // What is asked for meanwhile is not forgotten, and is no second reading at the same time.
    changes.send()
    changes.send()
    lab.restart()
    lab.togglePause()
    #expect(work.count == 1 && lab.isReading)
    work.removeFirst()()
    time.advance(by: .zero)
    #expect(!lab.isReading && lab.rows.map(\.title) == ["Serial Stream A", "Serial Stream B"])
    #expect(work.count == 1, "it has been looked for again")
  }

  @Test("What is saved while a look is under way stays, whatever the look has found")
  func savedMeanwhile() throws {
    var place = place([source("n", 3)])
    nonisolated(unsafe) let changes = PassthroughSubject<Void, Never>()
    place.changes = { changes.eraseToAnyPublisher() }
    nonisolated(unsafe) var work: [() -> Void] = []
    place.largeSize = 0
    place.aside = { work.append($0) }
    let lab = StreamWorkspace(source: place, isWatching: true, scheduler: time)
    let file = try #require(lab.files.first?.name)
    changes.send()
    work.removeFirst()()
    // The file has been read, and what was found is on its way.
    _ = try #require(lab.makeNew(.source, in: file))
    #expect(lab.save(file) == .saved(count: 1, isMerged: false))
    time.advance(by: .zero)
    #expect(lab.rows.count == 2 && lab.files[0].saved.documents.count == 2)
  }

  @Test("An error of a place that is read aside is known once it has been read")
  func brokenAside() {
    var place = StreamSource(.local(path: folder.write("s.json", "{".utf8)))
    nonisolated(unsafe) var work: [() -> Void] = []
    place.largeSize = 0
    place.aside = { work.append($0) }
    let lab = StreamWorkspace(source: place, readsAside: true, scheduler: time)
    var changeCount = 0
    let subscription = lab.objectWillChange.sink { changeCount += 1 }
    #expect(lab.loadFailure == nil)
    work[0]()
    time.advance(by: .zero)
    #expect(lab.loadFailure != nil && !lab.isReading && changeCount > 0)
    subscription.cancel()
  }

  @Test("Of long names and very many sources the beginning is kept")
  func longNames() {
    let name = String(repeating: "x", count: 10_000)
    let source = StreamDocument.source(StreamModel(id: "a", name: name))
    let union = StreamUnion(
      id: "u", name: name, kind: .merge, sources: Array(repeating: "a", count: 1_000))
    let lab = StreamWorkspace(source: place([source, .union(union)]), scheduler: time)
    #expect(lab.rows.count == 2)
    #expect(lab.rows.allSatisfy { $0.title.count == WorkspaceRow.titleLimit })
    #expect(lab.rows.allSatisfy { $0.note.utf8.count < 30 * WorkspaceRow.titleLimit })
    #expect(lab.rows.contains { $0.note.hasSuffix("980 more") })
  }

  @Test("A file that is not large is there at once, also where it could be read aside")
  func small() {
    var place = place(StreamDocument.defaults)
    place.aside = { _ in Issue.record("nothing is read aside") }
    let lab = StreamWorkspace(source: place, readsAside: true, scheduler: time)
    #expect(!lab.isReading && lab.rows.count == 2)
  }
}
