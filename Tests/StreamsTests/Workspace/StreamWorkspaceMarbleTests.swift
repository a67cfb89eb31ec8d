import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Marbles that are moved and edited in their rows")
@MainActor struct StreamWorkspaceMarbleTests {
  let time = VirtualTimeScheduler()
  let folder = ScratchFolder()
  let store: StreamStore
  let second = 1_000_000_000

  init() throws {
    store = StreamStore(path: folder.file("streams.json"))
    let file = StreamDocumentFile(
      StreamDocument.defaults + [
        .chain(
          StreamChain(
            id: "tens", name: "Tens", source: "serial-a",
            operators: [.map(expression: "%d * 10")]))
      ])
    try store.save(file, over: .absent)
  }

  private func lab() -> StreamWorkspace {
    StreamWorkspace(source: StreamSource(.local(path: store.path)), scheduler: time)
  }

  private func rows(_ lab: StreamWorkspace, frame: Int = 500_000_000) -> [String] {
    lab.rows.map { MarbleTimeline.Row(marbles: $0.recording.marbles).text(frame: frame) }
  }

  private func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }

  @Test("Everything downstream follows at once, nothing is saved, and undo takes it back")
  func moves() throws {
    let lab = lab()
    let before = try store.load()
    time.advance(by: .seconds(10))
    let original = rows(lab)
    #expect(
      original == [
        "--1-2-3-(4|)", "----A---B---C---(D|)", "--1-2-3-(4|)", "--[10]-[20]-[30]-([40]|)",
      ])
    #expect(lab.moveMarble(1, of: lab.rows[0], to: 2 * second + second / 2) == .changed(marble: 1))
    let moved = [
      "--1--23-(4|)", "----A---B---C---(D|)", "--1--23-(4|)", "--[10]--[20][30]-([40]|)",
    ]
    #expect(rows(lab) == moved)
    #expect(lab.phase == .ended && lab.saveState(of: key("serial-a")) == .changed)
    #expect(try store.load() == before)
    #expect(lab.setMarble(1, of: lab.rows[0], to: "7") == .changed(marble: 1))
    #expect(rows(lab)[0] == "--1--73-(4|)" && rows(lab)[3] == "--[10]--[70][30]-([40]|)")
    // A second change of marbles belongs to the first, until the gesture is ended.
    #expect(lab.undo() == key("serial-a"))
    #expect(rows(lab) == original && lab.saveState(of: key("serial-a")) == .saved)
    #expect(lab.redo() == key("serial-a"))
    #expect(rows(lab)[3] == "--[10]--[70][30]-([40]|)")
    #expect(lab.save(store.path) == .saved(count: 1, isMerged: false))
    #expect(rows(lab)[0] == "--1--73-(4|)")
    #expect(try store.load().file["serial-a"] != before.file["serial-a"])
  }

  @Test("While the clock runs, everything is computed anew up to its present time, and goes on")
  func running() throws {
    let lab = lab()
    time.advance(by: .milliseconds(2_100))
    #expect(lab.moveMarble(1, of: lab.rows[0], to: second / 2) == .changed(marble: 0))
    #expect(rows(lab) == ["-21", "----A", "-21", "-[20][10]"])
    #expect(lab.phase == .playing && lab.position >= 2 * second)
    time.advance(by: .seconds(10))
    #expect(rows(lab)[0] == "-21---3-(4|)")
    // A value that is moved into the future is shown, not hidden.
    let paused = self.lab()
    time.advance(by: .milliseconds(1_100))
    paused.setPaused(true)
    #expect(paused.moveMarble(0, of: paused.rows[0], to: 3 * second / 2) == .changed(marble: 0))
    #expect(rows(paused)[0] == "---1" && paused.phase == .paused)
    #expect(paused.position == 3 * second / 2)
  }

  @Test("Rows that take longer to compute say so, and then where the value has come")
  func slowRows() throws {
    let clock = SlowClock(time)
    let lab = StreamWorkspace(
      source: StreamSource(.local(path: store.path)), scheduler: clock)
    time.advance(by: .seconds(10))
    let (row, ended) = (lab.rows[3], rows(lab))
    clock.look = .milliseconds(15)
    // The second value of Tens, moved behind the third.
    guard case .computing(let value) = lab.moveMarble(1, of: row, to: 3 * second + second / 2)
    else { return _ = Issue.record("the rows were computed at once") }
    #expect(value.isIn(row) && value.source == key("serial-a") && value.lag == 0)
    #expect(lab.outcome(of: value) == .computing(value) && rows(lab) != ended)
    #expect(lab.sourceTime(of: value) == 3 * second + second / 2)
    // It is moved on and edited, whatever its row shows by now.
    guard case .computing(let moved) = lab.move(value, to: 5 * second),
      case .computing(let edited) = lab.set(moved, to: "7")
    else { return _ = Issue.record("the rows were computed at once") }
    #expect(lab.editedText(of: edited) == "7" && lab.sourceTime(of: edited) == 5 * second)
    #expect(lab.set(edited, to: "[") != .changed(marble: 1))
    clock.look = .zero
    time.advance(by: .seconds(10))
    #expect(lab.outcome(of: edited) == .changed(marble: 3))
    #expect(rows(lab)[3] == "--[10]---[30]-[40]-([70]|)")
    #expect(lab.rows[3].recording.marble(3)?.nanoseconds == 5 * second)
  }

  @Test("What is computed is not moved, nor the end, nor what is edited and does not run")
  func refusals() throws {
    let lab = lab()
    time.advance(by: .seconds(10))
    let before = rows(lab)
    #expect(
      lab.moveMarble(4, of: lab.rows[0], to: 0) == .refused("The end comes with the last value."))
    guard case .refused(let reason) = lab.setMarble(0, of: lab.rows[0], to: "[1") else {
      Issue.record("an unfinished list was taken")
      return
    }
    #expect(reason.hasPrefix("[1: a number, a word"))
    var form = try #require(lab.form(of: key("serial-a")))
    form.moveItem(0, to: 0)
    lab.stage(form, in: store.path)
    #expect(
      lab.refusal(of: 0, in: lab.rows[0])
        == "“Serial Stream A” has been edited, but does not run yet; ^S saves it.")
    form[.kind(.init(item: 0, index: 0))] = "debounce"
    lab.stage(form, in: store.path)
    #expect(
      lab.refusal(of: 0, in: lab.rows[0])
        == "“Serial Stream A” has operators with a clock or a stream of their own; edit it as a "
        + "document.")
    #expect(rows(lab) == before)
  }

  @Test("Undo goes back change by change, to the last save")
  func undo() throws {
    let lab = lab()
    #expect(lab.undo() == nil)
    let made = try #require(lab.makeNew(.source, in: store.path))
    var form = try #require(lab.form(of: key("serial-a")))
    for letter in "abc" {
      form[.name] += String(letter)
      lab.stage(form, in: store.path)
    }
    // The characters are one change.
    #expect(lab.undo() == key("serial-a"))
    #expect(lab.form(of: key("serial-a"))?.title == "Serial Stream A")
    #expect(lab.saveState(of: key("serial-a")) == .saved)
    #expect(lab.undo() == made && lab.form(of: made) == nil)
    #expect(lab.undo() == nil && !lab.hasChanges)
    #expect(lab.redo() == made && lab.saveState(of: made) == .new)
    #expect(lab.redo() == key("serial-a") && lab.redo() == nil)
    #expect(lab.save(store.path) == .saved(count: 2, isMerged: false))
    #expect(try store.load().file["serial-a"]?.title == "Serial Stream Aabc")
    #expect(lab.undo() == nil && lab.redo() == nil)
    #expect(lab.refusalToRemove(key("serial-b")) == nil)
    #expect(lab.undo() == key("serial-b") && !lab.hasChanges)
    #expect(lab.redo() == key("serial-b") && lab.saveState(of: key("serial-b")) == .removed)
  }

  @Test("One document is saved alone, with the new ones that it needs, and the rest stays staged")
  func alone() throws {
    let lab = lab()
    #expect(lab.refusalToRemove(key("serial-b")) == nil)
    let source = try #require(lab.makeNew(.source, in: store.path))
    let other = try #require(lab.makeNew(.source, in: store.path))
    var chain = try #require(lab.form(of: key("tens")))
    chain[.item(0)] = source.id
    lab.stage(chain, in: store.path)
    #expect(lab.save(store.path, only: "tens") == .saved(count: 2, isMerged: false))
    let ids = try store.load().file.documents.map(\.id)
    #expect(ids.contains("serial-b") && ids.contains(source.id) && !ids.contains(other.id))
    #expect(lab.saveState(of: key("serial-b")) == .removed && lab.saveState(of: other) == .new)
    #expect(lab.save(store.path, only: "tens") == .nothing)
    #expect(lab.save(store.path) == .saved(count: 2, isMerged: false))
    #expect(try store.load().file["serial-b"] == nil)
  }

  @Test("Long values are kept whole where there is room, and cut where all are too long")
  func longValues() {
    var recording = MarbleRecording(limit: 100)
    let text = String(repeating: "x", count: 1_000)
    for number in 0..<300 {
      recording.append(Marble(nanoseconds: number, event: .value(text)))
      let bytes = recording.marbles.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) }
      #expect(bytes <= 2 * 100 * MarbleRecording.textLimit + 300)
    }
    #expect(
      recording.marble(0) == nil && recording.marble(299)?.text != nil
        && recording.marble(300) == nil)
    var short = MarbleRecording(limit: 100)
    short.append(Marble(nanoseconds: 0, event: .value(text)))
    #expect(short.marble(0)?.text == text)
  }
}
