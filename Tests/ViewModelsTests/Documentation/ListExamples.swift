import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: lists and pages") @MainActor
struct ListExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  private struct Contact: Identifiable, Hashable, Sendable {
    var name: String
    var id: String { name }
    init(_ name: String) { self.name = name }
  }

  @Test("sections")
  func sections() {
    let names = ["Abe", "Ann", "Bea"]
    let snapshot = ListSnapshot(names.map(Contact.init)) { $0.name.prefix(1) }
    let counts = snapshot.sections.map { "\($0.id!) \($0.items.count)" }
    print(counts)  // ["A 2", "B 1"]
    #expect(printed == ["[\"A 2\", \"B 1\"]"])
  }

  @Test("a difference")
  func difference() {
    let newer = ["Abe", "Ann", "Bea"].map(Contact.init)
    let older = ["Ann", "Bea", "Cem"].map(Contact.init)
    let difference = ListDiff(from: older, to: newer)
    print(difference.removals.map(\.element.name))  // ["Cem"]
    print(difference.insertions.map(\.element.name))  // ["Abe"]
    print(difference.moves.count)  // 0
    #expect(printed == ["[\"Cem\"]", "[\"Abe\"]", "0"])
  }

  private final class Table: ListTarget {
    var names: [String] = []

    func apply(_ snapshot: ListSnapshot<Never, Contact>, animated: Bool) {
      names = snapshot.items.map(\.name)
    }
  }

  @Test("a list that is shown")
  func shown() {
    var cancellables: Set<AnyCancellable> = []
    let table = Table()
    var names = ["Ann"]
    let changes = PassthroughSubject<Void, Never>()
    let source = ListSource(changes: changes) { () throws(Never) in names.map(Contact.init) }
    let list = FetchedObjectList(source)
    list.snapshots.apply(to: table).store(in: &cancellables)
    #expect(table.names == ["Ann"])
    names.append("Bea")
    changes.send()
    #expect(table.names == ["Ann", "Bea"])
  }

  /// Answers with two pages of ten.
  private struct Client {
    func load(_ page: Int) -> some Publisher<NumberedPage<[Contact]>, Never> {
      Just(NumberedPage(content: (0..<10).map { Contact("\(page)\($0)") }, hasMoreData: page < 1))
    }
  }

  @Test("page by page")
  func pages() {
    let client = Client()
    let pages = PagedListViewModel(
      PagedSource { page in client.load(page) }, prefetchDistance: 5,
      scheduler: clock)
    pages.rowAppeared(0)
    clock.run()
    print(pages.items.count, pages.state)  // 10 hasMoreData
    pages.rowAppeared(6)
    clock.run()
    print(pages.items.count, pages.state)  // 20 loadedContent
    #expect(printed == ["10 hasMoreData", "20 loadedContent"])
  }
}
