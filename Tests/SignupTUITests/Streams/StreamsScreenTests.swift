import Expressions
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI
@testable import Streams

private typealias Lab = StreamsScreenLab

@Suite("The screen of streams")
@MainActor struct StreamsScreenTests {
  @Test("Frames: the rows as they run, paused, ended and jumped on, at several sizes and in ASCII")
  func rowFrames() throws {
    var golden = GoldenFrames("StreamsScreen")
    let lab = try Lab()
    golden.add("at the start", lab.frame())
    lab.clock.advance(by: .milliseconds(3_300))
    golden.add("running", lab.frame())
    lab.press(KeyPress(.down), KeyPress(.down), KeyPress(.down), KeyPress(.character(" ")))
    golden.add("paused, a row further down chosen", lab.frame())
    golden.add("20 × 6", lab.frame(20, 6))
    golden.add("40 × 12", lab.frame(40, 12))
    golden.add("in ASCII", lab.frame(60, 12, symbols: .ascii))
    golden.add("too small", lab.frame(19, 5))
    _ = lab.frame()
    lab.press(KeyPress(.character(" ")))
    lab.clock.advance(by: .seconds(20))
    golden.add("ended", lab.frame())
    lab.press(KeyPress(.character("Z")), KeyPress(.character("Z")))
    golden.add("less time in a column, so that the picture has jumped", lab.frame())
    lab.press(KeyPress(.function(1)))
    golden.add("keys", lab.frame(80, 24))
    golden.expectUnchanged()
  }

  @Test("Frames: the editor of each kind of document, a mistake, and what is asked")
  func editorFrames() throws {
    var golden = GoldenFrames("StreamsEditor")
    let lab = try Lab()
    lab.screen.edit(lab.key("odd"), at: .step(0))
    golden.add("a chain", lab.frame(80, 24))
    lab.type(" *")
    golden.add("a mistake, at its place", lab.frame(80, 24))
    golden.add("40 × 12", lab.frame(40, 12))
    golden.add("20 × 6", lab.frame(20, 6))
    golden.add("in ASCII", lab.frame(60, 16, symbols: .ascii))
    lab.press(.control("s"))
    golden.add("refused", lab.frame(80, 24))
    lab.press(KeyPress(.backspace), KeyPress(.backspace), KeyPress(.escape))
    lab.screen.edit(lab.key("both"))
    golden.add("a join", lab.frame(80, 24))
    lab.press(KeyPress(.escape))
    lab.screen.edit(lab.key("serial-b"))
    lab.type("!")
    golden.add("a source that is changed", lab.frame(80, 24))
    lab.press(KeyPress(.escape), KeyPress(.character("q")))
    golden.add("asked before leaving", lab.frame(80, 24))
    golden.expectUnchanged()
  }

  @Test("A stream is made, an operator chosen with its parameter, saved, and seen running")
  func makes() throws {
    let lab = try Lab(StreamDocument.defaults)
    lab.press(KeyPress(.character("n")), KeyPress(.right), KeyPress(.enter))
    #expect(lab.text().contains("chain “New chain”"))
    // Name, description, source, operator.
    lab.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.tab))
    #expect(lab.text().contains("‹ map ›") && lab.text().contains("Becomes"))
    lab.type("s")
    #expect(lab.text().contains("‹ scan ›") && lab.text().contains("Begin with"))
    lab.press(KeyPress(.tab))
    lab.press(.control("u"), .control("k"))
    lab.type("100")
    #expect(lab.text().contains("1 → 101, 2 → 103"))
    #expect(lab.model.rows.count == 3 && lab.store.documentCount == 2)
    lab.press(.control("s"))
    #expect(lab.text().contains("Saved 1 document"))
    #expect(lab.store.documentCount == 3)
    lab.press(KeyPress(.escape))
    lab.clock.advance(by: .seconds(10))
    #expect(lab.text().contains("scan 100, result + value"))
    #expect(lab.text().contains("101─103─106─110|"))
  }

  @Test("Typing is checked at once, and only a save publishes")
  func staged() throws {
    let lab = try Lab()
    lab.screen.edit(lab.key("odd"), at: .step(1))
    lab.type(" +")
    #expect(lab.text().contains("✗ column 10:"))
    let before = try lab.store.load()
    lab.press(.control("s"))
    #expect(lab.text().contains("Not saved. Odd tens: Operator 2, Becomes: column 10"))
    lab.type(" 1")
    #expect(lab.text().contains("✓ 1 → 11, 3 → 31"))
    #expect(try lab.store.load() == before)
    lab.press(KeyPress(.escape))
    #expect(lab.text().contains("Odd tens") && lab.text().contains("changed"))
    lab.press(.control("s"))
    #expect(try lab.store.load() != before)
  }

  @Test("Leaving asks while something is not saved: it is saved, dropped, or one stays")
  func leaving() throws {
    for (keys, result, isSaved) in [
      ([KeyPress(.enter)], nil, false),
      ([KeyPress(.left), KeyPress(.enter)], .quit, false),
      ([KeyPress(.right), KeyPress(.enter)], .quit, true),
      ([KeyPress(.escape)], nil, false),
      ([.control("c")], .interrupted, false),
    ] as [([KeyPress], ScreenEnd?, Bool)] {
      let lab = try Lab()
      let before = try lab.store.load()
      lab.screen.edit(lab.key("odd"))
      lab.type("!")
      lab.press(KeyPress(.escape), KeyPress(.character("q")))
      #expect(lab.screen.result == nil && lab.text().contains("not saved"))
      for key in keys { lab.press(key) }
      #expect(lab.screen.result == result)
      #expect((try lab.store.load() != before) == isSaved)
    }
    let clean = try Lab()
    clean.press(KeyPress(.character("q")))
    #expect(clean.screen.result == .quit)
  }

  @Test("Another program's change is seen in the rows; of the same document both are shown")
  func others() throws {
    let lab = try Lab()
    lab.screen.edit(lab.key("odd"))
    lab.type(" of mine")
    var theirs = try lab.store.load().file
    theirs.replace(.chain(StreamChain(id: "odd", name: "Theirs", source: "serial-b")))
    try lab.store.save(theirs, over: try lab.store.load())
    lab.changes.send()
    lab.press(.control("s"))
    let text = lab.text()
    #expect(text.contains("Odd tens of mine") && text.contains("Theirs"))
    #expect(text.contains("[ Mine ]") && text.contains("[ Both ]"))
    lab.press(KeyPress(.escape))
    #expect(lab.text().contains("Nothing was saved"))
    lab.press(.control("s"), KeyPress(.left), KeyPress(.enter))
    #expect(
      try lab.store.load().file.documents.map(\.title).suffix(2) == [
        "Both", "Odd tens of mine (mine)",
      ])
  }

  @Test("An editor in which nothing is changed shows what another program saves, and keeps it")
  func followsOthers() throws {
    let lab = try Lab()
    lab.screen.edit(lab.key("odd"))
    _ = lab.text()
    var theirs = try lab.store.load().file
    theirs.replace(.chain(StreamChain(id: "odd", name: "Theirs", source: "serial-b")))
    try lab.store.save(theirs, over: try lab.store.load())
    lab.changes.send()
    #expect(lab.text().contains("chain “Theirs”") && lab.text().contains("Another program"))
    lab.type("!")
    lab.press(.control("s"))
    #expect(try lab.store.load().file["odd"]?.title == "Theirs!")
    #expect(lab.text().contains("Saved 1 document"))
    // Its own save is none of another program.
    lab.press(KeyPress(.tab))
    #expect(!lab.text().contains("Another program"))
    theirs.remove(id: "odd")
    try lab.store.save(theirs, over: try lab.store.load())
    lab.changes.send()
    #expect(lab.text().contains("“Theirs!” is no longer in the file"))
    lab.press(.control("s"))
    #expect(try lab.store.load().file["odd"] == nil)
  }

  @Test("A new error is said in place of an older note, and by a save of nothing")
  func newProblems() throws {
    let lab = try Lab()
    lab.press(.control("s"))
    #expect(lab.text().contains("There is nothing to save."))
    lab.folder.write("streams.json", "{".utf8)
    lab.changes.send()
    #expect(lab.text(120).contains("streams.json:1:2"))
    lab.press(.control("s"))
    #expect(lab.text(120).contains("There is nothing to save."))
    #expect(lab.text(120).contains("streams.json:1:2"))
  }

  @Test("A document that is to be removed is not edited")
  func removedNotEdited() throws {
    let lab = try Lab()
    _ = lab.frame()
    lab.press(KeyPress(.end), KeyPress(.character("x")), KeyPress(.enter))
    #expect(lab.text().contains("This document will be removed"))
    #expect(lab.screen.editor == nil)
  }

  @Test("A bad document is said on the screen with its sentence, and all problems are listed")
  func problems() throws {
    let lab = try Lab()
    lab.folder.write("streams.json", "{".utf8)
    lab.changes.send()
    #expect(lab.text(120).contains("streams.json:1:2"))
    lab.clock.advance(by: .seconds(10))
    #expect(lab.text().contains("10──────30"))
    lab.press(KeyPress(.character("p")))
    #expect(lab.text().contains("Problems"))
  }

  @Test("Reset asks first, and Esc keeps everything")
  func reset() throws {
    let lab = try Lab()
    lab.press(KeyPress(.character("D")))
    #expect(lab.text().contains("[ Reset ]") && lab.text().contains("[ Keep them ]"))
    lab.press(KeyPress(.enter))
    #expect(lab.store.documentCount == 4)
    lab.press(KeyPress(.character("D")), KeyPress(.left), KeyPress(.enter))
    #expect(lab.store.documentCount == 2)
    #expect(lab.folder.names.contains("streams.json.old"))
  }

  @Test("A file is imported and exported by its name")
  func importAndExport() throws {
    let lab = try Lab()
    let path = lab.folder.file("sent.json")
    // How many rows there are is known once they have been drawn.
    _ = lab.frame()
    lab.press(KeyPress(.down), KeyPress(.down), KeyPress(.character("o")))
    lab.screen.handle(.paste(Paste(text: path)))
    lab.press(KeyPress(.enter))
    #expect(StreamStore(path: path).documentCount == 2)
    let other = try Lab([])
    other.press(KeyPress(.character("i")))
    other.screen.handle(.paste(Paste(text: path + "\n")))
    other.press(KeyPress(.enter))
    #expect(other.text().contains("2 of 2 imported, not saved yet."))
    #expect(other.text().contains("Odd tens"))
  }

  @Test("More rows than fit scroll, and only those in view are drawn")
  func scrolling() throws {
    let lab = try Lab(
      (0..<50).map { index in
        .source(StreamModel(id: "s\(index)", items: [StreamItem(value: .integer(index))]))
      })
    #expect(lab.text(60, 10).contains("s0") && !lab.text(60, 10).contains("s40"))
    lab.press(KeyPress(.end))
    #expect(lab.text(60, 10).contains("s49") && !lab.text(60, 10).contains("s1 "))
    #expect(lab.text(60, 10).contains("↑"))
  }

  @Test("Two values never touch, and one that is cut ends in a sign or is one")
  func neighbours() throws {
    let values: [StreamItem<StreamValue>] = [
      StreamItem(value: 1, operators: [.delay(seconds: 1)]),
      StreamItem(value: 2, operators: [.delay(seconds: 0.25)]),
      StreamItem(value: "long text", operators: [.delay(seconds: 1)]),
      StreamItem(value: 3, operators: [.delay(seconds: 1)]), StreamItem(value: 4),
    ]
    let lab = try Lab([.source(StreamModel(id: "s", items: values))])
    lab.clock.advance(by: .seconds(10))
    let frame = lab.frame()
    let line = try #require(frame.lines.first { $0.contains("lo…") })
    #expect(line.hasSuffix("────*2───lo…─*|"))
  }

  @Test("In ASCII a negative number is told from the line")
  func negative() throws {
    let values = [-5, 7, -8].map {
      StreamItem<StreamValue>(value: .integer($0), operators: [.delay(seconds: 1)])
    }
    let lab = try Lab([.source(StreamModel(id: "s", items: values))])
    lab.clock.advance(by: .seconds(10))
    #expect(lab.frame(symbols: .ascii).lines.contains { $0.hasSuffix("--- -5--7-- -8|") })
  }

  @Test("A conflict shows all of what is different, and at any size the chosen answer")
  func differences() throws {
    let lab = try Lab()
    let same = "The beginning of both descriptions, which is a long one and always the same "
    lab.screen.edit(lab.key("odd"))
    lab.press(KeyPress(.tab))
    lab.type(same + "mine")
    var theirs = try lab.store.load().file
    theirs.replace(
      .chain(
        StreamChain(id: "odd", name: "Odd tens", description: same + "other", source: "serial-a")))
    try lab.store.save(theirs, over: try lab.store.load())
    lab.changes.send()
    lab.press(.control("s"))
    #expect(lab.text().contains("mine") && lab.text().contains("other"))
    #expect(lab.text(20, 6).contains("‹ Not now ›"))
    lab.press(KeyPress(.right))
    #expect(lab.text(20, 6).contains("‹ Mine ›"))
  }

  @Test("A field that a save refuses has the focus and a mark, and the whole sentence is read")
  func refusedField() throws {
    let lab = try Lab()
    lab.screen.edit(lab.key("odd"), at: .step(1))
    lab.type(" + nonsense")
    lab.press(KeyPress(.tab, .shift), KeyPress(.tab, .shift), KeyPress(.tab, .shift))
    #expect(lab.screen.editor?.focus == .kind(StreamForm.OperatorPosition(item: 0, index: 0)))
    lab.press(.control("s"))
    #expect(
      lab.screen.editor?.focus
        == .parameter(StreamForm.OperatorPosition(item: 0, index: 1), "expression"))
    #expect(lab.text().contains("Not saved.") && lab.text().contains("✗ %d * 10 + nonsense"))
    let message = try #require(lab.screen.message?.text.split(separator: " ").last)
    #expect(lab.text(60, 24).contains(message))
  }

  @Test("Any keys and sizes do no harm")
  func anything() throws {
    var random = SplitMix(seed: 9)
    let keys: [KeyPress] =
      "abcdefghiknoprtuvwxyz .-+DRUZ%(<>".map { KeyPress(.character($0)) }
      + [.tab, .enter, .escape, .up, .down, .left, .right, .end, .home, .delete, .backspace]
      .map { KeyPress($0) } + "nostx".map { KeyPress.control($0) } + [.alt("p"), .alt("n")]
    for _ in 0..<20 {
      let lab = try Lab()
      for _ in 0..<150 {
        lab.press(keys.randomElement(using: &random)!)
        lab.clock.advance(by: .milliseconds(Int.random(in: 0...300, using: &random)))
        _ = lab.frame(
          Int.random(in: 1...90, using: &random), Int.random(in: 1...30, using: &random))
        // What is typed in a prompt may name any file; none is written here.
        if lab.screen.prompt != nil { lab.press(KeyPress(.escape)) }
        if lab.screen.result != nil { break }
      }
    }
  }

  /// A lab with a file of which a document cannot be read.
  private func brokenLab() throws -> Lab {
    let lab = try Lab()
    let text = """
      {"version": 1, "documents": [
        {"source": {"id": "a", "stream": []}},
        {"chain": {"id": "c", "source": "a", "operators": [
          {"wrap": {}}]}}
      ]}
      """
    lab.folder.write("streams.json", text.utf8)
    lab.changes.send()
    #expect(lab.text().contains("c cannot be read"))
    lab.press(KeyPress(.end), KeyPress(.enter))
    return lab
  }

  @Test("A document that cannot be read is changed by an editor of texts")
  func unreadIsNotEdited() throws {
    let lab = try brokenLab()
    #expect(lab.text().contains("“c” cannot be read: fix it in a text editor"))
    #expect(lab.screen.editor == nil)
  }

  @Test("A document that cannot be read is removed")
  func unread() throws {
    let lab = try brokenLab()
    lab.press(KeyPress(.character("x")))
    #expect(lab.text().contains("Will be removed when you save (^S)"))
    lab.press(.control("s"))
    #expect(lab.folder.read("streams.json")?.contains("wrap") == false)
    #expect(try lab.store.load().file.documents.map(\.id) == ["a"])
  }
}
