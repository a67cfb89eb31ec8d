import TerminalKit
import Testing

@Suite("A page that is higher than its window")
struct PageViewTests {
  private func top(
    _ core: Range<Int>, _ extent: Range<Int>, height: Int, rows: Int = 30
  ) -> Int {
    var view = PageView()
    let target = PageView.Target(cursor: core.lowerBound + 1, core: core, extent: extent)
    return view.show(target, of: rows, in: height)
  }

  @Test("slides just as far as it takes to see what belongs to the focus")
  func slides() {
    #expect(top(3..<6, 3..<9, height: 10) == 0)
    #expect(top(13..<16, 13..<19, height: 10) == 9)
    #expect(top(13..<16, 13..<19, height: 6) == 13)
  }

  @Test("shows what must be seen where not all of it fits, and then the cursor's row")
  func tooMuch() {
    #expect(top(13..<16, 13..<19, height: 4) == 13)
    #expect(top(13..<18, 13..<19, height: 4) == 14, "The label gives way to the message.")
    #expect(top(13..<28, 13..<29, height: 4) == 14)
    #expect(top(26..<30, 26..<30, height: 50) == 0)
  }

  @Test("is turned by Page Up and Page Down, and goes back to the focus with any other key")
  func turned() {
    var view = PageView()
    let target = PageView.Target(cursor: 1, core: 0..<3, extent: 0..<3)
    func show() -> Int { view.show(target, of: 12, in: 5) }
    #expect(show() == 0)
    var tops: [Int] = []
    for key in [Key.pageDown, .pageDown, .pageDown, .pageUp, .pageUp, .pageUp, .pageDown] {
      let isTurning = view.handle(KeyPress(key))
      #expect(isTurning)
      tops.append(show())
    }
    #expect(tops == [4, 7, 7, 3, 0, 0, 4])
    let isTurning = view.handle(KeyPress(.character("a")))
    #expect(!isTurning && show() == 0)
  }

  @Test("turns a page for each key of a burst, with no frame between them, and not past the end")
  func burst() {
    var view = PageView()
    let target = PageView.Target(cursor: 1, core: 0..<3, extent: 0..<3)
    func press(_ keys: Key...) -> Int {
      for key in keys { _ = view.handle(KeyPress(key)) }
      return view.show(target, of: 20, in: 5)
    }
    #expect(press() == 0)
    #expect(press(.pageDown, .pageDown, .pageDown) == 12)
    #expect(press(.pageDown, .pageDown, .pageDown, .pageUp) == 11)
    #expect(press(.pageUp, .pageUp, .pageUp, .pageUp) == 0)
  }
}
