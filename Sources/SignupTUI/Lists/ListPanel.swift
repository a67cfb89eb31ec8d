import ReactiveExtras
import TerminalKit
import ViewModels

/// The common part of screens that show a list: rows of columns, the search, the filter, and the
/// marks of what has changed.
@MainActor
final class ListPanel<Item: Identifiable & Equatable & Sendable>: ListTarget
where Item.ID: Sendable {
  typealias Snapshot = ListSnapshot<Never, Item>

  /// A column of the list.
  struct Column {
    let table: Table.Column
    /// Its text for an item.
    let text: (Item) -> String

    init(_ table: Table.Column, text: @escaping (Item) -> String) {
      (self.table, self.text) = (table, text)
    }
  }

  /// The rows that are shown: all of them, or those that the filter lets through.
  private(set) var snapshot = Snapshot()
  /// All rows.
  private(set) var everything = Snapshot()
  private(set) var filter = ListFilter()
  /// The texts of all rows, once they are filtered.
  private var texts: ListTexts?
  private let isFilterable: Bool
  private(set) var search = ListSearch<Item.ID>()
  private var list: ItemList<Item.ID>
  private let columns: [Column]
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void
  /// For which instant a frame has been asked for.
  private var requested: MonotonicInstant?

  /// How long it can be seen that a row has changed.
  static var markDuration: Duration { .milliseconds(1_500) }
  /// Of a first column, as much as it takes; the others stand at the right.
  private static var leastFirstColumn: Int { 12 }
  /// Wider than this it would stand too far from the second one to be read as one row.
  private static var mostFirstColumn: Int { 48 }

  /// Makes a list without rows.
  ///
  /// - Parameters:
  ///   - columns: The columns; the first takes the width that the others leave.
  ///   - now: The present instant.
  ///   - requestFrame: Asks for a frame at an instant.
  init(
    columns: [Column], hasHeader: Bool = true, isFilterable: Bool = false,
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    self.isFilterable = isFilterable
    self.columns = columns
    self.now = now
    self.requestFrame = requestFrame
    list = ItemList(
      table: Table(
        columns: columns.map(\.table), hasHeader: hasHeader, state: ListState(isSelectable: true)))
  }

  /// Makes the list of a screen that an event loop shows.
  convenience init(columns: [Column], hasHeader: Bool = true, loop: EventLoop) {
    self.init(columns: columns, hasHeader: hasHeader, now: { loop.now }) { instant in
      loop.schedule(at: instant) { loop.setNeedsFrame() }
    }
  }

  /// The chosen item.
  var selected: Item? { list.selectedID.flatMap { snapshot[id: $0] } }

  /// The width of the first column in the last frame.
  var firstColumnWidth: Int { list.table.columns[0].width }

  /// The text in place of rows where there are none.
  var placeholder: String {
    get { list.table.placeholder }
    set { list.table.placeholder = newValue }
  }

  func apply(_ snapshot: Snapshot, animated: Bool) {
    if animated {
      let changes = snapshot.difference(from: everything)
      let new = changes.insertions.map(\.element) + changes.updates.map(\.new)
      list.mark(new.compactMap(\.item?.id), until: now() + Self.markDuration)
    }
    everything = snapshot
    texts = nil
    showRows()
  }

  /// Shows the rows that the filter lets through.
  private func showRows() {
    snapshot = filtered()
    let snapshot = snapshot
    list.show(
      ItemRows(
        count: snapshot.count,
        id: { row in
          guard let item = snapshot.rows[row].item else { preconditionFailure("No sections.") }
          return item.id
        },
        row: { snapshot.row(of: $0) }))
  }

  private func filtered() -> Snapshot {
    guard !filter.text.isEmpty else { return everything }
    let items = everything.items
    let texts = texts ?? ListTexts(items.lazy.map { item in self.columns.map { $0.text(item) } })
    self.texts = texts
    let rows = texts.rows(containing: filter.text)
    // The same rows need no second list.
    return rows.count == items.count ? everything : ListSnapshot(rows.map { items[$0] })
  }

  /// Chooses an item, before which the filter gives way; false if it is not in the list.
  func choose(_ id: Item.ID) -> Bool {
    if snapshot.row(of: id) == nil, everything.row(of: id) != nil { showEverything() }
    return list.select(id)
  }

  /// Shows all rows again.
  func showEverything() {
    filter.clear()
    showRows()
  }

  /// True while letters are typed into a line of the panel.
  var isTyping: Bool { search.isOpen || filter.isOpen }

  // MARK: Keys

  /// Lets an event act on the search that is open, or the mouse on the rows; false if it means
  /// nothing here.
  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return list.handle(mouse) }
    if filter.isOpen {
      switch filter.handle(event) {
      case .changed: showRows()
      case .rows(let press): _ = list.handle(press)
      case .handled: break
      }
      return true
    }
    guard search.isOpen else {
      // A search in vain is not said for ever.
      if case .key = event { search.found(true) }
      return false
    }
    perform(search.handle(event))
    return true
  }

  private func perform(_ response: ListSearch<Item.ID>.Response) {
    switch response {
    case .find(let query, let origin, let direction):
      let start = origin.flatMap(snapshot.row) ?? list.selection ?? 0
      let found = find(query, from: start, direction)
      search.found(found != nil || query.isEmpty)
      if let row = found ?? origin.flatMap(snapshot.row), let id = snapshot.rows[row].item?.id {
        list.select(id)
      }
    case .goBack(let origin):
      if let origin { list.select(origin) }
    case .handled: break
    }
  }

  /// The next row from one on whose texts contain a query, going round; nil if there is none.
  private func find(
    _ query: String, from start: Int, _ direction: ListSearch<Item.ID>.Direction
  ) -> Int? {
    guard !query.isEmpty else { return nil }
    let count = snapshot.count
    let needle = Array(query.lowercased().utf8)
    for step in 0..<count {
      let row =
        switch direction {
        case .here: (start + step) % count
        case .forwards: (start + 1 + step) % count
        case .backwards: (start - 1 - step + 2 * count) % count
        }
      guard let item = snapshot.rows[row].item else { continue }
      if columns.contains(where: { Self.contains(needle, $0.text(item)) }) { return row }
    }
    return nil
  }

  /// Returns true if a text contains some bytes, its capitals taken for small letters.
  private static func contains(_ needle: [UInt8], _ text: String) -> Bool {
    let bytes = Array(text.lowercased().utf8)
    guard bytes.count >= needle.count else { return false }
    return (0...bytes.count - needle.count).contains { bytes[$0...].starts(with: needle) }
  }

  /// Every key of the panel.
  var keys: [KeyBinding] {
    let isFiltered = !filter.text.isEmpty
    let filtering = [
      KeyBinding(
        "f", "filter: only the rows that match; Enter keeps them, Esc shows all",
        footer: KeyHint("f", "filter", rank: 3)
      ) { _ in self.filter.open() },
      // The words of f name it.
      KeyBinding(
        "Esc", "show all rows again", footer: KeyHint("Esc", "all rows"), when: isFiltered,
        isListed: false
      ) { _ in self.showEverything() },
    ]
    return (isFilterable ? filtering : []) + [
      KeyBinding("↑ ↓ PgUp PgDn", "rows", footer: KeyHint("↑↓", "choose", rank: 3)) {
        _ = self.list.handle($0)
      },
      KeyBinding("Home End", "first, last") { _ = self.list.handle($0) },
      KeyBinding(
        "/", "search; Enter keeps the place, Esc goes back",
        footer: KeyHint("/", "search", rank: isFilterable ? 6 : 0)
      ) { _ in self.search.open(from: self.list.selectedID) },
      KeyBinding(
        "n N", "next, previous that was searched for", when: !search.query.isEmpty
      ) {
        self.perform(
          .find(self.search.query, from: nil, $0.text == "n" ? .forwards : .backwards))
      },
    ]
  }

  // MARK: Drawing

  /// Draws the rows in view, and returns which they are.
  @discardableResult
  func draw(in rect: Rect, on canvas: inout Canvas) -> Range<Int> {
    // Two columns are for the marker, and two for the arrows at the edge.
    let room = rect.width - 4
    let others = widthOfOthers(in: room)
    list.table.columns[0].width = max(
      min(Self.leastFirstColumn, room), min(Self.mostFirstColumn, room - others))
    let snapshot = snapshot
    let visible = list.draw(in: rect, on: &canvas, at: now()) { row, column in
      snapshot.rows[row].item.map(columns[column].text) ?? ""
    }
    if let next = list.nextChange, next != requested {
      requested = next
      requestFrame(next)
    }
    return visible
  }

  /// The columns of the terminal that the other columns of the list take, as far as they fit beside
  /// the least width of the first one.
  private func widthOfOthers(in room: Int) -> Int {
    var shown = columns.dropFirst().map(\.table)
    func width() -> Int { shown.reduce(0) { $0 + $1.width + 2 } }
    while Self.leastFirstColumn + width() > room,
      let last = shown.indices.max(by: { shown[$0].rank < shown[$1].rank }), shown[last].rank > 0
    {
      shown.remove(at: last)
    }
    return width()
  }

  /// Draws the search where one is open or was in vain, or the filter; false if there is nothing to
  /// draw.
  func drawSearch(in rect: Rect, on canvas: inout Canvas) -> Bool {
    if search.draw(in: rect, on: &canvas) { return true }
    return filter.draw(
      in: rect, on: &canvas, shown: snapshot.count, of: everything.count)
  }

  /// The footer while letters are typed into a line of the panel; nil if none are.
  var typingFooter: Footer? {
    if filter.isOpen { return ListFilter.footer }
    return search.isOpen ? type(of: search).footer : nil
  }
}
