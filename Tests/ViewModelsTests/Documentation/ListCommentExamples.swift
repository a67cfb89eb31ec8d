import Dispatch
import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// A list that is fetched on any thread, and holds all it needs: it may be asked for when a test is
/// over.
private func twoContacts() -> ListSource<Contact, Never> {
  ListSource(changes: Empty()) { () throws(Never) in [Contact(1), Contact(2)] }
}

@Suite("Examples in comments: lists and pages") @MainActor
struct ListCommentExamples {
  private let ann = Contact(1, "Ann")
  private let ali = Contact(2, "Ali")

  private struct ContactRow {
    var name: String
    init(_ contact: Contact) { name = contact.name }
  }

  private final class Table: ListTarget {
    var shown: [(names: [String], isAnimated: Bool)] = []

    func apply(_ snapshot: ListSnapshot<Never, Contact>, animated: Bool) {
      shown.append((snapshot.items.map(\.name), animated))
    }
  }

  private final class Settings: ObservableObject {
    @Published var highlights = false
  }

  private final class NameLabel {
    var text = ""
  }

  /// A list that cannot fail.
  private var source: ListSource<Contact, Never> {
    ListSource(changes: Empty()) { () throws(Never) in [ann, ali] }
  }

  @Test("a list that is fetched in the background")
  func background() {
    // The fetch ends once the example is over, however the threads are scheduled.
    let isOver = DispatchSemaphore(value: 0)
    let source = ListSource<Contact, Never>(changes: Empty()) { () throws(Never) in
      isOver.wait()
      return [Contact(1), Contact(2)]
    }
    defer { isOver.signal() }
    let values = results {
      let list = FetchedObjectList(source, fetchingOn: DispatchQueue(label: "contacts"))
      list.hasLoaded  // false
    }
    #expect(values == ["false"])
  }

  @Test("a list that is fetched")
  func fetched() {
    var shown: [[Contact]] = []
    func show(_ list: [Contact]) { shown.append(list) }
    let values = results {
      let list = FetchedObjectList(source)
      list.objects.sink { show($0) }  // at once with what there is
    }
    #expect(values.isEmpty && shown == [[ann, ali]])
  }

  @Test("how lists differ")
  func difference() {
    let (old, new) = ([ann], [ann, ali])
    let shown = results {
      let difference = ListDiff(from: old, to: new)
      difference.insertions.map(\.element)  // those that `old` does not have
      old.applying(difference) == new  // true
    }
    #expect(shown == ["\([ali])", "true"])
  }

  @Test("rows that are kept")
  func rows() {
    var rows = [ContactRow(ann)]
    let changes = ListDiff(from: [ann], to: [ali, ann])
    rows = rows.applyingChanges(changes) { ContactRow($0) }
    #expect(rows.map(\.name) == ["Ali", "Ann"])
  }

  @Test("rows that follow a source")
  func differences() {
    typealias Row = ContactRow
    let (source, other) = (source, [ann, ali])
    var rows: [Row] = []
    let shown = results {
      source.differences.sink { _ in
      } receiveValue: {
        rows = rows.applyingChanges($0, Row.init)
      }
    }
    #expect(shown.isEmpty && rows.map(\.name) == other.map(\.name))
  }

  @Test("a list with sections")
  func snapshot() {
    let shown = results {
      var snapshot = ListSnapshot<String, Contact>()
      snapshot.append(section: "A")
      snapshot.append([ann, ali])
      snapshot.row(of: ali.id)  // 2: the header is row 0
    }
    #expect(shown.last == "2")
    let contacts = [ann, Contact(3, "Bea")]
    func sections() -> ListSnapshot<String, Contact> {
      ListSnapshot(contacts) { $0.name.prefix(1).uppercased() }
    }
    #expect(sections().sections.map(\.id) == ["A", "B"])
  }

  @Test("a source that follows a file")
  func watched() throws {
    let (folder, queue) = (ScratchFolder(), DispatchQueue(label: "accounts"))
    let store = InMemoryAccountStore(taken: ["ann"])
    let watcher = FileWatcher(path: folder.file("accounts"))
    let source = ListSource(changes: watcher.changes(on: queue)) { try store.list() }
    #expect(try source.fetch().get().map(\.name) == ["ann"])
  }

  @Test("a table that marks changes when it is told to")
  func highlights() {
    let (table, settings, list) = (Table(), Settings(), FetchedObjectList(source))
    var subscription: AnyCancellable {
      list.snapshots.apply(to: table, animate: settings.$highlights)
    }
    subscription.cancel()
    #expect(table.shown.map(\.names) == [["Ann", "Ali"]])
    #expect(table.shown.map(\.isAnimated) == [false])
  }

  @Test("a list for a screen")
  func viewModel() {
    let (table, scheduler) = (Table(), VirtualTimeScheduler())
    let source = twoContacts()
    var cancellables: Set<AnyCancellable> = []
    let model = ListViewModel(source, scheduler: scheduler)
    model.snapshots.apply(to: table).store(in: &cancellables)
    #expect(table.shown.isEmpty, "It is fetched in the background.")
  }

  @Test("a row that shows a name")
  func row() {
    let (contact, label) = (ann, NameLabel())
    let shown = results {
      let row = RowViewModel(contact)
      row.publisher(for: \.name).assign(to: \.text, on: label)
    }
    #expect(shown.isEmpty && label.text == "Ann")
  }

  // MARK: Pages

  private struct Client {
    func contacts(page: Int) -> some Publisher<NumberedPage<[Contact]>, Never> {
      Just(NumberedPage(content: [Contact(page)], hasMoreData: page < 2))
    }
  }

  @Test("a page that names its parts")
  func page() {
    let contacts = [ann, ali]
    let page = NumberedPage<[Contact]>(content: contacts, hasMoreData: true)
    #expect(page == NumberedPage(content: [ann, ali], hasMoreData: true))
  }

  @Test("pages of a client, and of a demonstration")
  func pages() {
    let (client, scheduler) = (Client(), VirtualTimeScheduler())
    func items() -> [Int] {
      let source = PagedSource { page in client.contacts(page: page) }
      let model = PagedListViewModel(source, scheduler: scheduler)
      model.rowAppeared(0)
      scheduler.run()
      return model.items.map(\.id)
    }
    #expect(items() == [0])
    let model = PagedListViewModel(PagedDemo.paged.source(on: scheduler), scheduler: scheduler)
    model.rowAppeared(0)
    scheduler.run()
    #expect(model.items.count == PagedDemo.pageSize)
  }

  @Test("a list that loads page by page")
  func pagedList() {
    let (client, scheduler) = (Client(), VirtualTimeScheduler())
    let source = PagedSource { page in client.contacts(page: page) }
    var shown: [[Contact]] = []
    func show(_ items: [Contact]) { shown.append(items) }
    var cancellables: Set<AnyCancellable> = []
    let model = PagedListViewModel(source, scheduler: scheduler)
    model.rowAppeared(0)  // the progress row of an empty list: the first page is loaded
    model.$items.sink { show($0) }.store(in: &cancellables)
    scheduler.run()
    #expect(shown.last == [Contact(0)])
  }
}
