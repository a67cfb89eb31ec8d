import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Fetched lists") @MainActor
struct FetchedObjectListTests {
  @Test("A fetched list publishes the whole current list after each change")
  func whole() {
    let contacts = ContactSource(1)
    let list = FetchedObjectList(contacts.source)
    var seen: [[Int]] = []
    let subscription = list.objects.sink { seen.append($0.map(\.id)) }
    contacts.set(1, 2)
    contacts.set()
    #expect(seen == [[1], [1, 2], []] && list.value.isEmpty)
    subscription.cancel()
  }

  @Test("A late subscriber gets the present list at once")
  func late() {
    let contacts = ContactSource(1)
    let list = FetchedObjectList(contacts.source)
    contacts.set(1, 2)
    var seen: [[Int]] = []
    let subscription = list.objects.sink { seen.append($0.map(\.id)) }
    #expect(seen == [[1, 2]])
    subscription.cancel()
  }

  @Test("A subscriber after the first fetch never sees an empty list")
  func initial() {
    let contacts = ContactSource(1, 2)
    let list = FetchedObjectList(contacts.source)
    #expect(list.value.map(\.id) == [1, 2] && contacts.fetches == 1)
    #expect(list.snapshots.allValues().map { $0.items.map(\.id) } == [[1, 2]])
  }

  @Test("A fetch that fails leaves the list as it was, and is told until one succeeds")
  func failure() {
    let contacts = ContactSource(1)
    let list = FetchedObjectList(contacts.source)
    var seen: [TestError?] = []
    let subscription = list.failures.sink { seen.append($0) }
    contacts.fail()
    #expect(list.value.map(\.id) == [1] && list.failure == .expected)
    contacts.set(2)
    contacts.set(3)
    #expect(list.failure == nil && seen == [nil, .expected, nil])
    subscription.cancel()
  }

  @Test("On a scheduler nothing is fetched where it is made, and it says what is there until then")
  func background() {
    let clock = VirtualTimeScheduler()
    let contacts = ContactSource(1)
    let list = FetchedObjectList(contacts.source, initial: [Contact(9)], fetchingOn: clock)
    #expect(contacts.fetches == 0)
    #expect(list.value.map(\.id) == [9] && !list.hasLoaded)
    contacts.fail()
    clock.run()
    #expect(list.value.map(\.id) == [9] && !list.hasLoaded && list.failure == .expected)
    contacts.set(1, 2)
    #expect(list.value.map(\.id) == [9], "Changes are fetched there, too.")
    clock.run()
    #expect(list.value.map(\.id) == [1, 2] && list.hasLoaded && list.failure == nil)
  }

  @Test("It lets go of everything when nobody holds it any more")
  func released() {
    let contacts = ContactSource(1)
    weak var weakList: FetchedObjectList<Contact, TestError>?
    do {
      let list = FetchedObjectList(contacts.source)
      weakList = list
    }
    contacts.set(2)
    #expect(weakList == nil && contacts.fetches == 1)
  }

  private final class Screen {
    var names: [Contact] = []
  }

  @Test("A list can be subscribed to by sink, by assign and by another subject")
  func threeWays() {
    let contacts = ContactSource(1)
    let list = FetchedObjectList(contacts.source)
    var cancellables: Set<AnyCancellable> = []
    var seen: [Contact] = []
    let screen = Screen()
    let subject = CurrentValueSubject<[Contact], Never>([])
    list.objects.sink { seen = $0 }.store(in: &cancellables)
    list.objects.assign(to: \.names, on: screen).store(in: &cancellables)
    list.objects.subscribe(subject).store(in: &cancellables)
    contacts.set(2, 3)
    #expect(seen.map(\.id) == [2, 3] && screen.names == seen && subject.value == seen)
  }

  @Test("A row keeps itself fresh: a subscriber to one property hears of that property alone")
  func rows() {
    let row = RowViewModel(Contact(1, "ann"))
    var names: [String] = []
    let subscription = row.publisher(for: \.name).sink { names.append($0) }
    row.update(to: Contact(1, "ann"))
    row.update(to: Contact(1, "bea"))
    row.update(to: Contact(2, "eve"))
    #expect(names == ["ann", "bea"] && row.id == 1)
    subscription.cancel()
  }

  @Test("A view model fetches, keeps and reports without a screen")
  func viewModel() {
    let contacts = ContactSource(1)
    let clock = VirtualTimeScheduler()
    let model = ListViewModel(contacts.source, scheduler: clock, background: clock)
    #expect(!model.state.hasLoaded && contacts.fetches == 0)
    clock.advance(by: .zero)
    #expect(model.state.hasLoaded && model.state.snapshot.items.map(\.id) == [1])
    var changes = 0
    let subscription = model.objectWillChange.sink { changes += 1 }
    contacts.set(1)
    clock.advance(by: .zero)
    #expect(changes == 0)
    contacts.fail()
    clock.advance(by: .zero)
    #expect(model.state.failure == .expected && model.state.snapshot.items.map(\.id) == [1])
    contacts.set(2)
    clock.advance(by: .zero)
    #expect(model.state.failure == nil && model.state.snapshot.items.map(\.id) == [2])
    subscription.cancel()
  }

  @Test("A view model is let go of with its fetch")
  func leak() {
    let contacts = ContactSource(1)
    let clock = VirtualTimeScheduler()
    weak var weakModel: ListViewModel<Contact, TestError>?
    do {
      let model = ListViewModel(contacts.source, scheduler: clock, background: clock)
      clock.advance(by: .zero)
      weakModel = model
    }
    // The cancel, too, happens in the background.
    clock.advance(by: .zero)
    contacts.set(2)
    clock.advance(by: .zero)
    #expect(weakModel == nil && contacts.fetches == 1)
  }
}
