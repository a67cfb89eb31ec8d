import TestSupport
import Reactive
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

  @Test("the newest value is kept for a subscriber without demand, and it never completes")
  func demandAndEnd() {
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    do {
      let model = Model()
      model.$count.subscribe(probe)
      model.count = 1
      model.count = 2
    }
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 2"])
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

  @Test("a write before the first look just replaces the value")
  func lazy() {
    let model = Model()
    model.count = 3
    #expect(model.$count.allValuesNow() == [3])
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

  @Test("assign(to: &$p) from another property of the object makes no cycle")
  func assignFromSelf() {
    weak var weakModel: Model?
    do {
      let model = Model()
      weakModel = model
      model.$name.map(\.count).assign(to: &model.$count)
      model.name = "Bernadette"
      #expect(model.count == 10)
    }
    #expect(weakModel == nil)
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

  @Test("a live subscription keeps the property's storage but not its object")
  func ownerLifetime() {
    weak var weakModel: Model?
    var values: [Int] = []
    let cancellable: AnyCancellable
    do {
      let model = Model()
      weakModel = model
      cancellable = model.$count.sink { values.append($0) }
    }
    #expect(weakModel == nil)
    #expect(values == [0])
    withExtendedLifetime(cancellable) {}
  }
}

extension Publisher {
  /// What a new subscriber gets at once, from a publisher that may not end.
  fileprivate func allValuesNow() -> [Output] {
    let probe = ProbeSubscriber<Output, Failure>()
    subscribe(probe)
    probe.cancel()
    return probe.values
  }
}
