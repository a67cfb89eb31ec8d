import TestSupport
import Testing

@testable import TerminalKit

@Suite("The mouse on widgets")
struct MouseTests {
  private func canvas(_ width: Int = 40, _ height: Int = 6) -> Canvas {
    Canvas(size: Size(width, height))
  }

  private func event(
    _ action: Mouse.Action = .press, on text: String, columns: Int = 0, in frame: Canvas
  ) throws -> InputEvent {
    let place = try #require(frame.place(of: text))
    return frame.resolved(.mouse(Mouse(action, at: Point(place.x + columns, place.y))))
  }

  private func mouse(
    _ action: Mouse.Action = .press, on text: String, columns: Int = 0, in frame: Canvas
  ) throws -> Mouse {
    guard case .mouse(let mouse) = try event(action, on: text, columns: columns, in: frame) else {
      throw Failure.isKey
    }
    return mouse
  }

  private enum Failure: Error { case isKey }

  @Test(
    "A hint of the footer is its key",
    arguments: [
      ("^S", "save", .control("s")), ("⇥", "next", KeyPress(.tab)),
      ("⇧⇥", "back", KeyPress(.tab, .shift)), ("Esc", "quit", KeyPress(.escape)),
      ("q", "quit", KeyPress(.character("q"))), ("F1", "keys", KeyPress(.function(1))),
      ("Space", "play", KeyPress(.character(" "))), ("Enter", "go", KeyPress(.enter)),
    ] as [(String, String, KeyPress)])
  func footer(key: String, action: String, press: KeyPress) throws {
    var frame = canvas()
    Footer(hints: [KeyHint("x", "other"), KeyHint(key, action)])
      .draw(in: frame.bounds.row(5), on: &frame)
    #expect(try event(on: key + " " + action, in: frame) == .key(press))
    #expect(try event(on: action, in: frame) == .key(press))
    #expect(try event(.scrollDown, on: action, in: frame) != .key(press))
  }

  @Test("A hint of several keys is none of them", arguments: ["↑↓", "←→", "ab", "0-9", "-+"])
  func severalKeys(key: String) {
    #expect(KeyHint(key, "confirm").press == nil)
  }

  @Test("A tab is turned to, and where only one is seen, the next one is", arguments: [40, 10])
  func tabs(width: Int) throws {
    var tabs = Tabs(["map", "fixes", "sky"])
    var frame = canvas(width)
    tabs.draw(in: frame.bounds.row(0), on: &frame)
    let isHandled = tabs.handle(try mouse(on: width == 40 ? "sky" : "map", in: frame))
    #expect(isHandled && tabs.selected == (width == 40 ? 2 : 1))
  }

  @Test("A row is chosen, the chosen one is Enter, and the wheel scrolls")
  func table() throws {
    var table = Table(
      columns: [.init(width: 8)], hasHeader: false, state: ListState(isSelectable: true))
    func frame(_ table: inout Table) -> Canvas {
      var frame = canvas(20, 4)
      table.draw(0..<20, in: frame.bounds, on: &frame) { row, _ in "row \(row)" }
      return frame
    }
    var shown = frame(&table)
    _ = table.handle(try mouse(on: "row 2", in: shown))
    #expect(table.state.selection == 2)
    shown = frame(&table)
    #expect(try event(on: "row 2", in: shown) == .key(KeyPress(.enter)))
    #expect(try event(on: "↓", in: shown) == .key(KeyPress(.pageDown)))
    _ = table.handle(try mouse(.scrollDown, on: "row 1", in: shown))
    #expect(table.state.selection == 5)
    #expect(frame(&table).place(of: "row 5") != nil)
  }

  @Test("An answer of a dialog is chosen; what lies below it cannot be pressed")
  func dialog() throws {
    var frame = canvas()
    Footer(hints: [KeyHint("q", "quit")]).draw(in: frame.bounds.row(5), on: &frame)
    var dialog = Dialog(question: "Leave?", answers: ["Leave", "Stay"], focus: 1)
    dialog.draw(in: Rect(x: 0, y: 0, width: 40, height: 5), on: &frame)
    let responses = try ["q quit", "Leave?", "[ Leave ]"].map {
      dialog.handle(try event(on: $0, in: frame))
    }
    #expect(responses == [.open, .open, .chosen(0)])
  }

  @Test("The list of keys scrolls with the wheel, and a press closes it")
  func keyHelp() throws {
    var help = KeyHelp(title: "Keys", hints: (0..<20).map { KeyHint("\($0)", "hint \($0)") })
    var frame = canvas()
    help.draw(in: frame.bounds, on: &frame)
    #expect(frame.place(of: "hint 5") == nil)
    let staysOpen = help.handle(try event(.scrollDown, on: "hint 0", in: frame))
    help.draw(in: frame.bounds, on: &frame)
    #expect(staysOpen && frame.place(of: "hint 5") != nil)
    let stillOpen = help.handle(try event(on: "hint 5", in: frame))
    #expect(!stillOpen)
  }

  @Test("A press into a field sets its cursor, also where the text is scrolled or secret")
  func textField() throws {
    for (echo, width, cursors) in [
      (TextField.Echo.text, 20, (3, 10)), (.bullets, 20, (3, 10)), (.text, 6, (8, 10)),
    ] {
      var field = TextField(noun: "text", echo: echo)
      field.setText("abcdefghij")
      var frame = canvas()
      let place = Rect(x: 5, y: 1, width: width, height: 1)
      field.draw(in: place, on: &frame, isFocused: true)
      frame.mark(place, as: "field")
      func press(_ column: Int) {
        let mouse = Mouse(.press, at: Point(place.x + column, place.y))
        _ = field.handle(frame.resolved(.mouse(mouse)))
      }
      press(3)
      #expect(field.buffer.cursor == cursors.0, "\(echo) \(width)")
      press(width - 1)
      #expect(field.buffer.cursor == cursors.1, "\(echo) \(width)")
    }
  }

  @Test("Buttons, a choice and the marks of a page are pressed")
  func others() throws {
    var frame = canvas()
    ButtonRow(buttons: [Button(label: "One"), Button(label: "Two")]).draw(
      in: frame.bounds.row(0), on: &frame, focus: 0, targets: ["one", "two"])
    #expect(try mouse(on: "Two", in: frame).target(as: String.self) == "two")
    ChoiceField(options: ["map", "filter"], selected: 0)
      .draw(in: frame.bounds.row(1), on: &frame, isFocused: true)
    #expect(try event(on: "‹", in: frame) == .key(KeyPress(.left)))
    #expect(try event(on: "map", in: frame) == .key(KeyPress(.right)))
    ScrollMarks(visible: 1..<2, of: 0..<3)
      .draw(in: Rect(x: 0, y: 2, width: 40, height: 4), on: &frame)
    #expect(try event(on: "↑", in: frame) == .key(KeyPress(.pageUp)))
    #expect(
      frame.resolved(.mouse(Mouse(.press, at: Point(39, 4))))
        == .mouse(
          Mouse(.press, at: Point(39, 4))))
    var page = PageView()
    _ = page.show(.init(cursor: 0, core: 0..<1, extent: 0..<1), of: 30, in: 6)
    let isTurned = page.handle(Mouse(.scrollDown, at: Point(0, 0)))
    #expect(isTurned)
    #expect(page.show(.init(cursor: 0, core: 0..<1, extent: 0..<1), of: 30, in: 6) == 3)
  }
}
