import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@MainActor @Suite("Documents that cannot be read, edited as text")
struct StreamRepairTests {
  private let time = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private var store: StreamStore { StreamStore(path: folder.file("streams.json")) }

  private func lab() -> StreamLabViewModel {
    StreamLabViewModel(place: StreamSource(.local(path: store.path)), scheduler: time)
  }

  private func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }

  /// A file of two documents that cannot be read, and one that can.
  private let broken = """
    [
      {"chain": {"id": "c", "source": "a", "operators": [
        {"wrap": {}}, {"map": {"expression": "1 +"}}]}},
      {"source": {"id": "a", "stream": [{"value": 1, "operators": []}]}}, 5
    ]

    """

  @Test("The errors of a text that is edited are found anew, where they are")
  func repairFaults() throws {
    folder.write("streams.json", Array(broken.utf8))
    let lab = lab()
    let repair = try #require(lab.repair(of: key("c")))
    #expect(repair.faults.map(\.line) == [3, 3] && repair.document == nil)
    let text = repair.text
    let places = repair.faults.map { String(text.dropFirst($0.index).prefix(8)) }
    #expect(places == [#""wrap": "#, #""express"#])
    #expect(repair.faults[1].reason == "column 4: a value was expected, not the end")
    #expect(repair.problem == "line 3: there is no operator “wrap” (and 1 more)")
    lab.stage(text.replacing("{}}, {", with: "{}}, é{"), ofUnread: key("c"))
    let fault = try #require(lab.repair(of: key("c"))?.faults.first)
    #expect(lab.repair(of: key("c"))?.faults.count == 1 && fault.line == 3)
    #expect(
      String(try #require(lab.repair(of: key("c"))).text.dropFirst(fault.index).first!) == "é")
    lab.stage("", ofUnread: key("c"))
    #expect(lab.repair(of: key("c"))?.problem == "line 2: there is nothing in it")
    #expect(lab.repair(of: key("a")) == nil && lab.repair(of: key("none")) == nil)
    #expect(lab.repair(of: key("[2]"))?.text == "5")
  }

  @Test("A text is saved as it was typed, once it can be read; a step back takes it back before")
  func repairSaved() throws {
    folder.write("streams.json", Array(broken.utf8))
    let lab = lab()
    let text = try #require(lab.repair(of: key("c"))).text
    lab.stage(text + " ", ofUnread: key("c"))
    #expect(lab.standing(of: key("c")) == .changed && lab.changeCount == 1)
    #expect(
      lab.save(store.path, only: "c")
        == .refused(["c: line 3: there is no operator “wrap” (and 1 more)"]))
    lab.endGesture()
    lab.stage(#"{"chain": {"id": "a", "source": "a",   "operators": []}}"#, ofUnread: key("c"))
    guard case .refused(let taken) = lab.save(store.path) else {
      Issue.record("an id was taken")
      return
    }
    #expect(taken[0].contains("the id “a” is taken"))
    #expect(lab.undo() == key("c") && lab.repair(of: key("c"))?.text == text + " ")
    #expect(lab.undo() == key("c") && !lab.hasChanges)
    #expect(lab.redo() == key("c") && lab.redo() == key("c"))
    let typed = #"{"chain": {"id": "e",   "source": "a", "operators": []}}"#
    lab.stage(typed, ofUnread: key("c"))
    lab.stage("6", ofUnread: key("[2]"))
    #expect(lab.save(store.path, only: "c") == .saved(count: 1, isMerged: false))
    #expect(
      folder.read("streams.json") == """
        [
          \(typed),
          {"source": {"id": "a", "stream": [{"value": 1, "operators": []}]}}, 5
        ]

        """)
    #expect(lab.lanes.map(\.title).contains("e") && lab.changeCount == 1)
    // What could not be read does not come back.
    #expect(lab.undo() == key("[2]") && lab.undo() == nil)
  }

  @Test("The removal of a document that cannot be read is taken back and made again")
  func unreadUndo() {
    folder.write("streams.json", Array(broken.utf8))
    let lab = lab()
    #expect(lab.remove(key("c")) == nil && lab.undo() == key("c"))
    #expect(lab.standing(of: key("c")) == .saved)
    #expect(lab.redo() == key("c") && lab.standing(of: key("c")) == .removed)
  }

  @Test("A text whose document another program has changed is a conflict, and no text is lost")
  func repairConflict() throws {
    folder.write("streams.json", Array(broken.utf8))
    let lab = lab()
    lab.stage(#"{"chain": {"id": "c", "source": "a", "operators": []}}"#, ofUnread: key("c"))
    lab.stage("7", ofUnread: key("[2]"))
    // Others have put a document before it, and changed it.
    let theirs = """
      [{"source": {"id": "b", "stream": []}}, {"source": {"id": "a", "stream": []}},
        {"chain": {"id": "c", "source": "b", "operators": []}}, 5]
      """
    folder.write("streams.json", Array(theirs.utf8))
    guard case .conflicts(let conflicts) = lab.save(store.path, only: "c") else {
      Issue.record("no conflict")
      return
    }
    #expect(conflicts.map(\.id) == ["c"] && conflicts[0].mine != nil)
    lab.decide(conflicts[0], .mine, in: store.path)
    #expect(lab.save(store.path, only: "c") == .saved(count: 1, isMerged: false))
    #expect(try store.load().file["c"]?.references.map(\.id) == ["a"])
    // The other one has another name by now.
    #expect(lab.repair(of: key("[3]"))?.text == "7" && lab.repair(of: key("[2]")) == nil)
    #expect(folder.read("streams.json")?.contains(", 5]") == true)
  }

  @Test("A text of more than 32,768 bytes is not edited here")
  func longRepair() {
    let long = #"[{"source": {"id": "c", "strem": ""# + String(repeating: "x", count: 33_000)
    folder.write("streams.json", Array((long + #""}}]"#).utf8))
    let lab = lab()
    #expect(lab.repair(of: key("c")) == nil && lab.unreadText(of: key("c")) != nil)
  }
}
