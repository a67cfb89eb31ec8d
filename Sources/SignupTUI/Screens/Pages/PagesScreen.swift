import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// A list that loads as it is scrolled, from one of the demonstrations' sources.
@MainActor
final class PagesScreen: Screen {
  typealias Model = PagedListViewModel<PagedDemo.Item>
  private(set) var result: ScreenEnd?

  private let model: Model
  private let source: (PagedDemo) -> PagedSource<PagedDemo.Item>
  private let now: () -> MonotonicInstant
  private var tabs = Tabs(PagedDemo.allCases.map(\.rawValue))
  private var list: ItemList<RowID>
  private var items: [PagedDemo.Item] = []
  private var help: KeyHelp?
  private var cancellables: Set<AnyCancellable> = []

  /// The content of a row: an item, or behind them all how the list goes on.
  private enum RowID: Hashable {
    case item(PagedDemo.Item.ID)
    case tail
  }

  private static let leastSize = Size(16, 5)

  /// Makes the screen of a demonstration, and chooses its source.
  ///
  /// - Parameters:
  ///   - source: Makes the source of a demonstration.
  ///   - now: The present instant.
  ///   - requestFrame: Asks for a frame.
  init(
    model: Model, demo: PagedDemo, source: @escaping (PagedDemo) -> PagedSource<PagedDemo.Item>,
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping () -> Void
  ) {
    (self.model, self.source, self.now) = (model, source, now)
    tabs.select(PagedDemo.allCases.firstIndex(of: demo) ?? 0)
    list = ItemList(
      table: Table(
        columns: [.init(width: 1)], hasHeader: false, state: ListState(isSelectable: true)))
    model.objectWillChange.sink(receiveValue: requestFrame).store(in: &cancellables)
  }

  /// Makes the screen of a demonstration that an event loop shows.
  convenience init(demo: PagedDemo, scheduler: LoopScheduler, loop: EventLoop) {
    self.init(
      model: Model(demo.source(on: scheduler), scheduler: scheduler), demo: demo,
      source: { $0.source(on: scheduler) }, now: { loop.now },
      requestFrame: { loop.setNeedsFrame() })
  }

  private var demo: PagedDemo { PagedDemo.allCases[tabs.selected] }

  // MARK: Keys

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if case .mouse(let mouse) = event, !list.handle(mouse) { turn { $0.handle(mouse) } }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    KeyMap(
      [
        KeyBinding(
          "⇥ ⇧⇥ 1-\(PagedDemo.allCases.count)", "next source, source before, by number",
          footer: KeyHint("⇥", "source")
        ) { press in self.turn { $0.handle(press) } },
        KeyBinding("↑ ↓ PgUp PgDn", "rows", footer: KeyHint("↑↓", "scroll", rank: 4)) {
          _ = self.list.handle($0)
        },
        KeyBinding("Home End", "first, last") { _ = self.list.handle($0) },
        KeyBinding(
          "r", "retry after an error, else load from the top",
          footer: KeyHint("r", isFailed ? "retry" : "refresh", rank: 1)
        ) { _ in self.refreshOrRetry() },
        KeyBinding("Enter", "retry, on its row", when: isRetryChosen) { _ in self.model.retry() },
      ] + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 2)) {
          self.result = $0 == .control("c") ? .interrupted : .quit
        },
        .help(footer: KeyHint("?", "keys", rank: 3)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  /// Turns to the source of the page that a key or the mouse has chosen.
  private func turn(_ choose: (inout Tabs) -> Bool) {
    let before = demo
    if choose(&tabs), demo != before { model.use(source(demo)) }
  }

  private var isFailed: Bool {
    if case .error = model.state { true } else { false }
  }

  private var isRetryChosen: Bool { isFailed && list.selectedID == .tail }

  private func refreshOrRetry() {
    if isFailed { model.retry() } else { model.refresh() }
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.fits(Self.leastSize) else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      drawList(in: canvas.bounds, on: &canvas)
      return
    }
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    tabs.draw(in: row(0), on: &canvas)
    // A long message is read where the list has rows to spare; one stays.
    let rows = min(
      max(1, size.height - 3), status.rows(width: size.width - 2, symbols: canvas.symbols))
    let top = size.height - 1 - rows
    drawList(in: Rect(x: 1, y: 1, width: size.width - 2, height: top - 1), on: &canvas)
    status.draw(in: Rect(x: 1, y: top, width: size.width - 2, height: rows), on: &canvas)
    (help != nil ? KeyHelp.footer : keys.footer).draw(in: row(size.height - 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawList(in rect: Rect, on canvas: inout Canvas) {
    items = model.items
    let items = items
    // Behind the last item there is always a row that says how the list goes on.
    list.show(
      ItemRows(
        count: items.count + 1,
        id: { $0 < items.count ? .item(items[$0].id) : .tail },
        row: { id in
          switch id {
          // A reader who waits there for more goes on with the first item that comes.
          case .tail: nil
          // Items are numbered through; one that is not in its place is looked for.
          case .item(let id):
            items.indices.contains(id - 1) && items[id - 1].id == id
              ? id - 1 : items.firstIndex { $0.id == id }
          }
        }))
    list.table.columns[0].width = max(1, rect.width - 4)
    let tail = tail(canvas.symbols)
    let visible = list.draw(in: rect, on: &canvas, at: now()) { row, _ in
      row < items.count ? items[row].title : tail
    }
    // After the frame: the rows that it shows have appeared.
    if let last = visible.last { model.rowAppeared(last) }
  }

  private func tail(_ symbols: Symbols) -> String {
    switch model.state {
    case .loading: return "\(symbols.pending) loading"
    case .hasMoreData: return "\(symbols.pending) loading more"
    case .error: return "[Retry]"
    case .loadedContent:
      if model.isLoading { return "\(symbols.pending) more is coming" }
      return model.isEmpty ? "Nothing to see here" : "End of the list"
    }
  }

  private var status: MessageRow {
    switch model.state {
    case .error(let error): MessageRow(kind: .failure, text: error.description)
    case .loading: MessageRow(kind: .pending, text: count)
    case .hasMoreData: MessageRow(kind: .neutral, text: count + ", and more")
    case .loadedContent: MessageRow(kind: model.isLoading ? .pending : .success, text: count)
    }
  }

  private var count: String { FigureText.count(model.items.count, "item", "items") }
}
