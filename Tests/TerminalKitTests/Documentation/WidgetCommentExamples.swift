import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

@Suite("Examples in comments: widgets")
struct WidgetCommentExamples {
  private let rect = Rect(x: 0, y: 0, width: 20, height: 4)

  @Test("one of a few words")
  func choice() {
    struct Model { var step = "" }
    var model = Model()
    let press = KeyPress(.right)
    var field = ChoiceField(options: ["map", "filter", "scan"], selected: 0)
    if field.handle(press) { model.step = field.options[field.selected] }
    #expect(model.step == "filter")
  }

  @Test("a picture of dots")
  func dots() {
    var canvas = Canvas(size: Size(10, 4))
    var picture = DotCanvas(size: Size(10, 4))
    picture.line(from: (0, 0), to: (19, 15), role: .accent)
    picture.draw(in: rect, on: &canvas, markers: .block)
    #expect(canvas.lines.count == 4 && canvas.lines.allSatisfy { !$0.isEmpty })
  }

  @Test("items with one that has changed")
  func items() {
    struct Loop { let now = MonotonicInstant(nanoseconds: 0) }
    let (loop, names, rows) = (Loop(), ["ann", "bob"], ["ann": 0, "bob": 1])
    var canvas = Canvas(size: Size(20, 4))
    var list = ItemList<String>(table: Table(columns: [.init(width: 8)]))
    list.show(ItemRows(count: names.count, id: { names[$0] }, row: { rows[$0] }))
    list.mark(["ann"], until: loop.now + .seconds(2))
    list.draw(in: rect, on: &canvas, at: loop.now) { row, _ in names[row] }
    #expect(canvas.lines.joined(separator: "\n").contains("bob"))
    #expect(list.nextChange == loop.now + .seconds(2))
  }

  @Test("what is seen of a long page")
  func page() {
    let page = Rect(x: 0, y: 0, width: 20, height: 30)
    let window = Rect(x: 0, y: 0, width: 20, height: 10)
    let target = PageView.Target(cursor: 20, core: 19..<22, extent: 19..<22)
    var view = PageView()
    let top = view.show(target, of: page.height, in: window.height)
    #expect(top <= 19 && top + 10 >= 22)
  }

  @Test("a table")
  func table() {
    let rows = [(time: "12:00", speed: "4.2"), (time: "12:01", speed: "4.4")]
    var canvas = Canvas(size: Size(20, 4))
    var table = Table(columns: [.init(title: "Time", width: 8), .init(title: "km/h", width: 9)])
    table.draw(rows.indices, in: canvas.bounds, on: &canvas) { row, column in
      column == 0 ? rows[row].time : rows[row].speed
    }
    #expect(canvas.lines[1].hasPrefix("12:00") && canvas.lines[1].contains("4.2"))
  }

  @Test("a line of text")
  func field() {
    struct Model { var username = "" }
    var (model, canvas) = (Model(), Canvas(size: Size(20, 4)))
    let event = InputEvent.key(KeyPress(.character("a")))
    var field = TextField(noun: "a username", trimsPaste: true)
    if case .edited = field.handle(event) { model.username = field.text }
    field.draw(in: rect, on: &canvas, isFocused: true)
    #expect(model.username == "a" && canvas.lines[0] == "a")
  }

  @Test("lines of text")
  func box() {
    struct Model { var remark = "" }
    var (model, canvas) = (Model(), Canvas(size: Size(20, 4)))
    let event = InputEvent.key(KeyPress(.character("a")))
    var box = TextBox(noun: "a remark")
    if case .edited = box.handle(event) { model.remark = box.text }
    box.draw(in: rect, on: &canvas, isFocused: true)
    #expect(model.remark == "a" && canvas.lines[0] == "a")
  }

  @Test("the keys of a screen") @MainActor
  func keys() {
    @MainActor final class Model {
      var loads = 0
      func load() { loads += 1 }
    }
    let model = Model()
    func leave() {}
    var canvas = Canvas(size: Size(20, 1))
    let row = canvas.bounds.row(0)
    let keys = KeyMap([
      KeyBinding("r F5", "load again", footer: KeyHint("r", "load")) { _ in model.load() },
      KeyBinding("q Esc", "leave", footer: KeyHint("q", "leave"), for: .leave) { _ in leave() },
      .elsewhere("^L", "redraw"),
    ])
    let isHandled = keys.perform(KeyPress(.function(5)))
    keys.footer.draw(in: row, on: &canvas)
    #expect(isHandled && model.loads == 1)
    #expect(canvas.lines == ["r load · q leave"])
  }
}
