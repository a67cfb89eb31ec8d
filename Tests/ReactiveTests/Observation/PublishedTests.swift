import Reactive
import TestSupport
import Testing

@Suite("Published")
struct PublishedTests {
  final class Model: ObservableObject {
    @Published var name = "Ann"
    @Published var count = 0
  }

  @Test("a subscriber gets the present value, then each new one before it is stored")
  func willSet() {
    let model = Model()
    var log: [String] = []
    let cancellable = model.$name.sink { log.append("\($0), was \(model.name)") }
    model.name = "Ben"
    #expect(log == ["Ann, was Ann", "Ben, was Ann"])
    #expect(model.name == "Ben")
    withExtendedLifetime(cancellable) {}
  }

  @Test("objectWillChange goes first, then the property's subscribers, then the store")
  func emissionOrder() {
    let model = Model()
    var log: [String] = []
    let second = model.$name.dropFirst().sink { log.append("value \($0), was \(model.name)") }
    let first = model.objectWillChange.sink { log.append("change, was \(model.name)") }
    model.name = "Ben"
    #expect(log == ["change, was Ann", "value Ben, was Ann"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("equal values are published, too")
  func equalValues() {
    let model = Model()
    var values: [Int] = []
    let cancellable = model.$count.sink { values.append($0) }
    model.count = 0
    model.count += 1
    #expect(values == [0, 0, 1])
    withExtendedLifetime(cancellable) {}
  }

  @Test("values wait for demand, the newest alone, and no end comes, even when the owner has gone")
  func demandAndEnd() {
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    weak var owner: Model?
    do {
      let model = Model()
      owner = model
      model.$count.subscribe(probe)
      #expect(probe.log == ["subscription"])
      probe.request(.max(1))
      #expect(probe.values == [0])
      model.count = 1
      model.count = 2
      probe.request(.max(2))
      #expect(probe.values == [0, 2])
      for value in 3...5 { model.count = value }
    }
    #expect(owner == nil)
    // The subscription has kept the storage.
    probe.request(.max(2))
    #expect(probe.log == ["subscription", "value 0", "value 2", "value 3", "value 5"])
  }

  @Test("a set from inside a subscriber is legal; what a newcomer gets is what is stored")
  func nestedSet() {
    let model = Model()
    var values: [Int] = []
    let cancellable = model.$count.sink { value in
      values.append(value)
      if value == 1 { model.count = 2 }
    }
    model.count = 1
    #expect(values == [0, 1, 2])
    // The outer set is stored last, as with willSet.
    #expect(model.count == 1)
    #expect(model.$count.allValuesNow() == [1])
    withExtendedLifetime(cancellable) {}
  }

  @Test("a subscriber that comes from inside objectWillChange gets the new value, too")
  func subscribeInsideChange() {
    let model = Model()
    var values: [Int] = []
    var inner: AnyCancellable?
    let outer = model.objectWillChange.sink {
      if inner == nil { inner = model.$count.sink { values.append($0) } }
    }
    model.count = 5
    #expect(values == [0, 5])
    #expect(model.$count.allValuesNow() == [5])
    withExtendedLifetime(outer) {}
  }

  @Test("a subscriber that comes while the property sends gets the new value, and no other")
  func subscribeInsideDelivery() {
    let model = Model()
    var values: [Int] = []
    var inner: AnyCancellable?
    let outer = model.$count.sink {
      if $0 == 5 { inner = model.$count.sink { values.append($0) } }
    }
    model.count = 5
    #expect(values == [5])
    model.count = 6
    #expect(values == [5, 6])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test("assign(to: &$p) feeds a property, and ends when the property goes away")
  func assign() {
    let upstream = ManualPublisher<Int, Never>(letsGo: true)
    weak var weakModel: Model?
    do {
      let model = Model()
      weakModel = model
      upstream.assign(to: &model.$count)
      #expect(upstream.requests == [.unlimited])
      upstream.send(4)
      #expect(model.count == 4)
    }
    #expect(weakModel == nil)
    #expect(upstream.cancelCount == 1)
  }

  @Test("assign(to: &$p) from a publisher that ends at once leaves nothing behind")
  func assignFromJust() {
    final class Source {}
    weak var weakSource: Source?
    let model = Model()
    do {
      let source = Source()
      weakSource = source
      Just(8).handleEvents(receiveCancel: { _ = source }).assign(to: &model.$count)
    }
    #expect(model.count == 8)
    #expect(weakSource == nil)
  }

  @Test(
    "assign(to: &$p) from the object's own property makes no cycle; assign on self does")
  func assignCycle() {
    weak var free: Model?
    weak var bound: Model?
    var cancellable: AnyCancellable?
    do {
      let model = Model()
      free = model
      model.$name.map(\.count).assign(to: &model.$count)
      model.name = "Bernadette"
      #expect(model.count == 10)
      let other = Model()
      bound = other
      cancellable = other.$name.map(\.count).assign(to: \.count, on: other)
    }
    #expect(free == nil)
    #expect(bound != nil)
    cancellable?.cancel()
    #expect(bound == nil)
  }

  @Test("$p may be set, so that &$p can be passed, but that replaces no storage")
  func setter() {
    let (model, other) = (Model(), Model())
    let probe = ProbeSubscriber<Int, Never>()
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

  @Test("a write before the first look just replaces the value, and frees the old one")
  func lazy() {
    final class Value {}
    final class Holder: ObservableObject { @Published var value = Value() }
    let model = Holder()
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
}

extension Publisher {
  /// The values that a new subscriber gets at once, from a publisher that may not end.
  fileprivate func allValuesNow() -> [Output] {
    let probe = ProbeSubscriber<Output, Failure>()
    subscribe(probe)
    probe.cancel()
    return probe.values
  }
}
