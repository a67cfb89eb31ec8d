import ReactiveExtras
import TestSupport
import Testing

@testable import TerminalKit

@Suite("Lists whose rows are known by what stands in them")
struct ItemListTests {
  /// Names in a list of one column.
  private struct Names {
    var list = ItemList<String>(
      table: Table(
        columns: [.init(width: 12)], hasHeader: false, placeholder: "nobody",
        state: ListState(isSelectable: true)))
    var names: [String] = [] {
      didSet { list.show(rows) }
    }

    init(_ names: [String]) {
      self.names = names
      list.show(rows)
    }

    private var rows: ItemRows<String> {
      let names = names
      return ItemRows(
        count: names.count, id: { names[$0] }, row: { names.firstIndex(of: $0) })
    }

    mutating func frame(_ height: Int = 4, at now: MonotonicInstant = .init(nanoseconds: 0))
      -> Canvas
    {
      var canvas = Canvas(size: Size(16, height))
      list.draw(in: canvas.bounds, on: &canvas, at: now) { row, _ in names[row] }
      return canvas
    }

    mutating func press(_ key: Key) { _ = list.handle(KeyPress(key)) }
  }

  private func instant(_ milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("Frames: the choice, what has changed, and in ASCII")
  func frames() {
    var golden = GoldenFrames("ItemList")
    var names = Names(["ann", "bob", "eve", "ida", "joe"])
    golden.add("the first is chosen", names.frame())
    names.list.mark(["ann", "eve"], until: instant(1_500))
    golden.add("two have changed, one of them chosen", names.frame())
    golden.add("a moment later", names.frame(at: instant(1_500)))
    names.list.mark(["eve"], until: instant(3_000))
    var canvas = Canvas(size: Size(16, 3), symbols: .ascii)
    let list = names.names
    names.list.draw(in: canvas.bounds, on: &canvas, at: instant(2_000)) { row, _ in list[row] }
    golden.add("in ASCII", canvas)
    names.names = []
    golden.add("without rows", names.frame())
    golden.expectUnchanged()
  }

  @Test("The choice stays on its item when rows come, go and move in front of it")
  func selection() {
    var names = Names(["ann", "bob", "eve", "ida", "joe"])
    _ = names.frame()
    names.press(.down)
    #expect(names.list.selectedID == "bob")
    names.names = ["aaa", "ann", "bob", "eve"]
    #expect(names.list.selectedID == "bob" && names.list.selection == 2)
    names.names = ["eve", "bob"]
    _ = names.frame()
    #expect(names.list.selectedID == "bob" && names.list.selection == 1)
    names.press(.up)
    #expect(names.list.selectedID == "eve")
  }

  @Test("Where the chosen item has gone, the one in its place is chosen, or the last")
  func gone() {
    var names = Names(["ann", "bob", "eve"])
    _ = names.frame()
    names.press(.down)
    names.names = ["ann", "eve"]
    _ = names.frame()
    #expect(names.list.selectedID == "eve")
    names.names = ["ann"]
    _ = names.frame()
    #expect(names.list.selectedID == "ann")
    names.names = []
    #expect(names.list.selectedID == nil)
    _ = names.frame()
    names.names = ["ida"]
    _ = names.frame()
    #expect(names.list.selectedID == "ida")
  }

  @Test("The chosen row keeps its line where the list is scrolled; its beginning stays in view")
  func line() {
    var names = Names((10..<40).map { "n\($0)" })
    _ = names.frame()
    names.names.insert("m", at: 0)
    #expect(names.frame().lines.first?.hasSuffix("m") == true, "new rows at the top are seen")
    for _ in 0..<10 { names.press(.down) }
    let before = names.frame()
    names.names.insert("l", at: 0)
    names.names.insert("k", at: 0)
    #expect(names.frame() == before)
  }

  @Test("Only what is seen is asked for, and only changed rows are written again")
  func cost() {
    let count = 100_000
    var list = ItemList<Int>(
      table: Table(
        columns: [.init(width: 12)], hasHeader: false, state: ListState(isSelectable: true)))
    var asked = 0
    func show(_ changed: Int? = nil) {
      list.show(
        ItemRows(count: count, id: { $0 }, row: { (0..<count).contains($0) ? $0 : nil }))
      if let changed { list.mark([changed], until: instant(1_000)) }
    }
    func frame() -> Canvas {
      var canvas = Canvas(size: Size(80, 24))
      list.draw(in: canvas.bounds, on: &canvas, at: instant(0)) { row, _ in
        asked += 1
        return "row \(row)"
      }
      return canvas
    }
    show()
    let encoder = FrameEncoder(palette: Palette(theme: .dark, depth: .ansi256))
    let first = frame()
    #expect(asked == 24)
    _ = list.handle(KeyPress(.end))
    #expect(frame().lines.last?.contains("row 99999") == true && asked == 48)
    _ = list.handle(KeyPress(.home))
    #expect(encoder.encode(from: first, to: frame()).isEmpty)
    show(7)
    let marked = encoder.encode(from: first, to: frame())
    #expect(!marked.isEmpty && marked.count < 80, "one row: \(marked.count) bytes")
  }

  @Test("It says when the marks in view end, and nothing where there are none")
  func timing() {
    var names = Names(["ann", "bob", "eve", "ida", "joe"])
    names.list.mark(["joe"], until: instant(100))
    _ = names.frame(2)
    #expect(names.list.nextChange == nil, "its row is not in view")
    names.list.mark(["ann"], until: instant(300))
    names.list.mark(["bob"], until: instant(200))
    _ = names.frame(2)
    #expect(names.list.nextChange == instant(200))
    _ = names.frame(2, at: instant(200))
    #expect(names.list.nextChange == instant(300))
    _ = names.frame(2, at: instant(300))
    #expect(names.list.nextChange == nil)
  }

  @Test("An item is chosen by its identity, and comes into view")
  func choosing() {
    var names = Names((10..<40).map { "n\($0)" })
    _ = names.frame()
    let isThere = names.list.select("n30")
    #expect(isThere && names.frame().lines.contains { $0.contains("n30") })
    let isMissing = !names.list.select("x")
    #expect(isMissing && names.list.selectedID == "n30")
  }
}
