/// The rows of a list, which handle events before the keys of their screen.
@MainActor protocol ListInput {
  /// True while a line of the list is open, so that characters are typed into it.
  var isTyping: Bool { get }
  /// Handles an event for the open line, or the mouse on the rows; returns false for any other.
  func handle(_ event: InputEvent) -> Bool
}

/// The common part of screens that show a list: rows of columns, the search, the filter, and the
/// marks of changes.
///
/// `/` opens the search: each character goes to the next matching row. Enter stays there and Esc
/// goes back; `n` and `N` go to the next and the previous match. `f` opens the filter: only
/// matching rows stay. Enter keeps them, Esc shows all rows again.
@MainActor final class ListPanel<Item: Identifiable & Equatable & Sendable>: ListTarget, ListInput
where Item.ID: Sendable {
  typealias Snapshot = ListSnapshot<Never, Item>
  typealias Column = TextColumn<Item>

  /// The rows shown: all of them, or those that match the filter.
  private(set) var snapshot = Snapshot()
  /// All rows.
  private(set) var everything = Snapshot()
  private var filter = ListLine("filter ", noun: "a filter")
  /// The texts of all rows, once they are searched or filtered.
  private var texts: ListTexts?
  private let isFilterable: Bool
  private var search = ListLine("/", noun: "a search")
  /// The last text searched for.
  private var query = ""
  /// The item that was chosen when the search was opened.
  private var origin: Item.ID?
  /// True if no row matches the search.
  private var isInVain = false
  private var list: ItemList<Item.ID>
  private let columns: [Column]
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void
  /// The instant for which a frame has been requested.
  private var requested: MonotonicInstant?

  /// How long a changed row is marked.
  static var markDuration: Duration { .milliseconds(1_500) }
  /// The minimum width of the first column; the others are at the right.
  private static var leastFirstColumn: Int { 12 }
  /// The maximum width of the first column: further apart, two texts do not read as one row.
  private static var mostFirstColumn: Int { 48 }

  /// Makes a list without rows.
  ///
  /// - Parameters:
  ///   - columns: The columns; the first takes the width that the others leave.
  ///   - now: Returns the current instant.
  ///   - requestFrame: Requests a frame at an instant.
  init(
    columns: [Column], hasHeader: Bool = true, isFilterable: Bool = false,
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.isFilterable, self.columns, self.now) = (isFilterable, columns, now)
    self.requestFrame = requestFrame
    list = ItemList(
      table: Table(
        columns: columns.map(\.look), hasHeader: hasHeader, state: ListState(isSelectable: true)))
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

  /// The text shown if there are no rows.
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

  /// Shows the rows that match the filter.
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
    let rows = rows(containing: filter.text)
    // The same rows need no second list.
    return rows.count == everything.count
      ? everything : ListSnapshot(rows.compactMap { everything.rows[$0].item })
  }

  /// Returns the indices, among all rows, of those that contain a text.
  private func rows(containing text: String) -> [Int] {
    let texts =
      texts
      ?? ListTexts(everything.items.lazy.map { item in self.columns.map { $0.text(item) ?? "" } })
    self.texts = texts
    return texts.rows(containing: text)
  }

  /// Chooses an item, and clears a filter that hides it; returns false if it is not in the list.
  func choose(_ id: Item.ID) -> Bool {
    if snapshot.row(of: id) == nil, everything.row(of: id) != nil { showEverything() }
    return list.select(id)
  }

  /// Shows all rows again.
  func showEverything() {
    filter.clear()
    showRows()
  }

  var isTyping: Bool { search.isOpen || filter.isOpen }

  // MARK: Keys

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return list.handle(mouse) }
    if filter.isOpen {
      switch filter.handle(event) {
      case .edited, .left: showRows()
      case .rows(let press): _ = list.handle(press)
      case .handled, .kept: break
      }
      return true
    }
    guard search.isOpen else {
      // The message about a failed search disappears with the next key.
      if case .key = event { isInVain = false }
      return false
    }
    switch search.handle(event) {
    case .edited: find(search.text, from: origin, .here)
    case .kept: query = search.text
    case .left:
      isInVain = false
      if let origin { list.select(origin) }
    case .rows(KeyPress(.up)): find(search.text, from: nil, .backwards)
    case .rows(KeyPress(.down)): find(search.text, from: nil, .forwards)
    case .rows, .handled: break
    }
    return true
  }

  /// A direction of a search.
  private enum Direction { case here, forwards, backwards }

  /// Chooses the next row that contains a query, wrapping around at the end.
  ///
  /// - Parameter origin: The item to start at, which is chosen if no row matches; nil for the
  ///   chosen one.
  private func find(_ query: String, from origin: Item.ID?, _ direction: Direction) {
    let first = origin.flatMap(snapshot.row)
    let start = first ?? list.selection ?? 0
    let rows =
      query.isEmpty
      ? []
      : rows(containing: query).compactMap { row in
        everything.rows[row].item.flatMap { snapshot.row(of: $0.id) }
      }
    let found =
      switch direction {
      case .here: rows.first { $0 >= start } ?? rows.first
      case .forwards: rows.first { $0 > start } ?? rows.first
      case .backwards: rows.last { $0 < start } ?? rows.last
      }
    isInVain = found == nil && !query.isEmpty
    if let row = found ?? first, let id = snapshot.rows[row].item?.id { list.select(id) }
  }

  /// Every key of the panel.
  var keys: [KeyBinding] {
    let isFiltered = !filter.text.isEmpty
    let filtering = [
      KeyBinding(
        "f", "show only matching rows; Enter keeps them, Esc shows all",
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
        "/", "search; Enter stays at the match, Esc goes back",
        footer: KeyHint("/", "search", rank: isFilterable ? 6 : 0)
      ) { _ in
        self.search.clear()
        self.search.open()
        self.origin = self.list.selectedID
      },
      KeyBinding(
        "n N", "next, previous match", when: !query.isEmpty
      ) { self.find(self.query, from: nil, $0.text == "n" ? .forwards : .backwards) },
    ]
  }

  // MARK: Drawing

  /// Draws the rows in view, and returns which they are.
  @discardableResult func draw(in rect: Rect, on canvas: inout Canvas) -> Range<Int> {
    // Two columns are for the marker, and two for the arrows at the edge.
    let room = rect.width - 4
    let others = widthOfOthers(in: room)
    list.table.columns[0].width = max(
      min(Self.leastFirstColumn, room), min(Self.mostFirstColumn, room - others))
    let snapshot = snapshot
    let visible = list.draw(in: rect, on: &canvas, at: now()) { row, column in
      snapshot.rows[row].item.flatMap(columns[column].text) ?? ""
    }
    if let next = list.nextChange, next != requested {
      requested = next
      requestFrame(next)
    }
    return visible
  }

  /// The width of the list's other columns, as far as they fit next to the minimum width of the
  /// first one.
  private func widthOfOthers(in room: Int) -> Int {
    var shown = columns.dropFirst().map(\.look)
    func width() -> Int { shown.reduce(0) { $0 + $1.width + 2 } }
    while Self.leastFirstColumn + width() > room,
      let last = shown.indices.max(by: { shown[$0].rank < shown[$1].rank }), shown[last].rank > 0
    { shown.remove(at: last) }
    return width()
  }

  /// Draws the search if it is open or has failed, or the filter; returns false if there is nothing
  /// to draw.
  func drawSearch(in rect: Rect, on canvas: inout Canvas) -> Bool {
    if search.isOpen {
      search.draw(
        search.refusal ?? (isInVain ? "not found" : ""), .warning, in: rect.row(0), on: &canvas)
    } else if isInVain {
      MessageRow(kind: .warning, text: "“\(query)” was not found").draw(in: rect, on: &canvas)
    } else if filter.isOpen || !filter.text.isEmpty {
      let note = filter.refusal ?? "\(snapshot.count) of \(everything.count)"
      if filter.isOpen {
        let isFine = filter.refusal == nil && snapshot.count > 0
        filter.draw(note, isFine ? .muted : .warning, in: rect.row(0), on: &canvas)
      } else {
        MessageRow(kind: .neutral, text: "Only “\(filter.text)”: \(note) – Esc shows all")
          .draw(in: rect, on: &canvas)
      }
    } else {
      return false
    }
    return true
  }

  /// The footer while one of the panel's lines is open; nil if none is.
  var typingFooter: Footer? {
    let hints =
      filter.isOpen
      ? [KeyHint("Enter", "keep"), KeyHint("Esc", "all"), KeyHint("↑↓", "choose")]
      : [KeyHint("Enter", "stay"), KeyHint("Esc", "back"), KeyHint("↑↓", "other matches")]
    return isTyping ? Footer(hints: hints) : nil
  }
}
