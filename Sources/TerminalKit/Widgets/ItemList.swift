import ReactiveExtras

/// The rows of a list, known by what stands in them: how many there are, and where each is.
///
/// Nothing is copied: rows are asked for as they are needed.
public struct ItemRows<ID: Hashable> {
  /// How many rows there are.
  public let count: Int
  /// What stands in a row, which is one from 0 to `count`.
  public let id: (_ row: Int) -> ID
  /// The row in which something stands; nil where it is not there.
  public let row: (_ id: ID) -> Int?

  /// Makes the rows of a list.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - id: What stands in a row; it has to take the same short time for each.
  ///   - row: The row in which something stands; nil where it is not there.
  public init(count: Int, id: @escaping (_ row: Int) -> ID, row: @escaping (_ id: ID) -> Int?) {
    (self.count, self.id, self.row) = (count, id, row)
  }

  /// A list without rows.
  public static var none: ItemRows {
    ItemRows(count: 0, id: { _ in preconditionFailure("There are no rows.") }, row: { _ in nil })
  }
}

/// A table of items that come, go and move: the chosen row stays on its item, and what has changed
/// is marked for a moment.
///
///     list.show(ItemRows(count: names.count, id: { names[$0] }, row: { places[$0] }))
///     list.mark(["ann"], until: loop.now + .seconds(2))
///     list.draw(in: rect, on: &canvas, at: loop.now) { row, _ in names[row] }
///
/// A frame costs what is seen of the list, however long it is.
public struct ItemList<ID: Hashable> {
  /// Columns, header and placeholder.
  public var table: Table
  /// What is chosen; nil before the first frame and where there are no rows.
  public private(set) var selectedID: ID?
  /// When the next mark in view ends, as of the last frame: then another one is due.
  public private(set) var nextChange: MonotonicInstant?
  private var rows = ItemRows<ID>.none
  /// Until when items are marked.
  private var marks: [ID: MonotonicInstant] = [:]

  /// Makes a list without rows. The rows can be chosen where the table's can.
  public init(table: Table) { self.table = table }

  /// How many rows there are.
  public var count: Int { rows.count }

  /// The number of the chosen row.
  public var selection: Int? { table.state.selection }

  /// Shows other rows. The choice stays on its item; where that has gone, on the row.
  public mutating func show(_ rows: ItemRows<ID>) {
    self.rows = rows
    if let row = selectedID.flatMap(rows.row) { table.state.follow(row) }
    noteSelection()
  }

  /// Chooses an item; false if it is not there.
  @discardableResult
  public mutating func select(_ id: ID) -> Bool {
    guard let row = rows.row(id) else { return false }
    table.state.select(row)
    noteSelection()
    return true
  }

  /// Lets a key choose another row, or scroll; false if it means nothing here.
  public mutating func handle(_ press: KeyPress) -> Bool {
    defer { noteSelection() }
    return table.handle(press)
  }

  /// Lets the mouse choose a row, or scroll; false if it means nothing here.
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
  ///   - rect: The place of the list.
  ///   - canvas: What it is drawn on.
  ///   - now: The present instant, which decides what is marked.
  ///   - cell: The text of a row's cell in a column; it is asked for only where it is seen.
  /// - Complexity: O(rows in view), and O(marks) when one has ended.
  /// - Returns: The rows in view.
  @discardableResult
  public mutating func draw(
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

  /// Keeps what is chosen, as the number of its row may change.
  private mutating func noteSelection() {
    let row = selection.map { min($0, rows.count - 1) }
    selectedID = row.flatMap { $0 >= 0 ? rows.id($0) : nil }
  }
}
