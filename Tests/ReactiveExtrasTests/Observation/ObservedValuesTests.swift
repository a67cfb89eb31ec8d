import Observation
import Reactive
import Testing
import TestSupport

@testable import ReactiveExtras

@Suite("publisher(for:) of @Observable objects")
struct ObservedValuesTests {
  @Observable final class Person {
    var first = "Ann"
    var last = "Berg"
    @ObservationIgnored var note = ""
    var boss: Person?
    let id: Int

    init(id: Int = 1) { self.id = id }

    var name: String { "\(first) \(last)" }
  }

  final class Label { var text = "" }

  @Test("The value comes at once, then after each change, before the assignment returns.")
  func values() {
    let person = Person()
    var seen: [String] = []
    let cancellable = person.publisher(for: \.first).sink { seen.append("\($0)=\(person.first)") }
    person.first = "Bea"
    person.last = "Carl"
    person.note = "not observed"
    person.first = "Cleo"
    #expect(seen == ["Ann=Ann", "Bea=Bea", "Cleo=Cleo"])
    cancellable.cancel()
    person.first = "Dora"
    #expect(seen.count == 3)
  }

  @Test(
    "The options say which values come.",
    arguments: [
      ([.initial, .new], ["Ann", "Bea"]), (.initial, ["Ann"]), (.new, ["Bea"]),
      (ObservationOptions(), []),
    ] as [(ObservationOptions, [String])])
  func options(_ options: ObservationOptions, _ expected: [String]) {
    let person = Person()
    var (seen, hasEnded) = ([String](), false)
    let cancellable = person.publisher(for: \.first, options: options)
      .sink(receiveCompletion: { _ in hasEnded = true }, receiveValue: { seen.append($0) })
    person.first = "Bea"
    #expect(seen == expected)
    #expect(!hasEnded)
    cancellable.cancel()
  }

  @Test("A computed property changes with each that it reads; a constant never changes.")
  func computed() {
    let person = Person()
    var (names, ids) = ([String](), [Int]())
    var cancellables = Set<AnyCancellable>()
    person.publisher(for: \.name).sink { names.append($0) }.store(in: &cancellables)
    person.publisher(for: \.id).sink { ids.append($0) }.store(in: &cancellables)
    person.last = "Carl"
    person.first = "Bea"
    #expect(names == ["Ann Berg", "Ann Carl", "Bea Carl"])
    #expect(ids == [1])
  }

  @Test("A path through other objects follows those that it passes now.")
  func path() {
    let (person, old, new) = (Person(), Person(), Person())
    (old.first, new.first) = ("Old", "New")
    person.boss = old
    var seen: [String?] = []
    let cancellable = person.publisher(for: \.boss?.first).sink { seen.append($0) }
    old.first = "Older"
    person.boss = new
    old.first = "Oldest"
    new.first = "Newer"
    person.boss = nil
    #expect(seen == ["Old", "Older", "New", "Newer", nil])
    cancellable.cancel()
  }

  @Test("An expression follows what it read the last time.")
  func expression() {
    let (person, other) = (Person(), Person())
    var seen: [String] = []
    let cancellable = ObservedValues { person.first.isEmpty ? other.last : person.first }
      .sink { seen.append($0) }
    other.last = "not read yet"
    person.first = ""
    other.last = "Dahl"
    person.last = "never read"
    #expect(seen == ["Ann", "not read yet", "Dahl"])
    cancellable.cancel()
  }

  @Test("A change from inside a delivery is delivered, too.")
  func nesting() {
    let person = Person()
    var seen: [String] = []
    let cancellable = person.publisher(for: \.first).sink {
      seen.append($0)
      if $0.count < 5 { person.first += "a" }
    }
    #expect(seen == ["Ann", "Anna", "Annaa"])
    cancellable.cancel()
  }

  @Test("Several changes from inside a delivery are delivered after it, each of them.")
  func severalInside() {
    let person = Person()
    var seen: [String] = []
    let cancellable = person.publisher(for: \.first).sink {
      seen.append($0)
      if $0 != "Bea" { return }
      person.first = "Cleo"
      person.first = "Dora"
    }
    person.first = "Bea"
    #expect(seen == ["Ann", "Bea", "Cleo", "Dora"])
    cancellable.cancel()
  }

  @Test("Without demand the latest value waits; without .initial values are dropped.")
  func demand() {
    let person = Person()
    let (waiting, dropping) = (DemandSubscriber(), DemandSubscriber())
    person.publisher(for: \.first).subscribe(waiting)
    person.publisher(for: \.first, options: .new).subscribe(dropping)
    person.first = "Bea"
    person.first = "Cleo"
    waiting.subscription?.request(.max(1))
    dropping.subscription?.request(.max(1))
    #expect(waiting.values == ["Cleo"])
    #expect(dropping.values.isEmpty)
    person.first = "Dora"
    #expect(waiting.values == ["Cleo"])
    #expect(dropping.values == ["Dora"])
    waiting.subscription?.cancel()
    dropping.subscription?.cancel()
  }

  final class DemandSubscriber: Subscriber {
    private(set) var subscription: (any Subscription)?
    private(set) var values: [String] = []

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: String) -> Subscribers.Demand {
      values.append(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }

  @Test("A subscription keeps neither its object nor, when cancelled, its expression.")
  func lifetimes() {
    var person: Person? = Person()
    weak let object = person
    let cancellable = person?.publisher(for: \.first).sink { _ in }
    person = nil
    #expect(object == nil)
    cancellable?.cancel()

    let kept = Person()
    var other: Person? = Person()
    weak let part = other
    let expression = ObservedValues { [other] in kept.first + (other?.last ?? "") }.sink { _ in }
    other = nil
    #expect(part != nil)
    expression.cancel()
    #expect(part == nil)
  }

  @Test("A scheduler delivers every value, in order, when its time comes.")
  func scheduler() {
    let person = Person()
    let scheduler = VirtualTimeScheduler()
    var seen: [String] = []
    let cancellable = person.publisher(for: \.first, on: scheduler).sink { seen.append($0) }
    person.first = "Bea"
    person.first = "Cleo"
    #expect(seen.isEmpty)
    scheduler.run()
    #expect(seen == ["Ann", "Bea", "Cleo"])
    cancellable.cancel()
  }

  @Test("A row shows a name by assign(to:on:), as the articles on lists type it.")
  func article() {
    let (person, label) = (Person(), Label())
    let cancellable = person.publisher(for: \.name).assign(to: \.text, on: label)
    #expect(label.text == "Ann Berg")
    person.last = "Carl"
    #expect(label.text == "Ann Carl")
    cancellable.cancel()
  }

  /// A number that several threads may set.
  final class Counter: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let number = Locked(0)

    var value: Int {
      registrar.access(self, keyPath: \.value)
      return number.withLock { $0 }
    }

    func increment() {
      registrar.withMutation(of: self, keyPath: \.value) { number.withLock { $0 += 1 } }
    }
  }

  @Test(
    "Two threads that change what is read send values in order, and leave one tracking.",
    arguments: [true, false])
  func twoThreads(isOneObject: Bool) {
    for _ in 0..<60 {
      let first = Counter()
      let counters = [first, isOneObject ? first : Counter()]
      let seen = Locked<[Int]>([])
      let cancellable = ObservedValues { first.value + (isOneObject ? 0 : counters[1].value) }
        .sink { value in seen.withLock { $0.append(value) } }
      Threads.run(2) { thread in for _ in 0..<80 { counters[thread].increment() } }
      let values = seen.withLock { $0 }
      #expect(values.count < 2 * 160 && values.last == 160)
      #expect(values == values.sorted())
      first.increment()
      #expect(seen.withLock { $0.count } == values.count + 1)
      cancellable.cancel()
    }
  }

  @Test("An expression that changes what it reads is read once for a change.")
  func changingExpression() {
    let counter = Counter()
    var seen: [Int] = []
    let cancellable = ObservedValues {
      counter.increment()
      return counter.value
    }.sink { seen.append($0) }
    counter.increment()
    counter.increment()
    #expect(seen.map { $0 - seen[0] } == [0, 2, 4])
    cancellable.cancel()
  }

  @Test("A subscription beside a thread that makes changes has the latest value in the end.")
  func subscribingBeside() {
    for _ in 0..<300 {
      let counter = Counter()
      let (last, cancellable) = (Locked(-1), Locked(Unchecked<AnyCancellable?>(nil)))
      Threads.run(2) { thread in
        if thread == 0 { return (0..<20).forEach { _ in counter.increment() } }
        let own = ObservedValues { counter.value }.sink { value in last.withLock { $0 = value } }
        cancellable.withLock { $0 = Unchecked(own) }
      }
      #expect(last.withLock { $0 } == 20)
      cancellable.withLock { $0 }.value?.cancel()
    }
  }

  @Test("Who stops, before or beside a change, leaves no tracking in the object.")
  func stopping() {
    for round in 0..<200 {
      let counter = Counter()
      weak var stopped: ValueFollower<Int>?
      do {
        let follower = ValueFollower { counter.value }
        #expect(follower.first() == 0)
        follower.begin { _ in }
        if round == 0 {
          follower.stop()
        } else {
          Threads.run(3) { thread in
            if thread == 2 { return follower.stop() }
            for _ in 0..<10 { counter.increment() }
          }
        }
        stopped = follower
      }
      #expect(stopped == nil)
    }
  }

  @MainActor @Observable final class ViewModel { var count = 0 }

  @Test("A view model on the main actor is observed there.") @MainActor
  func mainActor() {
    let model = ViewModel()
    var seen: [Int] = []
    let cancellable = model.publisher(for: \.count).sink { seen.append($0) }
    model.count += 1
    #expect(seen == [0, 1])
    cancellable.cancel()
  }
}
