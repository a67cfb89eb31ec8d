/// All keys in a box over the screen. Any key closes it, but those that scroll what does not fit.
public struct KeyHelp: Equatable, Sendable {
  /// What stands in the box's upper edge.
  public var title: String
  /// All keys, in reading order.
  public let hints: [KeyHint]
  private var table: Table

  /// Makes a list of keys in reading order.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
    table = Table(columns: [], hasHeader: false)
  }

  /// What the screen's footer says while the list is open.
  public static let footer = Footer(hints: [
    KeyHint("↑↓", "scroll"), KeyHint("any other key", "closes"),
  ])

  /// Lets an event act on the list and returns whether it stays open.
  public mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let press): table.handle(press)
    case .focus, .paste: true
    }
  }

  /// Draws the list in the middle of `rect`, in a box as large as it needs, and hides the cursor.
  public mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    let symbols = canvas.symbols
    let (columns, rows) = layout(width: rect.width - 4, height: rect.height - 2, symbols: symbols)
    table.columns = columns
    let used = columns.map(\.width).reduce(0, +) + (columns.count - 1) * Self.gap
    // Two more columns are for the marks where not all of it fits.
    let scrollColumns = rows.count + 2 > rect.height ? 2 : 0
    let inner = max(used, Glyph.columns(of: title) + 2)
    let box = rect.centered(Size(inner + 4 + scrollColumns, rows.count + 2))
    Frame(title: title).draw(in: box, on: &canvas)
    table.draw(rows.indices, in: box.inset(columns: 2, rows: 1), on: &canvas) { rows[$0][$1] }
    canvas.cursor = nil
  }

  /// The columns between a key and what it does.
  private static let gap = 2
  /// The columns below which a column of actions is hard to read.
  private static let leastActionColumns = 12

  /// The columns and rows of the list: keys beside what they do, which goes on in the next row
  /// where it is too long for one; on a narrow screen below each other.
  private func layout(
    width: Int, height: Int, symbols: Symbols
  ) -> (columns: [Table.Column], rows: [[String]]) {
    // In ASCII a sign may take a word: `⇥` is spelt `Tab`.
    func columns(_ text: String) -> Int {
      Glyph.columns(of: symbols.isASCII ? ASCIIText.spelling(text) : text)
    }
    let keyColumns = hints.map { columns($0.key) }.max() ?? 0
    let actionColumns = hints.map { columns($0.action) }.max() ?? 0
    let isWhole = keyColumns + Self.gap + actionColumns <= width && hints.count <= height
    let room = width - (isWhole ? 0 : 2)
    let actionRoom = min(actionColumns, room - keyColumns - Self.gap)
    guard actionRoom >= min(actionColumns, Self.leastActionColumns) else {
      let rows = hints.flatMap { hint in
        [[hint.key]]
          + TextWrapping.lines(of: hint.action, width: room - 2).map { ["  " + $0] }
      }
      return ([Table.Column(width: max(1, room))], rows)
    }
    let rows = hints.flatMap { hint in
      TextWrapping.lines(of: hint.action, width: actionRoom).enumerated().map { number, line in
        [number == 0 ? hint.key : "", line]
      }
    }
    return (
      [Table.Column(width: keyColumns, style: .bold), Table.Column(width: actionRoom)], rows
    )
  }
}
