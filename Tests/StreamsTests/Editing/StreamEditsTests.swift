import Streams
import Testing

@Suite("Changes that are not saved")
struct StreamEditsTests {
  let file = StreamDocumentFile(
    StreamDocument.defaults + [
      .chain(StreamChain(id: "c", source: "serial-a", operators: [.map(expression: "%d * 2")]))
    ])

  private func form(_ id: String, name: String) -> StreamForm {
    var form = StreamForm(file[id]!)
    form[.name] = name
    return form
  }

  @Test("A change back to what is saved is none")
  func changeBack() {
    var edits = StreamEdits()
    edits.stage(form("c", name: "new"), in: file)
    #expect(edits.count == 1 && edits.draft(of: file)["c"]?.title == "new")
    #expect(file["c"]?.title == "c")
    edits.stage(StreamForm(file["c"]!), in: file)
    #expect(edits.isEmpty)
  }

  @Test("Others' changes of other documents stay, and of the same one are a conflict")
  func conflicts() throws {
    var edits = StreamEdits()
    edits.stage(form("c", name: "mine"), in: file)
    var theirs = file
    theirs.replace(try form("serial-a", name: "theirs").document())
    #expect(edits.conflicts(with: theirs).isEmpty)
    #expect(
      edits.draft(of: theirs).documents.map(\.title) == ["theirs", "Serial Stream B", "mine"])
    theirs.replace(try form("c", name: "other").document())
    let conflict = try #require(edits.conflicts(with: theirs).first)
    #expect(conflict.mine?.title == "mine" && conflict.theirs?.title == "other")
  }

  @Test(
    "A conflict is decided for mine, for theirs, or for both, and nothing is lost by both",
    arguments: zip(
      StreamEdits.Decision.allCases,
      [["mine"], ["other"], ["other", "mine (mine)"]]))
  func decisions(decision: StreamEdits.Decision, titles: [String]) throws {
    var edits = StreamEdits()
    edits.stage(form("c", name: "mine"), in: file)
    var theirs = file
    theirs.replace(try form("c", name: "other").document())
    edits.decide("c", decision, in: theirs)
    #expect(edits.conflicts(with: theirs).isEmpty)
    let draft = edits.draft(of: theirs)
    #expect(draft.documents.dropFirst(2).map(\.title) == titles)
    #expect(Set(draft.documents.map(\.id)).count == draft.documents.count)
  }

  @Test("A document that another removes while it is changed here is a conflict, and may come back")
  func removedByOther() throws {
    var edits = StreamEdits()
    edits.stage(form("c", name: "mine"), in: file)
    var theirs = file
    theirs.remove(id: "c")
    let conflict = try #require(edits.conflicts(with: theirs).first)
    #expect(conflict.theirs == nil)
    edits.decide("c", .mine, in: theirs)
    #expect(edits.draft(of: theirs)["c"]?.title == "mine")
    #expect(edits.conflicts(with: theirs).isEmpty)
  }

  @Test(
    "Unreadable documents and references that lead nowhere cannot be saved, and it is said where")
  func problems() throws {
    var edits = StreamEdits()
    var form = StreamForm(file["c"]!)
    form[.parameter(.init(item: 0, index: 0), "expression")] = "%d *"
    edits.stage(form, in: file)
    #expect(edits.problems(in: file).first?.hasPrefix("c: Operator 1, Becomes: column 5: ") == true)
    #expect(edits.draft(of: file) == file)
    edits.discard("c")
    form = StreamForm(file["c"]!)
    form[.item(0)] = "c"
    edits.stage(form, in: file)
    #expect(edits.problems(in: file).first?.contains("c → c") == true)
  }

  @Test("A change that another has saved in the same way is no change any more")
  func sameChange() throws {
    var edits = StreamEdits()
    edits.stage(form("c", name: "mine"), in: file)
    var theirs = file
    theirs.replace(try form("c", name: "mine").document())
    #expect(edits.conflicts(with: theirs).isEmpty)
    edits.dropWhatIsSaved(in: theirs)
    #expect(edits.isEmpty)
  }
}
