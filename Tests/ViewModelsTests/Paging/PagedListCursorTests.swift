import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// A numbered item.
private struct Row: Identifiable, Hashable, Sendable {
  let id: Int
  var text = ""
}

/// A source of the numbers from 0, in pages of three whose cursor is the first number.
@MainActor private final class Numbers {
  private(set) var cursors: [Int?] = []
  var count = 30
  var pageSize = 3
  var first = 0
  /// True if pages name the page before.
  var leadsBack = false
  var texts = ""
  /// Errors of the next loads, in order; nil for a load that succeeds.
  var failures: [PageLoadError?] = []
  /// The next cursor that a page names, by its own, where it is not the usual one.
  var detours: [Int: Int] = [:]

  var source: CursorSource<Row, Int> {
    CursorSource { [unowned self] cursor -> AnyPublisher<CursorPage<Row, Int>, PageLoadError> in
      cursors.append(cursor)
      if !failures.isEmpty, let failure = failures.removeFirst() {
        return Fail(error: failure).eraseToAnyPublisher()
      }
      let start = cursor ?? first
      let end = min(start + pageSize, count)
      return Just(
        CursorPage(
          (start..<max(start, end)).map { Row(id: $0, text: texts) },
          next: detours[start] ?? (end < count ? end : nil),
          previous: leadsBack && start > 0 ? start - pageSize : nil)
      )
      .setFailureType(to: PageLoadError.self).eraseToAnyPublisher()
    }
  }
}

@Suite("Lists that are loaded by cursors") @MainActor
struct PagedListCursorTests {
  private typealias Model = PagedListViewModel<Row, Int>
  private let clock = VirtualTimeScheduler()
  private let numbers = Numbers()

  private func model(
    keeping kept: KeptPages = .all, retry: PageRetry = .never, prefetchDistance: Int = 0
  ) -> Model {
    Model(
      numbers.source, prefetchDistance: prefetchDistance, keeping: kept, retry: retry,
      scheduler: clock)
  }

  private func load(_ model: Model, _ times: Int = 1) {
    for _ in 0..<times {
      model.load()
      clock.run()
    }
  }

  private func ids(_ model: Model) -> [Int] { model.items.map(\.id) }

  // MARK: Cursors and bounds

  @Test("Each page is asked for by the cursor that the one before has named")
  func cursors() {
    numbers.count = 8
    let model = model()
    load(model, 4)
    #expect(numbers.cursors == [nil, 3, 6])
    #expect(ids(model) == Array(0..<8) && model.hasEnded && model.state == .loadedContent)
  }

  @Test("A source that leads back is loaded in both directions")
  func bothDirections() {
    (numbers.first, numbers.leadsBack) = (9, true)
    let model = model()
    load(model)
    #expect(model.hasPrevious)
    model.rowsAppeared(0..<1)
    #expect(model.state == .loading)
    clock.run()
    #expect(ids(model) == Array(6..<12) && numbers.cursors == [nil, 6])
    for _ in 0..<4 {
      model.rowsAppeared(0..<2)
      clock.run()
    }
    #expect(ids(model) == Array(0..<12) && !model.hasPrevious)
    load(model)
    #expect(ids(model) == Array(0..<15))
  }

  @Test(
    "Of many pages those in front go, and are loaded again when one scrolls back",
    arguments: [
      true, false,
    ])
  func bound(leadsBack: Bool) {
    numbers.leadsBack = leadsBack
    let model = model(keeping: KeptPages(pages: 3))
    load(model, 5)
    #expect(ids(model) == Array(6..<15) && model.itemsBefore == 6 && model.hasPrevious)
    model.rowsAppeared(0..<2)
    clock.run()
    #expect(ids(model) == Array(3..<12) && model.itemsBefore == 3)
    #expect(model.state == .hasMoreData, "the last page has gone again")
    model.rowsAppeared(0..<2)
    clock.run()
    #expect(ids(model) == Array(0..<9) && model.itemsBefore == 0 && !model.hasPrevious)
    model.rowsAppeared(8..<10)
    clock.run()
    #expect(ids(model) == Array(3..<12) && model.itemsBefore == 3)
    #expect(numbers.cursors == [nil, 3, 6, 9, 12, 3, leadsBack ? 0 : nil, 9])
  }

  @Test("The cost of pages is bounded, too, but one page is kept however expensive it is")
  func cost() {
    let model = model(keeping: KeptPages(cost: 7))
    load(model, 4)
    #expect(ids(model) == Array(6..<12))
    numbers.pageSize = 10
    load(model)
    #expect(ids(model) == Array(12..<22))
  }

  @Test("Pages in view stay, so that two ends of a window do not take turns for ever")
  func view() {
    let model = model(keeping: KeptPages(pages: 2))
    // A window of ten rows shows more than two pages of three.
    for _ in 0..<20 {
      model.rowsAppeared(0..<min(10, model.items.count + 1))
      clock.run()
    }
    #expect(ids(model) == Array(0..<12) && numbers.cursors.count == 4)
  }

  @Test("A window that scrolls to the end and back sees every row, and keeps three pages at most")
  func scrolling() {
    let model = model(keeping: KeptPages(pages: 3), prefetchDistance: 1)
    var seen: Set<Int> = []
    var top = 0
    func step(_ rows: Int) {
      // The window is held by the item in its first row, as a list on the screen is.
      let anchor = model.items.indices.contains(top) ? model.items[top].id : 0
      model.rowsAppeared(top..<min(top + 2, model.items.count + 1))
      clock.run()
      if let place = model.items.firstIndex(where: { $0.id == anchor }) { top = place }
      if !model.items.isEmpty { seen.insert(model.items[top].id) }
      top = max(0, min(top + rows, model.items.count - 1))
      #expect(model.items.count <= 12)
    }
    for _ in 0..<60 { step(1) }
    #expect(Set(0..<30).subtracting(seen) == [] && model.itemsBefore > 15)
    seen = []
    for _ in 0..<60 { step(-1) }
    #expect(Set(0..<30).subtracting(seen) == [] && model.itemsBefore == 0)
  }

  // MARK: Pages that repeat

  @Test("A page that has only items that are there is an error, and asks no more")
  func repeatedItems() {
    numbers.detours = [3: 33, 33: 36]
    let repeating = CursorSource<Row, Int> { [numbers] cursor in
      numbers.source.load(cursor.map { $0 >= 33 ? 3 : $0 }).map {
        CursorPage($0.content, next: (cursor ?? 0) + 3)
      }
    }
    let model = Model(repeating, scheduler: clock)
    for _ in 0..<50 { load(model) }
    #expect(ids(model) == Array(0..<30))
    guard case .error(let error) = model.state else { return _ = Issue.record("\(model.state)") }
    #expect(
      error.description == "The next page repeats an earlier one, so loading stops.")
    #expect(!error.mayPass)
  }

  @Test(
    "A cursor that leads back is an error, however long the way round",
    arguments: [
      3, 6, 12, 27,
    ])
  func cursorLoop(length: Int) {
    numbers.detours = [27: 30 - length]
    numbers.count = 30
    for kept in [KeptPages.all, KeptPages(pages: 2)] {
      let model = model(keeping: kept)
      var loads = 0
      while loads < 100 {
        load(model)
        loads += 1
        if case .error = model.state { break }
      }
      #expect(loads < 45)
      guard case .error = model.state else { return _ = Issue.record("no error") }
      model.rowAppeared(model.items.count)
      clock.run()
      let count = numbers.cursors.count
      clock.run()
      #expect(numbers.cursors.count == count)
    }
  }

  // MARK: Errors and tries

  @Test("The error of the source is kept, not only its sentence")
  func typedError() {
    let source = CursorSource<Row, Int> { _ in
      Fail<CursorPage<Row, Int>, TransportError>(error: .timedOut("a.example", after: .seconds(1)))
    }
    let model = Model(source, scheduler: clock)
    load(model)
    guard case .error(let error) = model.state else { return _ = Issue.record("\(model.state)") }
    #expect(error.cause as? TransportError == .timedOut("a.example", after: .seconds(1)))
    #expect(error.mayPass && error.description.hasPrefix("a.example did not respond"))
    #expect(!PageLoadError(TransportError.notURL("x")).mayPass)
  }

  @Test("A failed page is tried again after 1, 2 and 4 seconds, and the wait is said")
  func backOff() {
    let failure = PageLoadError("It is closed.")
    numbers.failures = [failure, failure, failure, failure, failure, nil]
    let model = model(retry: .usual)
    model.load()
    var waits: [Int] = []
    let start = clock.now
    let subscription = model.$wait.sink { [clock] in
      if $0 != nil { waits.append(Int(start.distance(to: clock.now).nanoseconds / 1_000_000)) }
    }
    clock.advance(by: .milliseconds(999))
    #expect(numbers.cursors.count == 1 && model.state == .loading)
    #expect(model.wait == nil || model.wait?.number == 2)
    clock.advance(by: .milliseconds(1))
    #expect(numbers.cursors.count == 2 && model.wait?.duration == .seconds(2))
    clock.advance(by: .seconds(10))
    #expect(numbers.cursors.count == 4 && model.state == .error(failure) && model.wait == nil)
    #expect(waits == [0, 1000, 3000])
    model.retry()
    clock.advance(by: .seconds(2))
    #expect(ids(model) == [0, 1, 2] && model.wait == nil)
    subscription.cancel()
  }

  @Test("A source that asks to be left alone is, unless that takes too long")
  func retryAfter() {
    numbers.failures = [PageLoadError("Busy.", retryAfter: .seconds(30)), nil]
    let model = model(retry: .usual)
    model.load()
    clock.advance(by: .milliseconds(29_999))
    #expect(numbers.cursors.count == 1 && model.wait?.duration == .seconds(30))
    clock.advance(by: .milliseconds(1))
    #expect(ids(model) == [0, 1, 2])
    numbers.failures = [PageLoadError("Busy.", retryAfter: .seconds(3600))]
    load(model)
    #expect(model.state == .error(PageLoadError("Busy.", retryAfter: .seconds(3600))))
  }

  @Test("An error that does not pass is not tried again")
  func lasting() {
    numbers.failures = [PageLoadError("No.", mayPass: false)]
    let model = model(retry: .usual)
    load(model)
    #expect(
      numbers.cursors.count == 1 && model.state == .error(PageLoadError("No.", mayPass: false)))
  }

  @Test("A load that is given up says so, keeps the items, and can be tried again")
  func cancel() {
    let model = model()
    load(model)
    model.load()
    model.cancel()
    #expect(model.state == .error(.cancelled) && ids(model) == [0, 1, 2] && !model.isLoading)
    clock.run()
    #expect(ids(model) == [0, 1, 2], "an answer that comes later does not count")
    model.retry()
    clock.run()
    #expect(ids(model) == Array(0..<6))
    model.cancel()
    #expect(model.state == .hasMoreData)
  }

  // MARK: Refresh in place

  @Test("A refresh in place loads the kept pages anew, and shows them when all have come")
  func refreshInPlace() {
    let model = model(keeping: KeptPages(pages: 3))
    load(model, 5)
    numbers.texts = "new"
    numbers.failures = [nil, PageLoadError("It is closed.")]
    model.refreshInPlace()
    #expect(model.state == .loading && model.items.allSatisfy { $0.text.isEmpty })
    clock.run()
    #expect(model.state == .error(PageLoadError("It is closed.")))
    #expect(ids(model) == Array(6..<15) && model.items.allSatisfy { $0.text.isEmpty })
    model.retry()
    clock.run()
    #expect(ids(model) == Array(6..<15) && model.items.allSatisfy { $0.text == "new" })
    #expect(model.itemsBefore == 6 && model.state == .hasMoreData)
    load(model)
    #expect(ids(model) == Array(9..<18))
  }

  @Test("A list that has become shorter is shown as it is after a refresh in place")
  func shorter() {
    let model = model()
    load(model, 4)
    numbers.count = 5
    model.refreshInPlace()
    clock.run()
    #expect(ids(model) == Array(0..<5) && model.hasEnded)
  }

  // MARK: The last page

  @Test("The last page takes the place of the others, and the list goes back from there")
  func last() {
    numbers.leadsBack = true
    let search = PassthroughSubject<LastPageSearch<Row, Int>, PageLoadError>()
    var source = numbers.source
    source.findLast = { search.eraseToAnyPublisher() }
    let model = Model(source, keeping: KeptPages(pages: 3), scheduler: clock)
    load(model, 2)
    #expect(model.canLoadLast)
    model.loadLast()
    #expect(model.state == .loading && model.progress == nil && ids(model) == Array(0..<6))
    search.send(.progress(0.25))
    clock.run()
    #expect(model.progress == 0.25 && ids(model) == Array(0..<6))
    let page = CursorPage((27..<30).map { Row(id: $0) }, next: nil, previous: 24)
    search.send(.found(page, at: 27, itemsBefore: 27))
    search.send(completion: .finished)
    clock.run()
    #expect(ids(model) == [27, 28, 29] && model.itemsBefore == 27 && model.isPositionKnown)
    #expect(model.hasEnded && model.state == .loadedContent && model.progress == nil)
    // It is there.
    model.loadLast()
    #expect(!model.isLoading)
    for _ in 0..<4 {
      model.rowsAppeared(0..<2)
      clock.run()
    }
    #expect(ids(model) == Array(15..<24) && model.itemsBefore == 15 && !model.hasEnded)
    model.rowsAppeared(7..<9)
    load(model, 2)
    #expect(ids(model) == Array(21..<30) && model.hasEnded && model.itemsBefore == 21)
    model.refresh()
    clock.run()
    #expect(ids(model) == [0, 1, 2] && model.itemsBefore == 0)
  }

  @Test("Without a number of the items before the last page the place is known at the top again")
  func lastOfUnknownNumber() {
    (numbers.leadsBack, numbers.count) = (true, 9)
    var source = numbers.source
    let page = CursorPage((6..<9).map { Row(id: $0) }, next: nil, previous: 3)
    source.findLast = {
      Just(.found(page, at: 6, itemsBefore: nil)).setFailureType(to: PageLoadError.self)
        .eraseToAnyPublisher()
    }
    let model = Model(source, scheduler: clock)
    model.loadLast()
    clock.run()
    #expect(ids(model) == [6, 7, 8] && !model.isPositionKnown && model.itemsBefore == 0)
    model.refreshInPlace()
    clock.run()
    #expect(ids(model) == [6, 7, 8] && numbers.cursors == [6])
    for _ in 0..<2 {
      model.rowsAppeared(0..<1)
      clock.run()
    }
    #expect(ids(model) == Array(0..<9) && model.isPositionKnown && !model.hasPrevious)
  }

  @Test(
    "A search for the last page that is given up leaves the list as it was; a failed one says so")
  func lastGivenUp() {
    let search = PassthroughSubject<LastPageSearch<Row, Int>, PageLoadError>()
    var source = numbers.source
    source.findLast = { search.eraseToAnyPublisher() }
    let model = Model(source, scheduler: clock)
    load(model)
    model.loadLast()
    search.send(.progress(0.5))
    clock.run()
    model.cancel()
    #expect(model.state == .hasMoreData && model.progress == nil && !model.isLoading)
    load(model)
    #expect(ids(model) == Array(0..<6))
    model.loadLast()
    search.send(completion: .failure(PageLoadError("It has become shorter.", mayPass: false)))
    clock.run()
    #expect(model.state == .error(PageLoadError("It has become shorter.", mayPass: false)))
    #expect(ids(model) == Array(0..<6))
    #expect(!Model(numbers.source, scheduler: clock).canLoadLast)
  }
}
