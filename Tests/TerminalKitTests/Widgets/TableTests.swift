import TerminalKit
import TestSupport
import Testing

@Suite("Tables, lists and tabs")
struct TableTests {
  private static let rows = [
    ["07:59:58", "59.33", "22.4 km/h", "G07"], ["08:00:00", "-7.5", "--", "漢字漢字"],
    ["08:00:01", "59.34", "1,022.4 km/h", "e\u{301}"], ["08:00:02", "", "", ""],
  ]

  private func table(isSelectable: Bool = true) -> Table {
    Table(
      columns: [
        .init(title: "Time", width: 8), .init(title: "Latitude", width: 8, alignment: .trailing),
        .init(title: "Speed", width: 9, alignment: .trailing, rank: 1),
        .init(title: "Note", width: 6, alignment: .center, rank: 2, style: .accent),
      ],
      placeholder: "nothing yet", state: ListState(isSelectable: isSelectable))
  }

  private func frame(
    _ table: inout Table, _ width: Int, _ height: Int, symbols: Symbols = .unicode,
    rows: [[String]] = rows
  ) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    table.draw(rows.indices, in: canvas.bounds, on: &canvas) { rows[$0][$1] }
    return canvas
  }

  @Test("Frames: wide and narrow, scrolled, in ASCII, and without rows")
  func frames() {
    var golden = GoldenFrames("Table")
    var table = table()
    golden.add("wide", frame(&table, 44, 6))
    golden.add("without the least important column", frame(&table, 34, 6))
    golden.add("the columns that always stay", frame(&table, 22, 6))
    golden.add("narrower still", frame(&table, 15, 6))
    _ = table.handle(KeyPress(.down))
    _ = table.handle(KeyPress(.down))
    golden.add("too low, the third row chosen", frame(&table, 44, 3))
    _ = table.handle(KeyPress(.end))
    golden.add("at the end, in ASCII", frame(&table, 44, 3, symbols: .ascii))
    golden.add("without rows", frame(&table, 30, 4, rows: []))
    var read = self.table(isSelectable: false)
    golden.add("only to be read", frame(&read, 44, 4))
    var list = Table(columns: [.init(width: 8)], hasHeader: false, state: ListState())
    golden.add("a list", frame(&list, 12, 3))
    golden.expectUnchanged()
  }

  @Test("Cells are asked for only where they are seen")
  func laziness() {
    var table = table()
    var asked: Set<Int> = []
    var canvas = Canvas(size: Size(60, 6))
    table.draw(0..<1_000_000, in: canvas.bounds, on: &canvas) { row, _ in
      asked.insert(row)
      return ""
    }
    #expect(asked == Set(0..<5))
  }

  @Test("Tabs say which page is shown without colour, down to its name and number")
  func tabs() {
    var golden = GoldenFrames("Tabs")
    var tabs = Tabs(["Map", "Fixes", "Satellites"])
    func add(_ title: String, _ width: Int, _ symbols: Symbols = .unicode) {
      var canvas = Canvas(size: Size(width, 1), symbols: symbols)
      tabs.draw(in: canvas.bounds, on: &canvas)
      golden.add(title, canvas)
    }
    add("the first", 30)
    _ = tabs.handle(KeyPress(.tab))
    add("the next", 30)
    add("narrow, in ASCII", 14, .ascii)
    add("very narrow", 6)
    golden.expectUnchanged()
    let presses: [(KeyPress, Int?)] = [
      (KeyPress(.tab), 2), (KeyPress(.tab), 0), (KeyPress(.tab, .shift), 2),
      (KeyPress(.character("2")), 1), (KeyPress(.character("4")), nil),
      (KeyPress(.character("0")), nil), (KeyPress(.character("1"), .alt), nil),
      (KeyPress(.left), nil),
    ]
    for (press, page) in presses {
      let before = tabs.selected
      let isHandled = tabs.handle(press)
      #expect(isHandled == (page != nil))
      #expect(tabs.selected == page ?? before)
    }
  }
}

@Suite("Which rows of a list are in view")
struct ListStateTests {
  /// A list of five rows' height, or another one, with its rows in view as they were shown last.
  private struct Shown {
    var state: ListState
    var view = 0..<0

    init(isSelectable: Bool = true, followsEnd: Bool = false) {
      state = ListState(isSelectable: isSelectable, followsEnd: followsEnd)
    }

    var selection: Int? { state.selection }

    mutating func press(_ key: Key) { _ = state.handle(KeyPress(key)) }

    mutating func show(_ rows: Range<Int>, height: Int = 5) {
      view = state.show(rows, height: height)
    }
  }

  @Test("The chosen row moves by keys, and the view as little as it takes")
  func keys() {
    var list = Shown()
    list.show(0..<20)
    #expect(list.selection == 0 && list.view == 0..<5)
    let steps: [(Key, Int, Range<Int>)] = [
      (.down, 1, 0..<5), (.up, 0, 0..<5), (.up, 0, 0..<5), (.pageDown, 4, 0..<5),
      (.down, 5, 1..<6), (.pageDown, 9, 5..<10), (.up, 8, 5..<10), (.pageUp, 4, 4..<9),
      (.end, 19, 15..<20), (.down, 19, 15..<20), (.home, 0, 0..<5),
    ]
    for (key, selection, view) in steps {
      list.press(key)
      list.show(0..<20)
      #expect(list.selection == selection)
      #expect(list.view == view)
    }
    let others = [KeyPress(.enter), KeyPress(.down, .shift)].map { list.state.handle($0) }
    #expect(others == [false, false])
  }

  @Test("Without a choice the keys scroll, never past the end")
  func scrolling() {
    var list = Shown(isSelectable: false)
    list.show(0..<8)
    for _ in 0..<9 { list.press(.down) }
    list.show(0..<8)
    #expect(list.view == 3..<8)
    list.press(.up)
    list.show(0..<8)
    #expect(list.view == 2..<7)
    list.show(0..<8, height: 20)
    #expect(list.view == 0..<8 && list.selection == nil)
  }

  @Test("A list that grows is followed at its end, and left alone elsewhere")
  func growing() {
    var list = Shown(followsEnd: true)
    func show(_ count: Int, _ view: Range<Int>, _ selection: Int?) {
      list.show(0..<count, height: 3)
      #expect(list.view == view && list.selection == selection, "\(count) rows")
    }
    show(0, 0..<0, nil)
    show(2, 0..<2, 1)
    show(9, 6..<9, 8)
    list.press(.up)
    show(12, 6..<9, 7)
    list.press(.end)
    show(15, 12..<15, 14)
  }

  @Test("A chosen row keeps its number while others are dropped in front of it")
  func dropping() {
    var list = Shown(followsEnd: true)
    list.show(0..<100, height: 10)
    for _ in 0..<9 { list.press(.up) }
    for (rows, view, selection) in [
      (0..<100, 90..<100, 90), (64..<101, 90..<100, 90), (95..<140, 95..<105, 95),
      (0..<3, 0..<3, 2),
    ] {
      list.show(rows, height: 10)
      #expect(list.view == view && list.selection == selection)
    }
  }

  @Test("Whatever comes, what is in view is part of the list and holds the chosen row")
  func anything() {
    var random = SplitMix(seed: 11)
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end]
    for isSelectable in [false, true] {
      var state = ListState(isSelectable: isSelectable, followsEnd: true)
      for _ in 0..<5_000 {
        _ = state.handle(KeyPress(keys.randomElement(using: &random)!))
        let lower = Int.random(in: 0...30, using: &random)
        let rows = lower..<lower + Int.random(in: 0...30, using: &random)
        let height = Int.random(in: 0...12, using: &random)
        let view = state.show(rows, height: height)
        #expect(view.count == min(height, rows.count))
        #expect(
          view.isEmpty || rows.contains(view.lowerBound) && rows.contains(view.upperBound - 1))
        if isSelectable, height > 0 { #expect(state.selection.map(view.contains) ?? rows.isEmpty) }
      }
    }
  }
}
