/// The names of pages of which one is shown. Tab goes on to the next, Shift-Tab back, a digit there.
public struct Tabs: Equatable, Sendable {
  public let titles: [String]
  public private(set) var selected = 0

  public init(_ titles: [String]) {
    self.titles = titles
  }

  /// Lets a key choose another page; false if it means nothing here.
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

  public mutating func select(_ index: Int) { selected = index }

  /// The columns that all names take.
  public var columns: Int { titles.reduce(0) { $0 + Glyph.columns(of: $1) + 2 } }

  /// The columns that any one name takes with its number.
  public var leastColumns: Int { (titles.map { Glyph.columns(of: $0) }.max() ?? 0) + 6 }

  /// Draws the names, the shown one in brackets; where not all fit, that one and its number.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty, !titles.isEmpty else { return }
    guard columns <= row.width else {
      canvas.write(
        "[\(titles[selected])] \(selected + 1)/\(titles.count)", in: row, style: .bold)
      return
    }
    var x = row.x
    for (index, title) in titles.enumerated() {
      let isShown = index == selected
      x += canvas.write(
        isShown ? "[\(title)]" : " \(title) ", at: Point(x, row.y), style: isShown ? .bold : .muted)
    }
  }
}
