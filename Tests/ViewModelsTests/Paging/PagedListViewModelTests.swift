import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Lists that are loaded in pages") @MainActor
struct PagedListViewModelTests {
  private typealias Model = PagedListViewModel<PagedDemo.Item, Int>
  private typealias Source = PagedSource<PagedDemo.Item>

  private let clock = VirtualTimeScheduler()

  private func model(_ demo: PagedDemo) -> Model {
    Model(demo.source(on: clock), scheduler: clock)
  }

  fileprivate nonisolated static func page(_ ids: ClosedRange<Int>, more: Bool = false)
    -> NumberedPage<
      [PagedDemo.Item]
    >
  {
    NumberedPage(content: ids.map { PagedDemo.Item(id: $0) }, hasMoreData: more)
  }

  /// A source whose loads a test answers by hand.
  private final class Desk {
    typealias Load = PassthroughSubject<NumberedPage<[PagedDemo.Item]>, PageLoadError>
    private(set) var pages: [Int] = []
    private(set) var cancels = 0
    private var loads: [Load] = []

    var source: Source {
      Source { [unowned self] page in
        let load = Load()
        pages.append(page)
        loads.append(load)
        return load.handleEvents(receiveCancel: { [unowned self] in cancels += 1 })
      }
    }

    func send(_ page: NumberedPage<[PagedDemo.Item]>) { loads.last?.send(page) }

    func finish() { loads.last?.send(completion: .finished) }

    func answer(_ ids: ClosedRange<Int>, more: Bool = false) {
      send(PagedListViewModelTests.page(ids, more: more))
      finish()
    }

    func fail() { loads.last?.send(completion: .failure(PageLoadError("It is closed."))) }
  }

  private func desk() -> (Desk, Model) {
    let desk = Desk()
    return (desk, Model(desk.source, scheduler: ImmediateScheduler.shared))
  }

  // MARK: Pages and sources

  @Test("A page has its content and says if there is more; items have an identity")
  func page() {
    let page = Self.page(1...3, more: true)
    #expect(page.content.map(\.id) == [1, 2, 3] && page.hasMoreData)
    #expect(page == Self.page(1...3, more: true) && page != Self.page(1...3))
    #expect(Set(page.content).count == 3)
  }

  @Test("All seven kinds of source can be chosen, and each ends as its name says")
  func kinds() {
    func end(_ demo: PagedDemo) -> (PagedListState, Int) {
      let model = model(demo)
      model.load()
      clock.advance(by: .seconds(60))
      return (model.state, model.items.count)
    }
    #expect(PagedDemo.allCases.count == 7)
    #expect(end(.loading) == (.loading, 0))
    #expect(end(.error) == (.error(PageLoadError("The service does not respond; try again.")), 0))
    #expect(end(.empty) == (.loadedContent, 0))
    #expect(end(.single) == (.loadedContent, 1))
    #expect(end(.paged) == (.hasMoreData, 10))
    #expect(end(.stream) == (.loadedContent, 10))
    #expect(end(.flaky) == (.hasMoreData, 10))
  }

  @Test("The flaky source fails once on its third page")
  func flaky() {
    let model = model(.flaky)
    var states: [PagedListState] = []
    while !model.hasEnded, states.count < 9 {
      model.load()
      clock.advance(by: .seconds(1))
      states.append(model.state)
    }
    let error = PagedListState.error(PageLoadError("The service does not respond; try again."))
    #expect(
      states == [
        .hasMoreData, .hasMoreData, error, .hasMoreData, .hasMoreData, .loadedContent,
      ])
    #expect(model.items.map(\.id) == Array(1...45))
  }

  @Test("Just, Fail, Empty, Future, Deferred and Record exist; Record replays values and end")
  func publishers() {
    #expect(Just(1).log() == ["subscription", "value 1", "finished"])
    #expect(Fail<Int, TestError>(error: .expected).log() == ["subscription", "failure expected"])
    #expect(Empty<Int, Never>(completeImmediately: false).log() == ["subscription"])
    #expect(Future<Int, Never> { $0(.success(1)) }.allValues() == [1])
    #expect(Deferred { Just(1) }.allValues() == [1])
    let record = Record<Int, TestError>(output: [1, 2], completion: .failure(.expected))
    #expect(record.log() == ["subscription", "value 1", "value 2", "failure expected"])
    #expect(record.log() == record.log())
  }

  @Test(
    "Answers and errors come after half a second, pages have ten items, a stream's come one by one"
  )
  func times() {
    for demo in [PagedDemo.error, .empty, .single, .paged] {
      let model = model(demo)
      model.load()
      clock.advance(by: .milliseconds(499))
      #expect(model.state == .loading)
      clock.advance(by: .milliseconds(1))
      #expect(model.state != .loading)
    }
    let paged = model(.paged)
    var counts: [Int] = []
    while !paged.hasEnded, counts.count < 9 {
      paged.load()
      clock.advance(by: .milliseconds(500))
      counts.append(paged.items.count)
    }
    #expect(counts == [10, 20, 30, 40, 45])
    #expect(paged.items.map(\.id) == Array(1...45))
    let stream = model(.stream)
    stream.load()
    for count in 1...10 {
      clock.advance(by: .milliseconds(199))
      #expect(stream.items.count == count - 1)
      clock.advance(by: .milliseconds(1))
      #expect(stream.items.count == count)
    }
    #expect(stream.hasEnded)
  }

  // MARK: States

  @Test("The states are loading, loaded content, more data and error")
  func states() {
    let (desk, model) = desk()
    var states: [PagedListState] = []
    let subscription = model.$state.sink { states.append($0) }
    model.load()
    desk.answer(1...2, more: true)
    model.load()
    desk.fail()
    model.load()
    desk.answer(3...4)
    model.load()
    let error = PagedListState.error(PageLoadError("It is closed."))
    #expect(
      states == [
        .hasMoreData, .loading, .hasMoreData, .loading, error, .loading, .loadedContent,
      ])
    #expect(model.items.map(\.id) == [1, 2, 3, 4] && desk.pages == [0, 1, 1])
    subscription.cancel()
  }

  @Test("One load has three consumers; only a successful load advances the page")
  func shared() {
    let (desk, model) = desk()
    model.load()
    #expect(desk.pages == [0] && model.state == .loading)
    desk.fail()
    model.load()
    desk.answer(1...2, more: true)
    model.load()
    #expect(desk.pages == [0, 0, 1])
  }

  @Test("All three consumers hear a source that answers at once")
  func immediate() {
    let source = Source { page in
      Just(Self.page(page * 2 + 1...page * 2 + 2, more: page < 2))
        .setFailureType(to: PageLoadError.self)
    }
    let model = Model(source, scheduler: ImmediateScheduler.shared)
    model.load()
    #expect(model.state == .hasMoreData && model.items.map(\.id) == [1, 2] && !model.isLoading)
    model.load()
    model.load()
    #expect(model.hasEnded && model.items.map(\.id) == Array(1...6))
  }

  @Test("Loading as soon as there is more gets every page once, though the state is being set")
  func reentrant() {
    var pages: [Int] = []
    let source = Source { page in
      pages.append(page)
      return Just(Self.page(page + 1...page + 1, more: page < 20))
        .setFailureType(to: PageLoadError.self)
    }
    let model = Model(source, scheduler: ImmediateScheduler.shared)
    let subscription = model.$state.sink { [unowned model] in
      if $0 == .hasMoreData { model.load() }
    }
    model.load()
    #expect(pages == Array(0...20) && model.items.count == 21)
    #expect(model.hasEnded && model.state == .loadedContent)
    subscription.cancel()
  }

  // MARK: No double load, retry, refresh

  @Test("A load while one is under way starts no other; the progress row may appear twice")
  func noDoubleLoad() {
    let (desk, model) = desk()
    model.rowAppeared(0)
    model.rowAppeared(0)
    model.load()
    model.refresh()
    #expect(desk.pages == [0])
    desk.answer(1...10, more: true)
    model.rowAppeared(9)
    #expect(desk.pages == [0])
    model.rowAppeared(10)
    model.rowAppeared(10)
    #expect(desk.pages == [0, 1])
  }

  @Test("An error after the first page keeps the items, and retry asks for the same page")
  func retry() {
    let (desk, model) = desk()
    model.load()
    desk.answer(1...3, more: true)
    model.retry()
    #expect(desk.pages == [0])
    model.load()
    desk.fail()
    #expect(model.items.map(\.id) == [1, 2, 3])
    model.rowAppeared(3)
    #expect(desk.pages == [0, 1], "what failed is not tried again by itself")
    model.retry()
    desk.answer(4...5)
    #expect(desk.pages == [0, 1, 1] && model.items.map(\.id) == Array(1...5) && model.hasEnded)
  }

  @Test("A retried stream starts again and doubles no item")
  func retriedStream() {
    let (desk, model) = desk()
    model.load()
    desk.send(Self.page(1...1))
    desk.send(Self.page(2...2))
    #expect(model.state == .loadedContent && model.isLoading && !model.hasEnded)
    model.load()
    desk.fail()
    model.retry()
    for id in 1...3 { desk.send(Self.page(id...id)) }
    desk.finish()
    #expect(desk.pages == [0, 0] && model.items.map(\.id) == [1, 2, 3] && model.hasEnded)
  }

  private struct Entry: Identifiable, Hashable {
    let id: Int
    var text = ""
  }

  @Test("An item that comes again replaces the one that is there, in its place")
  func identity() {
    let source = PagedSource<Entry> { page in
      let new = page == 0 ? [Entry(id: 1), Entry(id: 2)] : [Entry(id: 1, text: "x"), Entry(id: 3)]
      return Just(NumberedPage(content: new, hasMoreData: page == 0)).setFailureType(
        to: PageLoadError.self)
    }
    let model = PagedListViewModel(source, scheduler: ImmediateScheduler.shared)
    model.load()
    model.load()
    #expect(model.items == [Entry(id: 1, text: "x"), Entry(id: 2), Entry(id: 3)])
  }

  @Test("A refresh begins at the top and keeps what is there until the first page comes")
  func refresh() {
    let (desk, model) = desk()
    model.load()
    desk.answer(1...3, more: true)
    model.load()
    desk.answer(4...6, more: true)
    model.refresh()
    #expect(model.items.count == 6 && model.state == .loading)
    desk.fail()
    #expect(model.items.count == 6)
    model.retry()
    desk.answer(7...8, more: true)
    #expect(model.items.map(\.id) == [7, 8] && desk.pages == [0, 1, 0, 0])
    model.load()
    #expect(desk.pages.last == 1)
    // One on its way further down is given up for the top.
    model.refresh()
    #expect(desk.pages.last == 0 && desk.cancels == 1)
    desk.answer(9...9)
    #expect(model.items.map(\.id) == [9])
  }

  @Test(
    "No items at all is the empty state; more is loaded when its row appears, or further ahead")
  func appearance() {
    let empty = model(.empty)
    empty.rowAppeared(0)
    #expect(!empty.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(empty.isEmpty && empty.hasEnded)

    let desk = Desk()
    let model = Model(desk.source, prefetchDistance: 3, scheduler: ImmediateScheduler.shared)
    model.rowAppeared(0)
    desk.answer(1...10, more: true)
    model.rowAppeared(6)
    #expect(desk.pages == [0])
    model.rowAppeared(7)
    #expect(desk.pages == [0, 1])
    desk.answer(11...12)
    model.rowAppeared(12)
    #expect(desk.pages == [0, 1])
  }

  @Test("Choosing another source cancels the old load and begins anew")
  func otherSource() {
    let (desk, model) = desk()
    model.load()
    desk.answer(1...3, more: true)
    model.load()
    model.use(PagedDemo.single.source(on: clock))
    #expect(desk.cancels == 1 && model.items.isEmpty && model.state == .loading)
    desk.answer(4...6)
    #expect(model.items.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(model.items.map(\.id) == [1] && model.hasEnded)
  }

  // MARK: Lifetime

  private final class Naive: ObservableObject {
    @Published var number = 0
    private var cancellables: Set<AnyCancellable> = []

    init(_ numbers: some Publisher<Int, Never>, keepsItself: Bool) {
      if keepsItself {
        numbers.assign(to: \.number, on: self).store(in: &cancellables)
      } else {
        numbers.assign(to: &$number)
      }
    }
  }

  @Test("assign(to: &$state) lives as long as the property; assign(to:on: self) keeps self")
  func assigns() {
    let numbers = PassthroughSubject<Int, Never>()
    weak var tied: Naive?
    weak var kept: Naive?
    do {
      let objects = (Naive(numbers, keepsItself: false), Naive(numbers, keepsItself: true))
      (tied, kept) = objects
      numbers.send(1)
      #expect(objects.0.number == 1 && objects.1.number == 1)
    }
    #expect(tied == nil && kept != nil)
    numbers.send(completion: .finished)
    #expect(kept == nil)
  }

  @Test("A model is released even while a page is loading, and its load is cancelled")
  func leak() {
    let desk = Desk()
    weak var weakModel: Model?
    do {
      let model = Model(desk.source, scheduler: ImmediateScheduler.shared)
      model.load()
      desk.answer(1...3, more: true)
      model.load()
      weakModel = model
    }
    #expect(weakModel == nil && desk.cancels == 1)
  }
}
