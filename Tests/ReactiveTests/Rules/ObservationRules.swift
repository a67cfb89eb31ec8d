import TestSupport
import Reactive
import Testing

/// What `@Published` and `ObservableObject` do: rules 28 to 35.
@Suite("Rules: observation")
struct ObservationRules {
  class Base: ObservableObject {
    @Published var count = 0
    @Published var name = "Ann"
  }
  final class Derived: Base {
    @Published var other = 0
  }
  final class Plain: ObservableObject {}
  final class Custom: ObservableObject {
    let objectWillChange = PassthroughSubject<String, Never>()
    @Published var count = 0
  }
  typealias Probe = ProbeSubscriber<Int, Never>

  @Test("Rule 28a: a sink gets the new value while the property still reads the old one")
  func willSet() {
    let model = Base()
    var log: [String] = []
    let cancellable = model.$count.sink { log.append("\($0) before \(model.count)") }
    model.count = 5
    #expect(log == ["0 before 0", "5 before 0"])
    #expect(model.count == 5)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 28b: a set from inside the sink is legal; the outer value is stored last")
  func nestedSet() {
    let model = Base()
    let probe = Probe()
    probe.onValue = { value in
      if value == 1 { model.count = 2 }
      return .none
    }
    model.$count.subscribe(probe)
    model.count = 1
    #expect(probe.values == [0, 1, 2])
    #expect(model.count == 1)
  }

  @Test("Rule 28c: objectWillChange goes first, then the subscribers, then the store")
  func order() {
    let model = Base()
    var log: [String] = []
    let values = model.$count.dropFirst().sink { log.append("value \($0), was \(model.count)") }
    let changes = model.objectWillChange.sink { log.append("change, was \(model.count)") }
    model.count = 1
    #expect(log == ["change, was 0", "value 1, was 0"])
    withExtendedLifetime((values, changes)) {}
  }

  @Test("Rule 29a: equal values are published again")
  func equalValues() {
    let model = Base()
    let probe = Probe()
    model.$count.subscribe(probe)
    model.count = 0
    model.count = 0
    #expect(probe.values == [0, 0, 0])
  }

  @Test("Rule 29b: the present value waits for the first demand, and the newest for the next")
  func demand() {
    let model = Base()
    let probe = Probe(demand: .none)
    model.$count.subscribe(probe)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.values == [0])
    model.count = 1
    model.count = 2
    probe.request(.max(2))
    #expect(probe.values == [0, 2])
  }

  @Test("Rule 29c: a published property never completes, not even when its owner dies")
  func neverCompletes() {
    let probe = Probe(demand: .max(1))
    weak var owner: Base?
    do {
      let model = Base()
      owner = model
      model.$count.subscribe(probe)
      model.count = 7
    }
    #expect(owner == nil)
    // The subscription has kept the storage.
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 0", "value 7"])
  }

  @Test("Rule 30a: what assign(to: &$p) connects ends with the property, and is held weakly")
  func assignEnds() {
    let upstream = ManualPublisher<Int, Never>(letsGo: true)
    weak var owner: Base?
    do {
      let model = Base()
      owner = model
      upstream.assign(to: &model.$count)
      upstream.send(3)
      #expect(model.count == 3)
      #expect(upstream.cancelCount == 0)
    }
    #expect(owner == nil)
    #expect(upstream.cancelCount == 1)
  }

  @Test(
    "Rule 30b: assign(to: &$p) from the object's own property makes no cycle; assign on self does")
  func assignCycle() {
    weak var free: Base?
    weak var bound: Base?
    var cancellable: AnyCancellable?
    do {
      let model = Base()
      free = model
      model.$name.map(\.count).assign(to: &model.$count)
      let other = Base()
      bound = other
      cancellable = other.$name.map(\.count).assign(to: \.count, on: other)
    }
    #expect(free == nil)
    #expect(bound != nil)
    cancellable?.cancel()
    #expect(bound == nil)
  }

  @Test("Rule 31: $p may be set, so that &$p can be passed, but that replaces no storage")
  func setter() {
    let (model, other) = (Base(), Base())
    let probe = Probe()
    model.$count.subscribe(probe)
    other.count = 9
    model.$count = other.$count
    func touch(_ published: inout Published<Int>.Publisher) {}
    touch(&model.$count)
    #expect(model.count == 0)
    model.count = 1
    #expect(probe.values == [0, 1])
    #expect(other.count == 9)
  }

  @Test("Rule 32: a write before the first look just replaces the value, and frees the old one")
  func lazy() {
    final class Value {}
    final class Model: ObservableObject { @Published var value = Value() }
    let model = Model()
    weak var first: Value?
    first = model.value
    model.value = Value()
    #expect(first == nil)
    var received: [ObjectIdentifier] = []
    let cancellable = model.$value.sink { received.append(ObjectIdentifier($0)) }
    #expect(received == [ObjectIdentifier(model.value)])
    // The wrapper is a reference to the storage and nothing else.
    #expect(MemoryLayout<Published<Value>>.size == MemoryLayout<Int>.size)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 33a: objectWillChange is one object per instance, also without @Published fields")
  func stable() {
    let (derived, plain) = (Derived(), Plain())
    #expect(derived.objectWillChange === derived.objectWillChange)
    #expect((derived as Base).objectWillChange === derived.objectWillChange)
    #expect(plain.objectWillChange === plain.objectWillChange)
    #expect(plain.objectWillChange !== Plain().objectWillChange)
  }

  @Test("Rule 33b: every published field tells of its change, superclasses' included")
  func inherited() {
    let model = Derived()
    var count = 0
    let cancellable = model.objectWillChange.sink { count += 1 }
    model.other = 1
    model.count = 1
    model.name = "Ben"
    #expect(count == 3)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 33c: an objectWillChange of its own suppresses the synthesised one")
  func custom() {
    let model = Custom()
    var log: [String] = []
    let cancellable = model.objectWillChange.sink { log.append($0) }
    model.count = 1
    #expect(log.isEmpty)
    model.objectWillChange.send("mine")
    #expect(log == ["mine"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 34: an ObservableObjectPublisher takes any request for all, and never completes")
  func ignoresDemand() {
    let publisher = ObservableObjectPublisher()
    let (asking, silent) = (
      ProbeSubscriber<Void, Never>(demand: .max(1)), ProbeSubscriber<Void, Never>(demand: .none)
    )
    asking.onValue = { _ in .max(1) }
    publisher.subscribe(asking)
    publisher.subscribe(silent)
    for _ in 0..<5 { publisher.send() }
    #expect(asking.values.count == 5)
    #expect(silent.log == ["subscription"])
    #expect(!asking.hasEnded)
  }

  @Test("Rule 35: objectWillChange fires once for each set, at once, on the thread that sets")
  func oncePerSet() {
    let model = Unchecked(Base())
    let probe = ConcurrentProbe<Void, Never>()
    model.value.objectWillChange.subscribe(probe)
    model.value.count = 1
    #expect(probe.values.count == 1)
    model.value.count = 1
    model.value.name = "Ben"
    #expect(probe.values.count == 3)
    let inside = Counter()
    let watching = Unchecked(
      model.value.objectWillChange.sink { if Current.isMarked { inside.add() } })
    Threads.run(1) { _ in
      Current.$isMarked.withValue(true) { model.value.count = 2 }
    }
    #expect(inside.value == 1)
    withExtendedLifetime(watching) {}
  }

  /// Is seen as marked by what runs inside the same call alone.
  enum Current { @TaskLocal static var isMarked = false }
}
