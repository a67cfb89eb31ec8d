import Reactive
import ReactiveExtras
import Testing
import ViewModels

@Suite("The README's lists and pages") @MainActor
struct ListReadmeTests {
  private final class Table: ListTarget {
    var shown: [Int] = []

    func apply(_ snapshot: ListSnapshot<Never, Contact>, animated: Bool) {
      shown = snapshot.items.map(\.id)
    }
  }

  private struct Client {
    func load(_ page: Int) -> some Publisher<NumberedPage<[Contact]>, Never> {
      Just(NumberedPage(content: [Contact(page)], hasMoreData: page < 2))
    }
  }

  @Test("They do what they say")
  func example() {
    var cancellables: Set<AnyCancellable> = []
    let table = Table()
    let contacts = ContactSource(1, 2)
    let source = contacts.source
    let client = Client()

    let list = FetchedObjectList(source)
    list.snapshots.apply(to: table).store(in: &cancellables)

    let pages = PagedListViewModel(
      PagedSource { page in client.load(page) }, prefetchDistance: 5,
      scheduler: ImmediateScheduler.shared)
    pages.rowAppeared(0)

    #expect(contacts.fetches == 1)
    #expect(table.shown == [1, 2] && pages.items.map(\.id) == [0])
  }
}
