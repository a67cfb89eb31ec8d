/// The rows of a list that are in view, and the chosen one.
///
/// Rows are identified by numbers that they keep while others are added after them and dropped
/// before them. Invariant: after `show` a chosen row is one of the list's, and in view.
public struct ListState: Equatable, Sendable {
  /// The chosen row; nil if rows are only read, or if there are none.
  public private(set) var selection: Int?
  /// The first row in view.
  private(set) var first = 0

  /// True if a row can be chosen; otherwise rows are only read.
  public let isSelectable: Bool
  /// True if the view follows the end as rows are added, once it has been scrolled there.
  package let followsEnd: Bool
  /// The rows at the last `show`.
  private var rows = 0..<0
  /// The number of rows that fitted at the last `show`.
  private var height = 0

  /// The rows in view as of the last `show`.
  package var visible: Range<Int> { first..<max(first, min(end, rows.upperBound)) }

  /// Makes the state of a list before its rows are known.
  public init(isSelectable: Bool = false, followsEnd: Bool = false) {
    (self.isSelectable, self.followsEnd) = (isSelectable, followsEnd)
  }

  /// Handles the arrows, Page Up, Page Down, Home and End, which choose another row, or scroll;
  /// returns false for any other key.
  package mutating func handle(_ press: KeyPress) -> Bool {
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

  /// Handles a press of the mouse, which chooses a row, and its wheel, which scrolls; returns false
  /// for any other action.
  package mutating func handle(_ mouse: Mouse) -> Bool {
    if mouse.scroll != 0 {
      move(by: mouse.scroll)
      return true
    }
    guard mouse.action == .press, isSelectable, let row = mouse.target(as: Row.self) else {
      return false
    }
    go(to: row.number)
    return true
  }

  /// Returns the target of the mouse in a row: it chooses the row, and in the chosen row it is
  /// Enter.
  package func target(of row: Int) -> any Hashable & Sendable {
    if row == selection { return KeyPress(.enter) }
    return Row(row)
  }

  /// A row, for the mouse.
  package struct Row: Hashable, Sendable {
    /// The row's number.
    package let number: Int

    /// Makes the target of a row by its number.
    package init(_ number: Int) { self.number = number }
  }

  /// Receives the current rows and the number that fit, and returns the rows to draw: the same as
  /// before, as far as the chosen row and the list's ends allow.
  package mutating func show(_ rows: Range<Int>, height: Int) -> Range<Int> {
    let isAtEnd = isSelectable ? selection == self.rows.last : end >= self.rows.upperBound
    (self.rows, self.height) = (rows, max(0, height))
    if followsEnd, isAtEnd { go(to: rows.upperBound - 1) } else { go(to: selection ?? first) }
    return visible
  }

  /// Chooses a row, which scrolls into view when the list is shown; if the row is missing, the
  /// nearest one. Does nothing if rows are only read.
  public mutating func select(_ row: Int) { if isSelectable { selection = row } }

  /// Updates the number of the chosen row after rows before it were added or removed. It keeps its
  /// line on the screen, unless the list is shown from its beginning: then that stays in view.
  package mutating func follow(_ row: Int) {
    guard let old = selection else { return }
    if first > rows.lowerBound { first += row - old }
    selection = row
  }

  /// The row after the last one in view, or a later one if rows are missing.
  private var end: Int { first + height }

  private mutating func move(by step: Int) { go(to: (selection ?? first) + step) }

  /// Chooses a row and brings it into view; without a choice, scrolls to it.
  private mutating func go(to row: Int) {
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
