import ReactiveExtras

/// The rows of a list, identified by their items: their number, and the index of each.
///
/// Nothing is copied: rows are read when needed.
public struct ItemRows<ID: Hashable> {
  /// The number of rows.
  public let count: Int
  /// Returns the item of a row, which is one from 0 to `count`.
  public let id: (_ row: Int) -> ID
  /// Returns the row of an item; nil if it is not there.
  public let row: (_ id: ID) -> Int?

  /// Makes the rows of a list.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - id: Returns the item of a row; it must be fast, in constant time.
  ///   - row: Returns the row of an item; nil if it is not in the list.
  public init(count: Int, id: @escaping (_ row: Int) -> ID, row: @escaping (_ id: ID) -> Int?) {
    (self.count, self.id, self.row) = (count, id, row)
  }

  /// A list without rows.
  public static var none: ItemRows {
    ItemRows(count: 0, id: { _ in preconditionFailure("There are no rows.") }, row: { _ in nil })
  }
}

/// A table of items that appear, disappear and move: the chosen row stays on its item, and changed
/// items are marked for a while.
///
///     list.show(ItemRows(count: names.count, id: { names[$0] }, row: { rows[$0] }))
///     list.mark(["ann"], until: loop.now + .seconds(2))
///     list.draw(in: rect, on: &canvas, at: loop.now) { row, _ in names[row] }
///
/// The cost of a frame depends on the rows in view, not on the length of the list.
public struct ItemList<ID: Hashable> {
  /// The columns, header and placeholder.
  public var table: Table
  /// The chosen item; nil before the first frame and if there are no rows.
  public private(set) var selectedID: ID?
  /// The end of the next mark in view in the last frame, when another frame is due.
  public private(set) var nextChange: MonotonicInstant?
  private var rows = ItemRows<ID>.none
  /// The time until which each item is marked.
  private var marks: [ID: MonotonicInstant] = [:]

  /// Makes a list without rows. Its rows can be chosen if the table's can.
  public init(table: Table) { self.table = table }

  /// The number of rows.
  public var count: Int { rows.count }

  /// The number of the chosen row.
  public var selection: Int? { table.state.selection }

  /// Shows other rows. The choice stays on its item, or on its row if the item is gone.
  public mutating func show(_ rows: ItemRows<ID>) {
    self.rows = rows
    if let row = selectedID.flatMap(rows.row) { table.state.follow(row) }
    noteSelection()
  }

  /// Chooses an item; returns false if it is not there.
  @discardableResult public mutating func select(_ id: ID) -> Bool {
    guard let row = rows.row(id) else { return false }
    table.state.select(row)
    noteSelection()
    return true
  }

  /// Handles a key that chooses another row, or scrolls; returns false for any other key.
  public mutating func handle(_ press: KeyPress) -> Bool {
    defer { noteSelection() }
    return table.handle(press)
  }

  /// Handles a mouse action that chooses a row, or scrolls; returns false for any other.
  public mutating func handle(_ mouse: Mouse) -> Bool {
    defer { noteSelection() }
    return table.handle(mouse)
  }

  /// Marks items until an instant.
  public mutating func mark(_ ids: some Sequence<ID>, until end: MonotonicInstant) {
    for id in ids { marks[id] = end }
  }

  /// Draws the rows in view.
  ///
  /// - Parameters:
  ///   - rect: The area of the list.
  ///   - canvas: The canvas to draw on.
  ///   - now: The current instant, for marks that end.
  ///   - cell: The text of a row's cell in a column; called only for cells in view.
  /// - Complexity: O(rows in view), and O(marks) when one has ended.
  /// - Returns: The rows in view.
  @discardableResult public mutating func draw(
    in rect: Rect, on canvas: inout Canvas, at now: MonotonicInstant,
    cell: (_ row: Int, _ column: Int) -> String
  ) -> Range<Int> {
    if let next = nextChange, next <= now { marks = marks.filter { $0.value > now } }
    let marks = marks
    let rows = rows
    var ends: [MonotonicInstant] = []
    table.draw(0..<rows.count, in: rect, on: &canvas) { row in
      guard !marks.isEmpty, let end = marks[rows.id(row)], end > now else { return false }
      ends.append(end)
      return true
    } cell: {
      cell($0, $1)
    }
    nextChange = ends.min()
    noteSelection()
    return table.state.visible
  }

  /// Stores the chosen item, because the number of its row may change.
  private mutating func noteSelection() {
    let row = selection.map { min($0, rows.count - 1) }
    selectedID = row.flatMap { $0 >= 0 ? rows.id($0) : nil }
  }
}
