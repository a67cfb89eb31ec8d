/// A list that loads as it is scrolled: a user's records, or those of a demonstration.
@MainActor final class PagesScreen: Screen {
  typealias Model = PagedListViewModel<RecordItem, RecordCursor>
  private(set) var result: ScreenEnd?

  private let model: Model
  private let source: PagesList
  private let now: () -> MonotonicInstant
  private var tabs = Tabs(PagedDemo.allCases.map(\.rawValue))
  private var list: ItemList<RowID>
  private var items: [RecordItem] = []
  private var help: KeyHelp?
  /// The end of the list to go to, once its page has been loaded.
  private var wanted: Edge?
  /// The open record; nil while the list is shown.
  private var record: RecordPage?
  private var cancellables: Set<AnyCancellable> = []

  /// The content of a row: an item or, after all items, a line with the loading state.
  private enum RowID: Hashable {
    case item(RecordItem.ID)
    case tail
  }

  /// An end of the list.
  private enum Edge { case first, last }

  private static let leastSize = Size(16, 5)
  /// The minimum width for showing a detail next to the title.
  private static let leastWidthOfDetail = 40

  /// Makes the screen of a list.
  ///
  /// - Parameters:
  ///   - list: The records, for the choice of another demonstration.
  ///   - now: Returns the current instant.
  ///   - requestFrame: Requests a frame.
  init(
    model: Model, list source: PagesList, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping () -> Void
  ) {
    (self.model, self.source, self.now) = (model, source, now)
    tabs.select(PagedDemo.allCases.firstIndex(of: source.demo) ?? 0)
    list = ItemList(
      table: Table(
        columns: [.init(width: 1)], hasHeader: false, state: ListState(isSelectable: true)))
    model.objectWillChange.sink(receiveValue: requestFrame).store(in: &cancellables)
  }

  private var demo: PagedDemo { PagedDemo.allCases[tabs.selected] }

  // MARK: Keys

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    switch record?.handle(event) {
    case .open: return
    case .closed: return record = nil
    case .ignored, nil: break
    }
    if case .mouse(let mouse) = event, !list.handle(mouse), source.hasDemos {
      turn { $0.handle(mouse) }
    }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    KeyMap(
      (record == nil ? listKeys : RecordPage.keys) + KeyBinding.ofTheLoop + [
        KeyBinding(
          record == nil ? "q Esc ^C" : "q ^C", "quit", footer: KeyHint("q", "quit", rank: 2)
        ) { self.result = $0 == .control("c") ? .interrupted : .quit },
        .help(footer: KeyHint("?", "keys", rank: 3)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  private var listKeys: [KeyBinding] {
    [
      KeyBinding(
        "⇥ ⇧⇥ 1-\(PagedDemo.allCases.count)", "next, previous source; by number",
        footer: KeyHint("⇥", "source"), when: source.hasDemos
      ) { press in self.turn { $0.handle(press) } },
      KeyBinding("↑ ↓ PgUp PgDn", "rows", footer: KeyHint("↑↓", "scroll", rank: 4)) {
        self.wanted = nil
        _ = self.list.handle($0)
      },
      KeyBinding("Home End", "first, last") { self.go(to: $0 == KeyPress(.home) ? .first : .last) },
      KeyBinding(
        "r", "retry after an error, or reload",
        footer: KeyHint("r", isFailed ? "retry" : "refresh", rank: 1)
      ) { _ in self.refreshOrRetry() },
      KeyBinding("t", "load from the top") { _ in self.model.refresh() },
      KeyBinding(
        "Esc", "cancel the request", footer: KeyHint("Esc", "cancel", rank: 1),
        when: model.isLoading
      ) { _ in self.model.cancel() },
      KeyBinding("Enter", "retry after an error", when: isRetryChosen) { _ in self.model.retry() },
      KeyBinding(
        "Enter", "show the record", footer: KeyHint("Enter", "show", rank: 4), when: chosen != nil
      ) { _ in self.record = self.chosen.map(RecordPage.init) },
    ]
  }

  /// Turns to the source of the page that a key or the mouse has chosen.
  private func turn(_ choose: (inout Tabs) -> Bool) {
    let before = demo
    if choose(&tabs), demo != before { model.use(source.demos(demo)) }
  }

  /// Goes to an end of the loaded pages, or loads the page at that end of the whole list.
  private func go(to edge: Edge) {
    switch edge {
    case .first where model.hasPrevious: model.refresh()
    case .last where model.canLoadLast && !model.hasEnded: model.loadLast()
    case .first, .last:
      wanted = nil
      return _ = list.handle(KeyPress(edge == .first ? .home : .end))
    }
    wanted = edge
  }

  /// Chooses the row at the wanted end of the list, once its page is loaded.
  private func settle() {
    guard let edge = wanted, !model.isLoading, !isFailed else { return }
    wanted = nil
    switch edge {
    case .first: if let first = items.first { list.select(.item(first.id)) }
    // If the search for the end was given up, the list stays where it was.
    case .last: if model.hasEnded, let last = items.last { list.select(.item(last.id)) }
    }
  }

  private var isFailed: Bool { if case .error = model.state { true } else { false } }

  /// The chosen record.
  private var chosen: RecordItem? {
    guard case .item(let id)? = list.selectedID else { return nil }
    return model.items.first { $0.id == id }
  }

  private var isRetryChosen: Bool { isFailed && list.selectedID == .tail }

  private func refreshOrRetry() { if isFailed { model.retry() } else { model.refreshInPlace() } }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.fits(Self.leastSize) else {
      // There is no room for a list of keys or a record, and none may wait unseen.
      (help, record) = (nil, nil)
      drawList(in: canvas.bounds, on: &canvas)
      return
    }
    let footer = help != nil ? KeyHelp.footer : keys.footer
    if record != nil {
      record?.draw(footer: footer, on: &canvas)
    } else {
      drawPage(footer: footer, on: &canvas)
    }
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// Draws the list between its title and its state.
  private func drawPage(footer: Footer, on canvas: inout Canvas) {
    let size = canvas.size
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    if source.hasDemos {
      tabs.draw(in: row(0), on: &canvas)
    } else {
      canvas.write(source.name ?? "", in: row(0), style: .title)
    }
    // A long message uses spare rows of the list; one row stays.
    let rows = min(
      max(1, size.height - 3), status.rows(width: size.width - 2, symbols: canvas.symbols))
    let top = size.height - 1 - rows
    drawList(in: Rect(x: 1, y: 1, width: size.width - 2, height: top - 1), on: &canvas)
    status.draw(in: Rect(x: 1, y: top, width: size.width - 2, height: rows), on: &canvas)
    footer.draw(in: row(size.height - 1), on: &canvas)
  }

  private func drawList(in rect: Rect, on canvas: inout Canvas) {
    let last = items.last?.id
    items = model.items
    let items = items
    func row(of id: RecordItem.ID) -> Int? { items.firstIndex { $0.id == id } }
    // After the last item there is always a row with the loading state.
    list.show(
      ItemRows(
        count: items.count + 1, id: { $0 < items.count ? .item(items[$0].id) : .tail },
        row: { id in
          switch id {
          // A reader who waits there for more continues with the first new item.
          case .tail: last.flatMap { row(of: $0) }.map { $0 + 1 }
          case .item(let id): row(of: id)
          }
        }))
    settle()
    layColumns(width: max(1, rect.width - 4))
    let tail = tail(canvas.symbols)
    let visible = list.draw(in: rect, on: &canvas, at: now()) { row, column in
      guard row < items.count else { return column == 0 ? tail : "" }
      return column == 0 ? items[row].title : items[row].detail ?? ""
    }
    // After the frame: the rows that it shows have appeared.
    if !visible.isEmpty { model.rowsAppeared(visible) }
  }

  /// Gives details a column if there are some, and room.
  private func layColumns(width: Int) {
    let hasDetails = width >= Self.leastWidthOfDetail && items.contains { $0.detail != nil }
    let second = hasDetails ? width * 2 / 5 : 0
    if (list.table.columns.count > 1) != hasDetails {
      list.table.columns = hasDetails ? [.init(width: 1), .init(width: 1)] : [.init(width: 1)]
    }
    list.table.columns[0].width = hasDetails ? width - second - 2 : width
    if hasDetails { list.table.columns[1].width = second }
  }

  private func tail(_ symbols: Symbols) -> String {
    switch model.state {
    case .loading: return "\(symbols.pending) loading"
    case .hasMoreData: return "\(symbols.pending) loading more"
    case .error: return "[Retry]"
    case .loadedContent:
      if model.isLoading { return "\(symbols.pending) more is coming" }
      return model.isEmpty ? "No items" : "End of the list"
    }
  }

  private var status: MessageRow {
    if let wait = model.wait {
      let seconds = FigureText.count(wait.seconds, "second", "seconds")
      return MessageRow(kind: .pending, text: "\(wait.error) Attempt \(wait.number) in \(seconds).")
    }
    if case .error(let error) = model.state {
      return MessageRow(kind: .failure, text: error.description)
    }
    if let progress = model.progress {
      return MessageRow(
        kind: .pending, text: "Reading the file to its end: \(Int(progress * 100))%")
    }
    if let problem = chosen?.problem { return MessageRow(kind: .warning, text: problem) }
    return switch model.state {
    case .error, .loading: MessageRow(kind: .pending, text: count)
    case .hasMoreData: MessageRow(kind: .neutral, text: count + ", and more")
    case .loadedContent: MessageRow(kind: model.isLoading ? .pending : .success, text: count)
    }
  }

  private var count: String {
    if !model.isPositionKnown {
      let items = FigureText.count(model.items.count, "item", "items")
      return model.hasEnded ? "the last \(items)" : "\(items), and others before"
    }
    let before = model.itemsBefore
    guard before > 0 else { return FigureText.count(model.items.count, "item", "items") }
    return "items \(before + 1) to \(before + model.items.count)"
  }
}

extension RecordPage {
  /// Makes the page of a record of a list in pages.
  init(_ record: RecordItem) {
    let members =
      record.isJSON
      ? RecordDetail.all(inJSON: Array(record.text.utf8))
      : [RecordDetail(name: "", text: record.text)]
    let problem = record.problem.map { RecordDetail(name: "not shown because", text: $0) }
    self.init(title: record.title, members: members + [problem].compactMap { $0 })
  }
}
