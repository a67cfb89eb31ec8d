import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Streams that are watched and edited")
@MainActor struct StreamWorkspaceViewModelTests {
  let time = VirtualTimeScheduler()
  let folder = ScratchFolder()
  let changes = PassthroughSubject<Void, Never>()
  let store: StreamStore

  init() { store = StreamStore(path: folder.file("streams.json")) }

  /// A lab of the file, which hears of changes when the test says so.
  private func lab(isWatching: Bool = true, takesDefaults: Bool = true) -> StreamWorkspace {
    var place = StreamSource(.local(path: store.path), takesDefaults: takesDefaults)
    nonisolated(unsafe) let changes = changes
    place.changes = { changes.eraseToAnyPublisher() }
    return StreamWorkspace(source: place, isWatching: isWatching, scheduler: time)
  }

  private func write(_ documents: [StreamDocument]) throws {
    try store.save(StreamDocumentFile(documents), over: (try? store.load()) ?? .absent)
  }

  private func chain(_ operators: [Operator], id: String = "c") -> StreamDocument {
    .chain(StreamChain(id: id, name: "Chain", source: "serial-a", operators: operators))
  }

  /// The rows as text, a character a second.
  private func rows(_ lab: StreamWorkspace) -> [String] {
    lab.rows.map { row in
      MarbleTimeline.Row(marbles: row.recording.marbles).text() + "  " + row.title
    }
  }

  private func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }

  @Test("Running streams are rows of marbles, which show an edit once it is saved")
  func edits() throws {
    let lab = lab()
    time.advance(by: .seconds(10))
    #expect(rows(lab) == ["-123(4|)  Serial Stream A", "--A-B-C-(D|)  Serial Stream B"])
    #expect(lab.phase == .ended && lab.position == 8_000_000_000)
    var form = try #require(lab.form(of: key("serial-a")))
    form[.item(0)] = "7"
    lab.stage(form, in: store.path)
    #expect(rows(lab)[0] == "-123(4|)  Serial Stream A")
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(lab.phase == .playing)
    time.advance(by: .seconds(10))
    // The clock goes on, and the other stream is not disturbed.
    #expect(rows(lab) == ["---------723(4|)  Serial Stream A", "--A-B-C-(D|)  Serial Stream B"])
  }

  @Test("A chain has a row for its source and one for each operator, each the result up to there")
  func chainRows() throws {
    try write(
      [
        .union(StreamUnion(id: "u", name: "Both", kind: .merge, sources: ["c", "serial-b"])),
        chain([.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 3")]),
      ] + StreamDocument.defaults)
    let lab = lab()
    time.advance(by: .seconds(10))
    // Each document stands below those that it is made of.
    #expect(
      rows(lab) == [
        "-123(4|)  Serial Stream A", "-123(4|)  Chain", "-1-3|  filter %d % 2 == 1",
        "-3-9|  map %d * 3", "--A-B-C-(D|)  Serial Stream B", "-3A9B-C-(D|)  Both",
      ])
    #expect(lab.rows.map(\.part) == [.whole, .input, .step(0), .step(1), .whole, .whole])
    #expect(lab.rows[5].note == "merge of Chain and Serial Stream B")
  }

  @Test("The clock stops, goes on, and is as fast as is wanted; the marbles keep their times")
  func clock() {
    let lab = lab()
    time.advance(by: .milliseconds(1_500))
    lab.togglePause()
    #expect(lab.phase == .paused)
    time.advance(by: .seconds(100))
    #expect(lab.position == 1_500_000_000)
    lab.togglePause()
    lab.setRate(4)
    time.advance(by: .milliseconds(250))
    #expect(lab.rows[0].recording.marbles.map(\.nanoseconds) == [1_000_000_000, 2_000_000_000])
    lab.slower()
    #expect(lab.rate == 2)
    time.advance(by: .seconds(10))
    #expect(rows(lab)[0] == "-123(4|)  Serial Stream A")
    // After the end, everything runs again.
    lab.togglePause()
    #expect(lab.phase == .playing && lab.position == 0 && lab.rows[0].recording.marbles.isEmpty)
  }

  @Test("A step goes to the next instant at which something is new, and stays there")
  func step() {
    let lab = lab()
    lab.step()
    #expect(lab.position == 1_000_000_000 && lab.phase == .paused)
    lab.step()
    #expect(lab.position == 2_000_000_000)
    #expect(rows(lab) == ["-12  Serial Stream A", "--A  Serial Stream B"])
    time.advance(by: .seconds(5))
    #expect(lab.position == 2_000_000_000)
  }

  @Test("Nothing is to be done while the clock stands, and after the end")
  func idle() {
    let lab = lab()
    lab.togglePause()
    #expect(!time.hasWork)
    lab.togglePause()
    time.advance(by: .seconds(20))
    #expect(lab.phase == .ended && !time.hasWork)
  }

  @Test("A followed file's new documents run at once, and only the new ones")
  func followed() throws {
    try write(StreamDocument.defaults + [chain([.map(expression: "%d")])])
    let (watching, other) = (lab(), lab(isWatching: false))
    time.advance(by: .milliseconds(1_500))
    try write(StreamDocument.defaults + [chain([.map(expression: "%d + 5")])])
    changes.send()
    time.advance(by: .seconds(10))
    #expect(rows(watching).suffix(2) == ["--123(4|)  Chain", "--678(9|)  map %d + 5"])
    #expect(rows(watching)[0] == "-123(4|)  Serial Stream A")
    #expect(rows(other).last == "-123(4|)  map %d")
  }

  @Test("A bad document leaves the old logic running, and is named; so is a broken file")
  func bad() throws {
    try write(StreamDocument.defaults + [chain([.map(expression: "%d")])])
    let lab = lab()
    let old = try #require(folder.read("streams.json"))
    for (text, problem) in [
      (old.replacingOccurrence(of: "\"%d\"", with: "\"%d +\""), "map.expression, column 5"),
      (
        old.replacingOccurrence(of: "\"source\": \"serial-a\"", with: "\"source\": \"x\""),
        "no document “x”"
      ),
      ("{", "1:2"), ("", "it is empty"),
    ] {
      folder.write("streams.json", text.utf8)
      changes.send()
      #expect(lab.problems.contains { $0.contains(problem) }, "\(problem): \(lab.problems)")
      #expect(lab.rows.count == 4, "\(problem)")
    }
    time.advance(by: .seconds(10))
    #expect(rows(lab).last == "-123(4|)  map %d")
    folder.write("streams.json", old.utf8)
    changes.send()
    #expect(lab.problems.isEmpty)
  }

  @Test("Another's change of another document is kept by a save, which says so")
  func merged() throws {
    try write(StreamDocument.defaults)
    let lab = lab(isWatching: false)
    var form = try #require(lab.form(of: key("serial-a")))
    form[.name] = "Mine"
    lab.stage(form, in: store.path)
    try write(StreamDocument.defaults + [chain([])])
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: true))
    #expect(try store.load().file.documents.map(\.title) == ["Mine", "Serial Stream B", "Chain"])
  }

  @Test(
    "Of two who change the same document the second is shown both, decides, and nothing is lost")
  func conflict() throws {
    try write(StreamDocument.defaults)
    let (first, second) = (lab(isWatching: false), lab(isWatching: false))
    for (lab, name) in [(first, "First"), (second, "Second")] {
      var form = try #require(lab.form(of: key("serial-a")))
      form[.name] = name
      lab.stage(form, in: store.path)
    }
    #expect(first.save(store.path) == .saved(count: 1, isMerged: false))
    guard case .conflicts(let conflicts) = second.save(store.path) else {
      Issue.record("The second was not told.")
      return
    }
    #expect(
      conflicts.map(\.mine?.title) == ["Second"] && conflicts.map(\.theirs?.title) == ["First"])
    #expect(try store.load().file["serial-a"]?.title == "First")
    second.decide(conflicts[0], .both, in: store.path)
    #expect(second.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(
      try store.load().file.documents.map(\.title) == [
        "First", "Serial Stream B", "Second (mine)",
      ])
  }

  @Test("A document that cannot be read stays in the file while others are edited")
  func unknownKept() throws {
    try write(StreamDocument.defaults)
    let text = try #require(folder.read("streams.json"))
      .replacingOccurrence(
        of: "{\"source\": {\"id\": \"serial-b\"",
        with: "{\"wormhole\": {\"id\": 1}}, {\"source\": {\"id\": \"serial-b\"")
    folder.write("streams.json", text.utf8)
    let lab = lab()
    var form = try #require(lab.form(of: key("serial-a")))
    form[.name] = "Mine"
    lab.stage(form, in: store.path)
    if text.contains("wormhole") {
      #expect(lab.problems.contains { $0.contains("wormhole") })
      _ = lab.save(store.path)
      #expect(folder.read("streams.json")?.contains("wormhole") == true)
    }
  }

  @Test(
    "A new document of every kind can be made, saved and run",
    arguments: StreamDocument.Kind.inOrderOfMenus)
  func newDocuments(kind: StreamDocument.Kind) throws {
    let lab = lab()
    let key = try #require(lab.makeNew(kind, in: store.path))
    #expect(lab.saveState(of: key) == .new && lab.rows.last?.title == "New \(kind)")
    #expect(folder.names.isEmpty)
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(lab.saveState(of: key) == .saved && lab.problems.isEmpty)
    time.advance(by: .seconds(20))
    #expect(lab.rows.last { $0.stream == key }?.recording.hasEnded == true)
  }

  @Test("A document that others need cannot be removed, and one that nobody needs can")
  func removal() throws {
    try write(StreamDocument.defaults + [chain([])])
    let lab = lab()
    #expect(lab.refusalToRemove(key("serial-a"))?.contains("“Chain”") == true)
    #expect(lab.refusalToRemove(key("c")) == nil)
    #expect(lab.saveState(of: key("c")) == .removed && lab.rows.count == 3)
    lab.discard(key("c"))
    #expect(lab.saveState(of: key("c")) == .saved)
    _ = lab.refusalToRemove(key("c"))
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(lab.rows.count == 2)
  }

  @Test("Reset brings the defaults back, and keeps what was there beside them")
  func reset() throws {
    try write([chain([])])
    let lab = lab()
    let old = folder.read("streams.json")
    #expect(sentence(try lab.reset(store.path)).contains("streams.json.old"))
    #expect(lab.rows.map(\.title) == ["Serial Stream A", "Serial Stream B"])
    #expect(folder.read("streams.json.old") == old)
    folder.write("streams.json", "{".utf8)
    changes.send()
    #expect(lab.loadFailure == nil && !lab.problems.isEmpty)
    _ = try lab.reset(store.path)
    #expect(lab.problems.isEmpty && folder.read("streams.json.old.2") == "{")
    #expect(folder.read("streams.json.old") == old)
  }

  @Test("A second reset leaves the defaults and the copy of what was there as they are")
  func resetTwice() throws {
    try write([chain([])])
    let lab = lab()
    let old = folder.read("streams.json")
    _ = try lab.reset(store.path)
    #expect(sentence(try lab.reset(store.path)) == "The defaults are already in the file.")
    #expect(folder.read("streams.json.old") == old)
    #expect(folder.names.sorted() == ["streams.json", "streams.json.old"])
  }

  @Test("A form that is older than the file is a change of what it shows, and so a conflict")
  func outdated() throws {
    try write(StreamDocument.defaults)
    let lab = lab()
    var form = try #require(lab.form(of: key("serial-a")))
    var theirs = StreamForm(StreamDocument.defaults[0])
    theirs[.name] = "Theirs"
    try write([theirs.document(), StreamDocument.defaults[1]])
    changes.send()
    #expect(lab.isOutdated(form, in: store.path))
    form[.item(0)] = "7"
    lab.stage(form, in: store.path)
    guard case .conflicts(let conflicts) = lab.save(store.path) else {
      Issue.record("Another's change was overwritten.")
      return
    }
    #expect(conflicts.map(\.theirs?.title) == ["Theirs"])
    #expect(try store.load().file["serial-a"]?.title == "Theirs")
    // What is taken back to what it was is no change.
    form[.item(0)] = "1"
    lab.stage(form, in: store.path)
    #expect(!lab.hasChanges)
  }

  @Test("A document that is to be removed has no form")
  func removedForm() throws {
    try write(StreamDocument.defaults)
    let lab = lab()
    #expect(lab.refusalToRemove(key("serial-b")) == nil)
    #expect(lab.form(of: key("serial-b")) == nil && lab.duplicate(key("serial-b")) == nil)
  }

  @Test("A document is exported with what it needs, and imported where it is not there yet")
  func importAndExport() throws {
    try write(StreamDocument.defaults + [chain([.map(expression: "%d")])])
    let lab = lab()
    let path = folder.file("sent.json")
    #expect(
      try lab.exportDocuments(["c"], of: store.path, to: path) == 2)
    #expect(
      sentence(try lab.exportDocuments(nil, of: store.path, to: path)).contains("already exists"))
    let elsewhere = StreamStore(path: folder.file("other.json"))
    try elsewhere.save(StreamDocumentFile([StreamDocument.defaults[0]]), over: .absent)
    let other = StreamWorkspace(
      source: StreamSource(.local(path: elsewhere.path)), scheduler: time)
    #expect(
      sentence(try other.importDocuments(from: path, into: elsewhere.path))
        == "1 of 2 imported, not saved yet; 1 was already here.")
    #expect(other.save(elsewhere.path) == .saved(count: 1, isMerged: false))
    #expect(try elsewhere.load().file.documents.map(\.id) == ["serial-a", "c"])
    #expect(
      sentence(try other.importDocuments(from: path, into: elsewhere.path))
        == "Nothing new to import; 2 were already here.")
    #expect(
      sentence(try other.importDocuments(from: folder.file("none"), into: elsewhere.path))
        .contains("no such file"))
  }

  @Test("The documents of a URL run, and are only read")
  func readOnly() throws {
    let folder = ScratchFolder()
    let path = folder.write("s.json", StreamDocumentFile(StreamDocument.defaults).bytes)
    let place = StreamSource(.web(url: "https://example.org/s.json"))
      .starting(with: StreamFiles(path: path).contents())
    let lab = StreamWorkspace(source: place, scheduler: time)
    #expect(lab.files.map(\.name) == [path])
    #expect(lab.files.allSatisfy { !$0.isWritable })
    #expect(!lab.rows.isEmpty && lab.problems.isEmpty)
  }

  @Test("The files of a folder are each edited by themselves")
  func folderOfFiles() throws {
    try write(StreamDocument.defaults)
    try StreamStore(path: folder.file("b.json")).save(
      StreamDocumentFile([.source(StreamModel(id: "x"))]), over: .absent)
    let lab = StreamWorkspace(source: StreamSource(.local(path: folder.path)), scheduler: time)
    #expect(lab.files.count == 2 && lab.rows.map(\.title).first == "x")
    let key = try #require(lab.duplicate(StreamKey(file: folder.file("b.json"), id: "x")))
    #expect(key.file == folder.file("b.json"))
    #expect(lab.save(folder.file("b.json")) == .saved(count: 1, isMerged: false))
    #expect(lab.save(store.path) == .nothing)
  }

  @Test("Old marbles are dropped, so that what is kept is bounded over hours")
  func bounded() {
    var recording = MarbleRecording(limit: 10)
    for second in 0..<1_000 {
      recording.append(Marble(nanoseconds: second, event: .value("\(second)")))
    }
    #expect(recording.marbles.count <= 10 && recording.marbles.last?.event == .value("999"))
    #expect(recording.marbles.count + recording.droppedCount == 1_000)
    #expect(recording.marbles(from: 998).count == 2 && recording.marbles(from: 5_000).isEmpty)
    recording.append(
      Marble(nanoseconds: 1_000, event: .value(String(repeating: "x", count: 1_000_000))))
    guard case .value(let text)? = recording.marbles.last?.event else { return }
    #expect(text.count == MarbleRecording.textLimit)
  }

  @Test("Values of which nothing can be made are left out, and said once each")
  func failures() throws {
    try write([
      StreamDocument.defaults[0],
      chain([.map(expression: "6 / (%d - 1)"), .map(expression: "%d")]),
    ])
    let lab = lab()
    time.advance(by: .seconds(10))
    #expect(lab.problems.count == 1)
    #expect(rows(lab).last == "--63(2|)  map %d")
  }

  @Test("A failure goes away with the document that had it, by a change or a removal")
  func failuresGone() throws {
    let bad = chain([.map(expression: "6 / (%d - 1)")])
    try write([StreamDocument.defaults[0], bad])
    let lab = lab()
    time.advance(by: .seconds(2))
    #expect(lab.problems.count == 1)
    try write([StreamDocument.defaults[0], bad, StreamDocument.defaults[1]])
    changes.send()
    #expect(lab.problems.count == 1, "the document has not changed")
    try write([StreamDocument.defaults[0], chain([.map(expression: "6 / %d")])])
    changes.send()
    #expect(lab.problems.isEmpty)
    time.advance(by: .seconds(10))
    #expect(lab.problems.isEmpty)
    try write([StreamDocument.defaults[0], bad])
    changes.send()
    time.advance(by: .seconds(2))
    #expect(lab.problems.count == 1)
    try write([StreamDocument.defaults[0]])
    changes.send()
    #expect(lab.problems.isEmpty)
  }

  @Test("A failure that two documents had stays until both are gone")
  func sharedFailures() throws {
    let bad = chain([.map(expression: "6 / (%d - 1)")])
    func user(_ id: String) -> StreamDocument { .chain(StreamChain(id: id, source: "c")) }
    try write([StreamDocument.defaults[0], bad, user("x")])
    let lab = lab()
    time.advance(by: .seconds(2))
    #expect(lab.problems.count == 1)
    try write([StreamDocument.defaults[0], bad])
    changes.send()
    #expect(lab.problems.count == 1)
  }

  @Test(
    "A file that does not exist is an empty one, if that is wanted, and the first save makes it")
  func startsEmpty() throws {
    var place = StreamSource(.local(path: store.path)).startingEmpty()
    nonisolated(unsafe) let changes = changes
    place.changes = { changes.eraseToAnyPublisher() }
    let lab = StreamWorkspace(source: place, isWatching: true, scheduler: time)
    #expect(lab.loadFailure == nil && lab.rows.isEmpty && lab.problems.isEmpty)
    #expect(lab.files.map(\.isNew) == [true] && !folder.names.contains("streams.json"))
    let key = try #require(lab.makeNew(.source, in: store.path))
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(try store.load().file.documents.map(\.id) == [key.id])
    #expect(lab.files.map(\.isNew) == [false])
    let nowhere = StreamSource(.local(path: folder.file("none/a.json"))).startingEmpty()
    #expect(
      StreamWorkspace(source: nowhere, scheduler: time).loadFailure
        == .missing(path: folder.file("none/a.json")))
  }

  @Test("A document that cannot be read has a row, and can be removed")
  func unread() throws {
    let text = """
      {"version": 1, "documents": [
        {"chain": {"id": "c", "source": "a", "operators": [
          {"wrap": {}}]}},
        {"source": {"id": "a", "stream": []}}, 5
      ]}
      """
    folder.write("streams.json", Array(text.utf8))
    let lab = lab()
    #expect(lab.rows.map(\.title) == ["a", "c", "documents[2]"])
    #expect(lab.rows.map(\.note) == ["", "cannot be read", "cannot be read"])
    #expect(lab.form(of: key("c")) == nil)
    #expect(lab.refusalToRemove(key("c")) == nil && lab.saveState(of: key("c")) == .removed)
    #expect(lab.changeCount == 1)
    lab.discard(key("c"))
    #expect(lab.saveState(of: key("c")) == .saved && !lab.hasChanges)
    #expect(lab.refusalToRemove(key("c")) == nil && lab.refusalToRemove(key("documents[2]")) == nil)
    #expect(lab.save(store.path) == .saved(count: 2, isMerged: false))
    #expect(
      folder.read("streams.json") == """
        {"version": 1, "documents": [
          {"source": {"id": "a", "stream": []}}
        ]}
        """)
    #expect(lab.rows.map(\.title) == ["a"] && lab.problems.isEmpty && !lab.hasChanges)
  }

  @Test("A document that cannot be read and is changed by others meanwhile is not removed")
  func unreadChanged() throws {
    folder.write("streams.json", Array(#"[{"chain": {"id": "c"}}]"#.utf8))
    let lab = lab()
    #expect(lab.refusalToRemove(key("c")) == nil)
    folder.write("streams.json", Array(#"[{"chain": {"id": "c", "source": "a"}}]"#.utf8))
    changes.send()
    #expect(!lab.hasChanges && lab.save(store.path) == .nothing)
  }

  @Test("Nothing is exported into a folder that is not there")
  func noFolder() throws {
    let lab = lab()
    let path = folder.file("none/a.json")
    #expect(
      sentence(try lab.exportDocuments(nil, of: store.path, to: path))
        == "\(path): there is no folder \(folder.file("none")); make it first, or name a file "
        + "elsewhere.")
    #expect(!folder.names.contains("none"))
  }

  @Test("A place that can be read again is named, until something else is wrong")
  func recovered() throws {
    let lab = lab()
    #expect(lab.recovered == nil)
    folder.write("streams.json", Array("{".utf8))
    changes.send()
    #expect(lab.recovered == nil && lab.problems.count == 1)
    folder.write("streams.json", StreamDocumentFile(StreamDocument.defaults).bytes)
    changes.send()
    #expect(lab.recovered == store.path && lab.problems.isEmpty)
    folder.write("streams.json", Array("{".utf8))
    changes.send()
    #expect(lab.recovered == nil)
  }

  @Test("A document that cannot be run has a row all the same, so that it can be edited")
  func stuck() throws {
    try write([chain([])])
    let lab = lab()
    #expect(lab.rows.map(\.part) == [.idle] && lab.rows[0].note == "cannot be run")
    #expect(lab.problems.count == 1 && lab.form(of: key("c")) != nil)
    try write(StreamDocument.defaults + [chain([])])
    changes.send()
    #expect(lab.rows.map(\.part) == [.whole, .whole, .whole] && lab.problems.isEmpty)
  }

  @Test("A lab goes away with its last owner, and its clock and watch with it")
  func release() {
    var model: StreamWorkspace? = lab()
    weak let weakModel = model
    time.advance(by: .seconds(2))
    model = nil
    #expect(weakModel == nil)
  }
}

extension String {
  func replacingOccurrence(of part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
