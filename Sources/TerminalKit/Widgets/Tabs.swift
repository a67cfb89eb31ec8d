/// The names of pages, one of which is shown. Tab shows the next one, Shift-Tab the previous one,
/// and a digit the page with that number.
public struct Tabs: Equatable, Sendable {
  /// The names of all pages.
  public let titles: [String]
  /// The index of the page shown.
  public private(set) var selected = 0

  /// Makes names of pages; the first page is shown.
  public init(_ titles: [String]) {
    precondition(!titles.isEmpty, "There must be a page to show.")
    self.titles = titles
  }

  /// Handles a key that chooses another page; returns false for any other key.
  public mutating func handle(_ press: KeyPress) -> Bool {
    switch press {
    case KeyPress(.tab): select((selected + 1) % titles.count)
    case KeyPress(.tab, .shift): select((selected + titles.count - 1) % titles.count)
    default:
      guard let number = press.text?.wholeNumberValue, titles.indices.contains(number - 1) else {
        return false
      }
      select(number - 1)
    }
    return true
  }

  /// Handles a press of the mouse on the name of a page, which chooses it; returns false for any
  /// other action.
  public mutating func handle(_ mouse: Mouse) -> Bool {
    guard mouse.action == .press, let title = mouse.target(as: Title.self),
      titles.indices.contains(title.index)
    else { return false }
    select(title.index)
    return true
  }

  /// The name of a page, for the mouse.
  struct Title: Hashable { let index: Int }

  /// Shows the page at an index of `titles`.
  public mutating func select(_ index: Int) {
    precondition(titles.indices.contains(index), "The index must be that of a title.")
    selected = index
  }

  /// The columns that all names take side by side.
  public var columns: Int { titles.reduce(0) { $0 + Glyph.columns(of: $1) + 2 } }

  /// The columns needed to show any one name with its number.
  package var leastColumns: Int { (titles.map { Glyph.columns(of: $0) }.max() ?? 0) + 6 }

  /// Draws the names, the shown one in brackets; if not all fit, that one and its number.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    guard columns <= row.width else {
      canvas.write("[\(titles[selected])] \(selected + 1)/\(titles.count)", in: row, style: .bold)
      canvas.mark(row, as: Title(index: (selected + 1) % titles.count))
      return
    }
    var x = row.x
    for (index, title) in titles.enumerated() {
      let isShown = index == selected
      let start = x
      x += canvas.write(
        isShown ? "[\(title)]" : " \(title) ", at: Point(x, row.y), style: isShown ? .bold : .muted)
      canvas.mark(Rect(x: start, y: row.y, width: x - start, height: 1), as: Title(index: index))
    }
  }
}
