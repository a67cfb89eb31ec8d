import TestSupport
import Reactive
import Testing

@Suite("ObservableObject")
struct ObservableObjectTests {
  class Base: ObservableObject {
    @Published var one = 1
  }
  final class Derived: Base {
    @Published var two = 2
  }
  final class Plain: ObservableObject {
    var three = 3
  }
  final class Custom: ObservableObject {
    let objectWillChange = PassthroughSubject<Int, Never>()
  }

  @Test("one publisher for each object, the same at every access, with or without @Published")
  func stable() {
    let (base, plain) = (Base(), Plain())
    #expect(base.objectWillChange === base.objectWillChange)
    #expect(plain.objectWillChange === plain.objectWillChange)
    #expect(base.objectWillChange !== Base().objectWillChange)
    #expect(plain.objectWillChange !== Plain().objectWillChange)
  }

  @Test("a subclass's object tells of its superclass's properties, too")
  func inherited() {
    let object = Derived()
    var count = 0
    let cancellable = object.objectWillChange.sink { count += 1 }
    object.one = 10
    #expect(count == 1)
    object.two = 20
    #expect(count == 2)
    let base: Base = object
    #expect(base.objectWillChange === object.objectWillChange)
    withExtendedLifetime(cancellable) {}
  }

  @Test("a publisher without fields to be kept in is not confused with one of a dead object")
  func deadObjects() {
    for _ in 0..<300 {
      let plain = Plain()
      var count = 0
      let cancellable = plain.objectWillChange.sink { count += 1 }
      plain.objectWillChange.send()
      #expect(count == 1)
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test("it tells once for each set, at once, before the change, without merging")
  func oncePerSet() {
    let object = Base()
    var seen: [Int] = []
    let cancellable = object.objectWillChange.sink { seen.append(object.one) }
    object.one = 2
    object.one = 2
    object.one = 3
    #expect(seen == [1, 2, 2])
    withExtendedLifetime(cancellable) {}
  }

  @Test("an object may bring an objectWillChange of its own")
  func custom() {
    let object = Custom()
    var values: [Int] = []
    let cancellable = object.objectWillChange.sink { values.append($0) }
    object.objectWillChange.send(4)
    #expect(values == [4])
    withExtendedLifetime(cancellable) {}
  }

  @Test("any request means all, and returned demand means nothing")
  func ignoresDemand() {
    let publisher = ObservableObjectPublisher()
    let probe = ProbeSubscriber<Void, Never>(demand: .none)
    publisher.subscribe(probe)
    publisher.send()
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    for _ in 0..<3 { publisher.send() }
    #expect(probe.values.count == 3)
    #expect(!probe.hasEnded)
  }
}
