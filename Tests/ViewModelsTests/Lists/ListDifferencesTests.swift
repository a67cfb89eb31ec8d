import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Streams of differences")
struct ListDifferencesTests {
  private typealias Probe = ProbeSubscriber<ListDiff<Contact>, TestError>

  private let contacts = ContactSource(1, 2)

  private func words(_ probe: Probe) -> [String] { probe.values.map(\.words) }

  @Test("The fetch starts with the subscription, and each subscriber has its own")
  func start() {
    let publisher = contacts.source.differences
    #expect(contacts.fetches == 0)
    let probe = Probe(demand: .none)
    publisher.subscribe(probe)
    #expect(contacts.fetches == 1 && probe.log == ["subscription"])
    let other = Probe()
    publisher.subscribe(other)
    #expect(contacts.fetches == 2 && words(other) == ["+1@0 +2@1"] && words(probe).isEmpty)
  }

  @Test("Each difference is against what was delivered before")
  func delivered() {
    let probe = Probe()
    contacts.source.differences.subscribe(probe)
    contacts.set(2, 1, 3)
    contacts.set(3)
    #expect(words(probe) == ["+1@0 +2@1", "+3@2 1>0", "-2@0 -1@1"])
  }

  @Test("Without demand, changes pile up into one difference")
  func pile() {
    let probe = Probe(demand: .max(1))
    contacts.source.differences.subscribe(probe)
    contacts.set(1, 2, 3)
    contacts.set(1, 3, 4)
    contacts.set(4, 1)
    #expect(words(probe).count == 1)
    probe.request(.max(1))
    #expect(words(probe) == ["+1@0 +2@1", "-2@1 +4@0"])
    probe.request(.max(1))
    contacts.set(4)
    #expect(words(probe).last == "-1@1")
  }

  @Test("No difference is empty: not of a list that is fetched again, nor of one that came back")
  func noEmpty() {
    let probe = Probe(demand: .max(2))
    contacts.source.differences.subscribe(probe)
    contacts.changes.send()
    #expect(words(probe).count == 1)
    contacts.set(1)
    contacts.set(1, 2)
    // The one that was asked for went out with the first change, so the second piled up.
    #expect(words(probe).count == 2)
    contacts.set(1)
    probe.request(.max(1))
    #expect(words(probe).count == 2)
    let empty = ContactSource()
    let other = Probe()
    empty.source.differences.subscribe(other)
    #expect(other.log == ["subscription"])
  }

  @Test("It completes with the failure of a failed fetch, asked for or not")
  func failure() {
    for demand in [Subscribers.Demand.none, .unlimited] {
      let contacts = ContactSource(1)
      let probe = Probe(demand: demand)
      contacts.source.differences.subscribe(probe)
      contacts.fail()
      #expect(probe.log.last == "failure expected")
      let fetches = contacts.fetches
      contacts.set(5)
      #expect(contacts.fetches == fetches && probe.log.last == "failure expected")
    }
    contacts.result = .failure(.expected)
    #expect(contacts.source.differences.log() == ["subscription", "failure expected"])
  }

  @Test("It finishes when there will be no more changes, and all has been delivered")
  func finish() {
    let probe = Probe(demand: .none)
    contacts.source.differences.subscribe(probe)
    contacts.changes.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log.count == 3 && probe.log.last == "finished")
    let once = ListSource<Contact, TestError>(changes: Empty()) { [Contact(1)] }
    #expect(once.differences.log().count == 3)
    let none = ListSource<Contact, TestError>(changes: Empty()) { [] }
    #expect(none.differences.log() == ["subscription", "finished"])
  }

  @Test("Demand from inside a value, returned or requested, is met, one value at a time")
  func demandInside() {
    for isReturned in [true, false] {
      let contacts = ContactSource(1)
      let probe = Probe(demand: .max(1))
      var ids = 1
      probe.onValue = { [unowned probe] _ in
        ids += 1
        if ids < 5 { contacts.set((1...ids).map { Contact($0) }) }
        if !isReturned { probe.request(.max(1)) }
        return isReturned ? .max(1) : .none
      }
      contacts.source.differences.subscribe(probe)
      #expect(words(probe) == ["+1@0", "+2@1", "+3@2", "+4@3"])
      #expect(probe.deepestNesting == 1)
    }
  }

  @Test("Nothing comes after a cancel, from inside a value or the subscription, or from outside")
  func cancel() {
    let inside = Probe(keeping: .forever)
    inside.onValue = { [unowned inside] _ in
      inside.cancel()
      return .unlimited
    }
    contacts.source.differences.subscribe(inside)
    contacts.set(3)
    #expect(words(inside).count == 1)

    let fetches = contacts.fetches
    let early = Probe(demand: .none, keeping: .forever)
    early.onSubscription = { $0.cancel() }
    contacts.source.differences.subscribe(early)
    early.request(.unlimited)
    #expect(early.log == ["subscription"] && contacts.fetches == fetches)
  }

  @Test(
    "A cancel releases the subscriber, the fetch and the lists, even if the subscription is kept")
  func release() {
    final class Token {}
    weak var weakToken: Token?
    weak var weakProbe: Probe?
    var kept: (any Subscription)?
    do {
      let token = Token()
      weakToken = token
      let changes = PassthroughSubject<Void, Never>()
      let probe = Probe(keeping: .forever)
      weakProbe = probe
      ListSource<Contact, TestError>(changes: changes) {
        withExtendedLifetime(token) { [Contact(1)] }
      }.differences.subscribe(probe)
      kept = probe.subscription
      probe.cancel()
    }
    #expect(weakToken == nil && weakProbe == nil && kept != nil)
  }

  @Test("Changes that are said by several threads at once end in the last list")
  func threads() {
    let changes = PassthroughSubject<Void, Never>()
    let shared = Locked<[Contact]>([])
    let rows = Locked<[Contact]>([])
    let subscription = ListSource<Contact, TestError>(changes: changes) {
      shared.withLock { $0 }
    }.differences.sink { _ in
    } receiveValue: { difference in
      rows.withLock { $0 = $0.applying(difference) ?? [] }
    }
    let sendable = UncheckedBox(changes)
    Threads.run(4) { thread in
      for number in 0..<200 {
        shared.withLock { $0.append(Contact(thread * 1_000 + number)) }
        sendable.value.send()
      }
    }
    #expect(rows.withLock { $0 }.count == 800)
    #expect(rows.withLock { $0 } == shared.withLock { $0 })
    subscription.cancel()
  }

  private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @MainActor private final class Rows: ObservableObject {
    @Published var rows: [RowViewModel<Contact>] = []

    /// The rows and what happens to the list, made into the next rows: a loop through the property.
    init(_ source: ListSource<Contact, TestError>) {
      $rows.zip(source.differences.catch { _ in Empty() })
        .map { rows, changes in MainActor.assumeIsolated { rows.applyingChanges(changes) } }
        .assign(to: &$rows)
    }
  }

  @Test("A published property zipped with the differences and assigned back to itself works")
  @MainActor func feedback() {
    let model = Rows(contacts.source)
    #expect(model.rows.map(\.id) == [1, 2])
    let first = model.rows[0]
    contacts.set([Contact(3), Contact(1, "new"), Contact(4)])
    #expect(model.rows.map(\.id) == [3, 1, 4])
    #expect(model.rows[1] === first && first.item.name == "new")
    // Many, each applied once.
    for count in 5..<50 { contacts.set((1...count).map { Contact($0) }) }
    #expect(model.rows.map(\.id) == Array(1...49) && model.rows[0] === first)
  }

  @Test("Two changes while the property is set are applied one after the other")
  @MainActor func nestedFeedback() {
    let model = Rows(contacts.source)
    var isFirst = true
    let subscription = model.$rows.dropFirst().sink { [contacts] _ in
      guard isFirst else { return }
      isFirst = false
      contacts.set(1, 2, 3, 4)
      contacts.set(4)
    }
    contacts.set(1, 2, 3)
    contacts.set(4, 5)
    #expect(model.rows.map(\.id) == [4, 5])
    subscription.cancel()
  }
}
