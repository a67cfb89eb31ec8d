import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Extras: operators")
struct ExtraOperatorTests {
  typealias Probe<Output> = ProbeSubscriber<Output, TestError>

  @Test("withLatestFrom asks the other for everything, and its own upstream for what is wanted")
  func withLatestFromDemand() {
    let (upstream, other) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = Probe<Int>(demand: .max(2))
    upstream.withLatestFrom(other) { $0 + $1 }.subscribe(probe)
    #expect(other.requests == [.unlimited])
    #expect(upstream.requests == [.max(2)])
    upstream.send(1)
    #expect(upstream.connections[0].demand == .max(2), "what is dropped is asked for again")
    for sample in [10, 20] { other.send(sample) }
    upstream.send(2)
    upstream.send(3)
    #expect(probe.values == [22, 23])
    #expect(upstream.connections[0].demand == .none)
    probe.cancel()
    #expect(upstream.cancelCount == 1)
    #expect(other.cancelCount == 1)
  }

  @Test("withLatestFrom that fails by the other before it has its upstream asks for nothing")
  func withLatestFromFailsFirst() {
    let upstream = ManualPublisher<Int, TestError>()
    let probe = Probe<Int>()
    upstream.withLatestFrom(Fail<Int, TestError>(error: .other)).subscribe(probe)
    #expect(probe.log == ["subscription", "failure other"])
    #expect(upstream.requests.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("withLatestFrom lets go of the latest value at the end", arguments: [true, false])
  func withLatestFromLetsGo(byCancel: Bool) {
    final class Held {}
    weak var weakHeld: Held?
    let (upstream, other) = (
      PassthroughSubject<Int, Never>(), PassthroughSubject<Held, Never>()
    )
    let probe = ProbeSubscriber<Int, Never>(keeping: .forever)
    upstream.withLatestFrom(other) { number, _ in number }.subscribe(probe)
    do {
      let held = Held()
      weakHeld = held
      other.send(held)
    }
    #expect(weakHeld != nil)
    if byCancel { probe.cancel() } else { upstream.send(completion: .finished) }
    #expect(weakHeld == nil)
  }

  @Test("amb asks all for what is wanted until one wins, then that one alone")
  func ambDemand() {
    let runners = (0..<3).map { _ in ManualPublisher<Int, TestError>() }
    let probe = Probe<Int>(demand: .max(2))
    runners.amb().subscribe(probe)
    probe.request(.max(1))
    #expect(runners.allSatisfy { $0.requests == [.max(2), .max(1)] })
    probe.onValue = { _ in .max(1) }
    runners[1].send(1)
    #expect(runners.map(\.cancelCount) == [1, 0, 1])
    runners[0].send(7)
    runners[2].send(completion: .failure(.other))
    probe.request(.max(5))
    #expect(runners[0].requests.count == 2)
    #expect(runners[1].connections[0].demand == .max(8))
    #expect(probe.log == ["subscription", "value 1"])
    probe.cancel()
    #expect(runners.map(\.cancelCount) == [1, 1, 1])
  }

  @Test("amb does not subscribe to those after one that answers at once")
  func ambAtOnce() {
    var attached = 0
    let late = Deferred { () -> Just<Int> in
      attached += 1
      return Just(2)
    }
    #expect(Just(1).amb(late).log() == ["subscription", "value 1", "finished"])
    #expect(attached == 0)
  }

  @Test("the last event of materialize waits for demand", arguments: [true, false])
  func materializeDemand(fails: Bool) {
    let upstream = ManualPublisher<Int, TestError>()
    let probe = ProbeSubscriber<Event<Int, TestError>, Never>(demand: .max(1))
    upstream.materialize().subscribe(probe)
    upstream.send(1)
    upstream.send(completion: fails ? .failure(.expected) : .finished)
    #expect(probe.values == [.value(1)])
    probe.request(.max(1))
    #expect(probe.values == [.value(1), fails ? .failure(.expected) : .finished])
    #expect(probe.log.last == "finished")
  }

  @Test("a hundred thousand attempts that fail at once use no stack each")
  func manyRetries() {
    var attempts = 0
    let failing = Deferred { () -> Fail<Int, TestError> in
      attempts += 1
      return Fail(error: .expected)
    }
    #expect(failing.retry(100_000) { _ in true }.log() == ["subscription", "failure expected"])
    #expect(attempts == 100_001)
  }

  @Test("retry carries demand over the delay, and a cancel in it frees what waits")
  func retryCancel() {
    let time = VirtualTimeScheduler()
    weak var weakUpstream: ManualPublisher<Int, TestError>?
    let probe = Probe<Int>(demand: .max(3))
    do {
      let upstream = ManualPublisher<Int, TestError>(letsGo: true)
      weakUpstream = upstream
      upstream.retry(delay: 5, scheduler: time).subscribe(probe)
      upstream.send(1)
      upstream.send(completion: .failure(.expected))
      probe.request(.max(1))
      #expect(upstream.connections.count == 1)
      time.advance(by: 5)
      #expect(upstream.connections.count == 2)
      #expect(upstream.connections[1].requests == [.max(3)])
      upstream.connections[1].send(completion: .failure(.expected))
    }
    probe.cancel()
    #expect(time.hasWork)
    #expect(weakUpstream == nil)
    time.run()
    #expect(probe.log == ["subscription", "value 1"])
  }

  @Test("each subscriber has windows and duplicates of its own")
  func stateOfItsOwn() {
    let pairs = [1, 2, 3].publisher.pairwise().map { $0 * 10 + $1 }
    #expect(pairs.allValues() == [12, 23])
    #expect(pairs.allValues() == [12, 23])
    let unique = [1, 1, 2].publisher.removeAllDuplicates()
    #expect(unique.allValues() == [1, 2])
    #expect(unique.allValues() == [1, 2])
    struct Unhashable: Equatable { let number: Int }
    let equal = [1, 2, 1].publisher.map(Unhashable.init).removeAllDuplicates().map(\.number)
    #expect(equal.allValues() == [1, 2])
  }

  final class Label {
    var text = ""
    var cancellable: AnyCancellable?
  }

  @Test("a weak assignment is no cycle, and cancels at the first value after the object has gone")
  func weakAssign() {
    let names = ManualPublisher<String, Never>()
    weak var weakLabel: Label?
    var kept: AnyCancellable?
    do {
      let label = Label()
      weakLabel = label
      label.cancellable = names.assign(to: \.text, on: label, ownership: .weak)
      kept = names.assign(to: \.text, on: label, ownership: .weak)
      names.send("Ann")
      #expect(label.text == "Ann")
    }
    #expect(weakLabel == nil)
    #expect(names.cancelCount == 1)
    names.connections[1].send("Ben")
    #expect(names.cancelCount == 2)
    withExtendedLifetime(kept) {}
  }

  @Test("a strong assignment keeps the object until the end, an unowned one does not")
  func otherAssigns() {
    let names = PassthroughSubject<String, Never>()
    weak var weakLabel: Label?
    var kept: AnyCancellable?
    do {
      let label = Label()
      weakLabel = label
      kept = names.assign(to: \.text, on: label, ownership: .strong)
      let other = Label()
      other.cancellable = names.assign(to: \.text, on: other, ownership: .unowned)
      names.send("Ann")
      #expect(label.text == "Ann")
      #expect(other.text == "Ann")
    }
    #expect(weakLabel != nil)
    names.send("Ben")
    #expect(weakLabel?.text == "Ben")
    kept?.cancel()
    #expect(weakLabel == nil)
  }

  @Test("a value for an unowned object that has gone stops the program")
  func unownedTrap() async {
    await #expect(processExitsWith: .failure) {
      let names = PassthroughSubject<String, Never>()
      let cancellable = names.assign(to: \.text, on: Label(), ownership: .unowned)
      names.send("Ann")
      withExtendedLifetime(cancellable) {}
    }
  }
}
