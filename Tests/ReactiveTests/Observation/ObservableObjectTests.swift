import Reactive
import TestSupport
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
    let objectWillChange = PassthroughSubject<String, Never>()
    @Published var count = 0
  }

  @Test("one publisher for each object, the same at every access, with or without @Published")
  func stable() {
    let (base, plain) = (Base(), Plain())
    #expect(base.objectWillChange === base.objectWillChange)
    #expect(plain.objectWillChange === plain.objectWillChange)
    #expect(base.objectWillChange !== Base().objectWillChange)
    #expect(plain.objectWillChange !== Plain().objectWillChange)
  }

  @Test("a subclass's object reports its superclass's properties, too")
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

  @Test("it fires once for each set, at once, before the change, without merging")
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

  @Test("an objectWillChange of its own suppresses the synthesised one")
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

  @Test("an ObservableObjectPublisher takes any request for all, and never completes")
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
    silent.request(.max(1))
    for _ in 0..<3 { publisher.send() }
    #expect(silent.values.count == 3)
  }

  @Test("it fires on the thread that sets, inside the set")
  func settingThread() {
    let inside = Counter()
    let model = Unchecked(Base())
    let watching = Unchecked(
      model.value.objectWillChange.sink { if Current.isMarked { inside.add() } })
    Threads.run(1) { _ in
      Current.$isMarked.withValue(true) { model.value.one = 2 }
    }
    #expect(inside.value == 1)
    withExtendedLifetime(watching) {}
  }

  /// Is seen as marked by what runs inside the same call alone.
  private enum Current { @TaskLocal static var isMarked = false }

  @Test(
    "an object that is let go of while the table of publishers is swept is freed outside its lock")
  func freedDuringSweep() {
    final class Model: ObservableObject {
      let onDeinit: () -> Void
      init(_ onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let parent = Unchecked(Model())
    // One thread makes them and sweeps; the other lets them go, and their end asks for a publisher.
    let handed = Locked<[Unchecked<Model>]>([])
    let isDone = Locked(false)
    Threads.run([
      {
        for _ in 0..<20_000 {
          let child = Model { parent.value.objectWillChange.send() }
          _ = child.objectWillChange
          let unchecked = Unchecked(child)
          handed.withLock { $0.append(unchecked) }
        }
        isDone.withLock { $0 = true }
      },
      {
        while true {
          let over = isDone.withLock { $0 }
          let taken = handed.withLock { handed in
            defer { handed = [] }
            return handed
          }
          _ = consume taken
          if over { return }
        }
      },
    ])
    #expect(handed.withLock { $0.isEmpty })
  }
}
