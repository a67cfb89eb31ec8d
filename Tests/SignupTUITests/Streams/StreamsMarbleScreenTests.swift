import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI
@testable import Streams

private typealias Lab = StreamsScreenLab

@Suite("Marbles on the screen of streams")
@MainActor struct StreamsMarbleScreenTests {
  private let right = KeyPress(.right)
  private let left = KeyPress(.left)

  @Test("Frames: the cursor, a value that is moved and edited, what is saved, at several sizes")
  func frames() throws {
    var golden = GoldenFrames("StreamsMarbles")
    let lab = try Lab()
    lab.clock.advance(by: .seconds(20))
    _ = lab.frame()
    lab.press(right, right)
    golden.add("on the second value", lab.frame(80, 24))
    golden.add("20 × 6", lab.frame(20, 6))
    golden.add("40 × 12", lab.frame(40, 12))
    golden.add("in ASCII", lab.frame(60, 12, symbols: .ascii))
    lab.press(KeyPress(.character(">")), KeyPress(.character(">")))
    golden.add("moved by half a second, and all that it changes", lab.frame(80, 24))
    lab.press(KeyPress(.character("v")))
    golden.add("asked for its value", lab.frame(80, 24))
    golden.add("asked for its value, 20 × 6", lab.frame(20, 6))
    lab.press(.control("u"))
    lab.type("5")
    lab.press(KeyPress(.enter))
    golden.add("edited", lab.frame(80, 24))
    lab.press(KeyPress(.down), KeyPress(.down), KeyPress(.down), KeyPress(.character("<")))
    golden.add("a computed value moves the one that made it", lab.frame(80, 24))
    golden.expectUnchanged()
  }

  @Test("The chosen marble's time and its whole value are said, and Esc leaves it")
  func cursor() throws {
    let long = String(repeating: "long text ", count: 20) + "end"
    let lab = try Lab([
      .source(
        StreamModel(
          id: "s",
          items: [
            StreamItem(value: .text(long), operators: [.delay(seconds: 0.125)]),
            StreamItem(value: 2),
          ]))
    ])
    lab.clock.advance(by: .seconds(5))
    _ = lab.frame()
    lab.press(right)
    #expect(lab.text().contains("0.125 s: long text") && lab.text().contains("text end"))
    lab.press(right)
    #expect(lab.text().contains("0.125 s: 2"))
    lab.press(right, right)
    #expect(lab.text().contains("0.125 s: the end"))
    lab.press(KeyPress(.escape))
    #expect(!lab.text().contains("0.125 s") && lab.screen.result == nil)
    lab.press(left)
    #expect(lab.text().contains("0.125 s: the end"))
    lab.press(KeyPress(.escape), KeyPress(.escape))
    #expect(lab.screen.result == .quit)
  }

  @Test("The mouse takes a marble and draws it along, and one undo takes that back")
  func drags() throws {
    let lab = try Lab()
    lab.clock.advance(by: .seconds(20))
    let frame = lab.frame()
    let row = try #require(frame.lines.firstIndex { $0.contains("─1───2───3───4|") })
    let column = try #require(frame.lines[row].firstIndex(of: "2")).utf16Offset(
      in: frame.lines[row])
    func mouse(_ action: Mouse.Action, _ x: Int, on canvas: Canvas) {
      lab.screen.handle(canvas.resolved(.mouse(Mouse(action, at: Point(x, row)))))
    }
    mouse(.press, column, on: frame)
    #expect(lab.text().contains("2 s: 2"))
    for x in column + 1...column + 3 { mouse(.drag, x, on: lab.frame()) }
    #expect(lab.text().contains("2.75 s: 2") && lab.text().contains("─1──────*3───4|"))
    // Past another, which stays where it is.
    mouse(.drag, column + 6, on: lab.frame())
    #expect(lab.text().contains("3.5 s: 2") && lab.text().contains("─1───────3─2─4|"))
    #expect(lab.text().contains("10──────30"))
    lab.press(KeyPress(.character("U")))
    #expect(lab.text().contains("Undone: “Serial Stream A” matches the saved version."))
    #expect(lab.text().contains("─1───2───3───4|"))
    lab.press(KeyPress(.character("U")))
    #expect(lab.text().contains("There is nothing to undo."))
  }

  @Test("While its row is computed the cursor waits for the value that it has moved")
  func slowRows() throws {
    var slow: SlowClock!
    let lab = try Lab { clock in
      slow = SlowClock(clock)
      return slow
    }
    lab.clock.advance(by: .seconds(20))
    _ = lab.frame()
    lab.press(KeyPress(.down), right, right)
    #expect(lab.text().contains("4 s: B"))
    slow.look = .milliseconds(15)
    lab.press(KeyPress(.character(">")))
    let waits = "The value of “Serial Stream B” comes at 4.25 s; its row is being computed."
    #expect(lab.text().contains(waits) && !lab.text().contains("s: "))
    // Further steps are those of the value, not of the marble that has its number by now.
    for _ in 0..<8 { lab.press(KeyPress(.character(">"))) }
    #expect(lab.text().contains("comes at 6.25 s"))
    lab.press(KeyPress(.character("v")), .control("u"))
    lab.type("Z")
    lab.press(KeyPress(.enter))
    #expect(lab.text().contains("comes at 6.25 s"))
    slow.look = .zero
    lab.clock.advance(by: .seconds(1))
    #expect(lab.text().contains("6.25 s: Z"))
    lab.press(left)
    #expect(lab.text().contains("6 s: C"))
    // A row that one turns to meanwhile has the cursor to itself.
    lab.press(right)
    slow.look = .milliseconds(15)
    lab.press(KeyPress(.character("<")), KeyPress(.up))
    slow.look = .zero
    lab.clock.advance(by: .seconds(1))
    #expect(!lab.text().contains("s: "))
  }

  @Test("A moved value is saved by ^S alone, and U does not undo a save")
  func saved() throws {
    let lab = try Lab()
    lab.clock.advance(by: .seconds(20))
    _ = lab.frame()
    let before = try lab.store.load().file
    lab.press(right, KeyPress(.left, .alt), KeyPress(.left, .alt))
    #expect(lab.text().contains("0.5 s: 1"))
    #expect(try lab.store.load().file == before)
    lab.press(.control("s"))
    #expect(lab.text().contains("Saved 1 document"))
    let saved = try lab.store.load().file
    #expect(saved != before)
    lab.press(KeyPress(.character("U")))
    #expect(lab.text().contains("There is nothing to undo."))
  }

  @Test("^S in an editor saves its document, and not a removal that is staged elsewhere")
  func savesItsDocument() throws {
    let lab = try Lab()
    try lab.model.remove(lab.key("both"))
    lab.screen.edit(lab.key("odd"))
    lab.type("!")
    lab.press(.control("s"))
    #expect(lab.text().contains("Saved 1 document"))
    #expect(try lab.store.load().file["both"] != nil)
    #expect(try lab.store.load().file["odd"]?.title == "Odd tens!")
    lab.press(KeyPress(.escape), .control("s"))
    #expect(try lab.store.load().file["both"] == nil)
  }

  @Test("Save as asks for a name, and before another file is replaced")
  func saveAs() throws {
    let lab = try Lab()
    let path = lab.folder.file("other.json")
    func saveAs() {
      lab.press(KeyPress(.character("S")))
      lab.screen.handle(.paste(Paste(text: path)))
      lab.press(KeyPress(.enter))
    }
    saveAs()
    #expect(StreamStore(path: path).documentCount == 4)
    #expect(lab.model.files.map(\.name) == [path])
    try StreamStore(path: path).save(
      StreamDocumentFile(StreamDocument.defaults), over: StreamStore(path: path).load())
    let again = try Lab()
    again.press(KeyPress(.character("S")))
    again.screen.handle(.paste(Paste(text: path)))
    again.press(KeyPress(.enter))
    #expect(again.text().contains("[ Replace ]"))
    again.press(KeyPress(.enter))
    #expect(StreamStore(path: path).documentCount == 2)
    again.press(KeyPress(.character("S")))
    again.screen.handle(.paste(Paste(text: path)))
    again.press(KeyPress(.enter), left, KeyPress(.enter))
    #expect(StreamStore(path: path).documentCount == 4)
  }

  @Test("R records what a bound input has sent, and its marbles can then be moved")
  func records() throws {
    let documents: [StreamDocument] = [
      .input(StreamInput(id: "in", name: "In", type: .number)),
      .chain(StreamChain(id: "c", source: "in", operators: [.map(expression: "%d + 1")])),
    ]
    let lab = try Lab(documents, inputs: ["in"])
    lab.clock.advance(by: .seconds(1))
    lab.model.send([(value: 5, nanoseconds: nil)], to: "in")
    lab.clock.advance(by: .milliseconds(500))
    lab.model.send([(value: 6, nanoseconds: nil)], to: "in")
    lab.clock.advance(by: .milliseconds(500))
    _ = lab.frame()
    lab.press(KeyPress(.character("R")))
    #expect(lab.text().contains("2 values of “In” recorded"))
    lab.press(.control("s"), right, KeyPress(.character(">")))
    #expect(lab.text().contains("values of a bound input cannot be moved"))
    let unbound = try Lab(lab.store.load().file.documents)
    unbound.clock.advance(by: .seconds(5))
    _ = unbound.frame()
    unbound.press(right, right, KeyPress(.character(">")))
    #expect(unbound.text().contains("0.75 s: 6") && unbound.text().contains("6──7|"))
  }
}
