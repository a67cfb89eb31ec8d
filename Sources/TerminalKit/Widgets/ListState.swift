/// Which rows of a list are in view, and which one is chosen.
///
/// Rows are known by numbers that stay theirs while others are added behind them and dropped in
/// front of them. Invariant: after `show` a chosen row is one of the list's, and in view.
public struct ListState: Equatable, Sendable {
  /// The chosen row; nil where rows are only read, and while there are none.
  public private(set) var selection: Int?
  /// The first row in view.
  private(set) var first = 0

  /// Whether a row is chosen; else rows are only read.
  public let isSelectable: Bool
  /// Whether the view keeps to the end as rows are added, from wherever it has been brought there.
  public let followsEnd: Bool
  /// The rows that there were at the last `show`.
  private var rows = 0..<0
  /// How many rows fitted at the last `show`.
  private var height = 0

  /// The rows in view as of the last `show`.
  public var visible: Range<Int> { first..<max(first, min(end, rows.upperBound)) }

  /// Makes the state of a list before its rows are known.
  public init(isSelectable: Bool = false, followsEnd: Bool = false) {
    self.isSelectable = isSelectable
    self.followsEnd = followsEnd
  }

  /// Lets the arrows, Page Up, Page Down, Home or End choose another row, or scroll; returns false
  /// for any other key.
  public mutating func handle(_ press: KeyPress) -> Bool {
    let page = max(1, height - 1)
    switch press {
    case KeyPress(.up): move(by: -1)
    case KeyPress(.down): move(by: 1)
    case KeyPress(.pageUp): move(by: -page)
    case KeyPress(.pageDown): move(by: page)
    case KeyPress(.home): move(by: -rows.count)
    case KeyPress(.end): move(by: rows.count)
    default: return false
    }
    return true
  }

  /// Lets the mouse choose the row that it presses, and its wheel scroll; false if it means nothing
  /// here.
  public mutating func handle(_ mouse: Mouse) -> Bool {
    if mouse.scroll != 0 {
      move(by: mouse.scroll)
      return true
    }
    guard mouse.action == .press, isSelectable, let row = mouse.target(as: Row.self) else {
      return false
    }
    place(at: row.number)
    return true
  }

  /// What the mouse acts on in a row: it is chosen, and where it is already, that is Enter.
  public func target(of row: Int) -> any Hashable & Sendable {
    if row == selection { return KeyPress(.enter) }
    return Row(row)
  }

  /// A row, for the mouse.
  public struct Row: Hashable, Sendable {
    /// The row's number.
    public let number: Int

    /// Makes the target of a row by its number.
    public init(_ number: Int) { self.number = number }
  }

  /// Takes in which rows there are and how many fit, and returns the ones to be drawn: those that
  /// were, as far as the chosen row and the list's ends allow.
  public mutating func show(_ rows: Range<Int>, height: Int) -> Range<Int> {
    let isAtEnd = isSelectable ? selection == self.rows.last : end >= self.rows.upperBound
    (self.rows, self.height) = (rows, max(0, height))
    if followsEnd, isAtEnd {
      place(at: rows.upperBound - 1)
    } else {
      place(at: selection ?? first)
    }
    return visible
  }

  /// Chooses a row, which comes into view when the list is shown; one that is not there is the
  /// nearest. Nothing happens where rows are only read.
  public mutating func select(_ row: Int) {
    if isSelectable { selection = row }
  }

  /// Takes in that the chosen row has another number, because rows in front of it have come or
  /// gone. It keeps its line on the screen, unless the list is shown from its beginning: then that
  /// stays in view.
  public mutating func follow(_ row: Int) {
    guard let old = selection else { return }
    if first > rows.lowerBound { first += row - old }
    selection = row
  }

  /// The row behind the last one in view, or behind that where rows are missing.
  private var end: Int { first + height }

  private mutating func move(by step: Int) {
    place(at: (selection ?? first) + step)
  }

  /// Chooses a row and brings it into view; without a choice, scrolls to it.
  private mutating func place(at row: Int) {
    let row = min(max(row, rows.lowerBound), max(rows.lowerBound, rows.upperBound - 1))
    if isSelectable {
      selection = rows.isEmpty ? nil : row
      first = max(min(first, row), row - height + 1)
    } else {
      first = row
    }
    first = max(rows.lowerBound, min(first, rows.upperBound - height))
  }
}
