import ReactiveExtras
import TerminalKit
import ViewModels

/// A table of records as screens list it: as many columns as there are, in the order of any.
@MainActor
final class RecordTableList {
  typealias Panel = ListPanel<RecordTable.Row>

  /// In which order rows stand.
  private enum Order: Equatable {
    /// As the service sends them.
    case service
    case column(Int, isDescending: Bool)
  }

  private var table: RecordTable?
  private var order = Order.service
  /// The rows with their columns; another one for other columns.
  private var panel: Panel
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void

  init(
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.now, self.requestFrame) = (now, requestFrame)
    panel = Panel(
      columns: [Self.noColumn], hasHeader: false, now: now,
      requestFrame: requestFrame)
  }

  /// Shows a table, in which it can be seen for a while what is new.
  func show(_ table: RecordTable) {
    let isSameTable = self.table?.columns == table.columns
    self.table = table
    if !isSameTable {
      order = .service
      // Where nobody is and no columns were asked for, there are none.
      let columns = table.columns.isEmpty ? [Self.noColumn] : Self.columns(of: table)
      panel = Panel(
        columns: columns, hasHeader: !table.columns.isEmpty, isFilterable: true, now: now,
        requestFrame: requestFrame)
    }
    panel.apply(ListSnapshot(rows), animated: isSameTable)
  }

  /// The chosen row.
  var chosen: RecordTable.Row? { panel.selected }

  /// Makes the page with the whole record of the chosen row; nil without one.
  func recordPage() -> RecordPage? {
    guard let row = chosen, let table else { return nil }
    return RecordPage(title: name(of: row) ?? "Record", members: table.details(of: row))
  }

  /// The text in place of rows where there are none.
  var placeholder: String {
    get { panel.placeholder }
    set { panel.placeholder = newValue }
  }

  /// The rows in their order.
  private var rows: [RecordTable.Row] {
    guard let table else { return [] }
    return switch order {
    case .service: table.rows
    case .column(let column, let isDescending): table.rows(by: column, isDescending: isDescending)
    }
  }

  // MARK: Columns

  private static var noColumn: Panel.Column { Panel.Column(.init(width: 1)) { _ in "" } }

  /// The rows from which the width of a column is learned.
  private static let sample = 1_000
  /// A column takes no more than this, so that others fit.
  private static let widest = 30

  /// The columns of a list: as wide as their cells and titles, up to a limit; numbers at the right.
  /// Where there is no room, those at the right go first.
  private static func columns(of table: RecordTable) -> [Panel.Column] {
    table.columns.enumerated().map { place, column in
      let cells = table.rows.prefix(sample).map { $0[place] }
      let texts = cells.map(\.text) + [column.title]
      let width = texts.reduce(1) { max($0, min(widest, Glyph.columns(of: $1))) }
      let filled = cells.filter { !$0.text.isEmpty }
      let isNumeric = place > 0 && !filled.isEmpty && filled.allSatisfy { $0.number != nil }
      return Panel.Column(
        Table.Column(
          title: column.title, width: width, alignment: isNumeric ? .trailing : .leading,
          rank: place)
      ) { $0[place].text }
    }
  }

  // MARK: Keys

  var isTyping: Bool { panel.isTyping }

  func handle(_ event: InputEvent) -> Bool { panel.handle(event) }

  /// Every key of the list.
  var keys: [KeyBinding] {
    guard let table, !table.rows.isEmpty else { return [] }
    return panel.keys + [
      KeyBinding(
        "s", "sort by the next column; after the last as the service sends them",
        footer: KeyHint("s", "sort", rank: 7)
      ) { _ in self.sort(by: self.nextOrder) },
      KeyBinding("S", "the opposite order", when: order != .service) { _ in
        if case .column(let column, let isDescending) = self.order {
          self.sort(by: .column(column, isDescending: !isDescending))
        }
      },
    ]
  }

  private var nextOrder: Order {
    let next =
      switch order {
      case .service: 0
      case .column(let column, _): column + 1
      }
    return next < table?.columns.count ?? 0 ? .column(next, isDescending: false) : .service
  }

  private func sort(by order: Order) {
    self.order = order
    panel.apply(ListSnapshot(rows), animated: false)
  }

  // MARK: Drawing

  /// Draws the list between its title and what is said of it.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - notes: What stands below the title, where there is room, before the order.
  ///   - count: The number of rows in words.
  ///   - message: The message below the list; nil for the line of the search or the filter.
  ///   - footer: Returns the keys, once it is known which row is chosen.
  func draw(
    title: String, notes: [String], count: String, message: MessageRow?, footer: () -> Footer,
    on canvas: inout Canvas
  ) {
    let subtitle = (notes + orderNote).joined(separator: " · ")
    let page = ListPage(title: title, subtitle: subtitle, count: count, message: message)
    page.draw(panel, name: { self.name(of: self.chosen) }, footer: footer, on: &canvas)
  }

  /// The first text of a row; nil where there are no columns.
  private func name(of row: RecordTable.Row?) -> String? { row?.cells.first?.text }

  private var orderNote: [String] {
    guard case .column(let column, let isDescending) = order, let table else { return [] }
    return ["by \(table.columns[column].title)" + (isDescending ? ", descending" : "")]
  }
}
