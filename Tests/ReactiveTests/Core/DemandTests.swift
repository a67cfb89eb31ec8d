import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Demand")
struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("demands add up, and unlimited absorbs")
  func sums() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == 5)
    #expect(Demand.max(2) + -1 == 1)
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.unlimited - .max(1) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
  }

  @Test("what overflows becomes unlimited, and what falls below zero becomes zero")
  func limits() {
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.max(.max) + .max(.max) == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    #expect(Demand.max(1) - .max(2) == .none)
    #expect(Demand.max(1) - 5 == .none)
    #expect(Demand.max(1) - .unlimited == .none)
    #expect(Demand.max(1) + -2 == .none)
    #expect(Demand.none - 1 == .none)
    #expect(Demand.max(3) * 4 == 12)
    var demand = Demand.max(1)
    demand += .max(2)
    demand += 1
    demand -= .max(1)
    demand -= 1
    demand *= 5
    #expect(demand == 10)
  }

  @Test("demands compare with each other and with numbers; unlimited is the greatest")
  func comparisons() {
    #expect(Demand.none < .max(1))
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.unlimited > Int.max)
    #expect(!(Demand.unlimited == Int.max))
    #expect(Demand.unlimited != Int.max)
    #expect(Demand.max(3) == 3 && 3 == Demand.max(3))
    #expect(Demand.max(3) != 4 && 4 != Demand.max(3))
    #expect(Demand.max(3) > 2 && Demand.max(3) >= 3 && Demand.max(3) < 4 && Demand.max(3) <= 3)
    #expect(2 < Demand.max(3) && 3 <= Demand.max(3) && 4 > Demand.max(3) && 3 >= Demand.max(3))
    #expect(Demand.none > -1 && -1 < Demand.none)
    #expect(Demand.max(3).max == 3 && Demand.unlimited.max == nil && Demand.none == .max(0))
  }

  @Test("a demand is written as unlimited or max(3)")
  func descriptions() {
    #expect("\(Demand.unlimited)" == "unlimited")
    #expect("\(Demand.max(3))" == "max(3)")
    #expect("\(Demand.none)" == "max(0)")
  }

  @Test("a negative demand traps")
  func negativeDemand() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Subscribers.Demand.max(-1) }
    expectMessage("Demand.max: -1 is negative; a demand is zero or more.", in: result)
  }

  /// A request for no values to an operator, and the name it must complain under.
  struct Culprit: Sendable, CustomTestStringConvertible {
    let name: String
    let request: @Sendable () -> Void

    init<P: Publisher & SendableMetatype>(_ name: String, _ build: @escaping @Sendable () -> P) {
      self.name = name
      request = {
        build().subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
      }
    }

    var testDescription: String { name }

    static let all: [Culprit] = [
      .init("Just", { Just(1) }),
      .init("Future", { Future<Int, Never> { _ in } }),
      .init("PassthroughSubject", { PassthroughSubject<Int, Never>() }),
      .init("CurrentValueSubject", { CurrentValueSubject<Int, Never>(0) }),
      .init("TryFilter", { silent.tryFilter { _ in true } }),
      .init("CollectByCount", { silent.collect(2) }),
      .init("Count", { silent.count() }),
      .init("Merge", { silent.merge(with: silent) }),
      .init("FlatMap", { silent.flatMap { Just($0) } }),
      .init("Zip", { silent.zip(silent) }),
      .init("CombineLatest", { silent.combineLatest(silent) }),
      .init("SwitchToLatest", { silent.map { Just($0) }.switchToLatest() }),
      .init("CollectByTime", { silent.collect(.byTime(VirtualTimeScheduler(), 1)) }),
    ]

    private static var silent: Empty<Int, Never> { Empty(completeImmediately: false) }
  }

  // Exit tests capture values since Swift 6.3.
  #if compiler(>=6.3)
    @Test(
      "requesting no values traps and names the operator", arguments: Culprit.all.indices)
    func zeroDemand(_ index: Int) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [index = index as Int] in
        Culprit.all[index].request()
      }
      expectMessage(
        "\(Culprit.all[index].name): a subscriber requested no values; ask for at least one.",
        in: result)
    }
  #endif

  @Test("where Combine takes a request for no values, it is taken, and nothing comes of it")
  func zeroDemandTaken() {
    var asked = 0
    func check(_ publisher: some Publisher<Int, Never>) {
      asked += 1
      publisher.subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.none) },
          receiveValue: { _ in
            Issue.record("A value came.")
            return .none
          }))
    }
    let time = VirtualTimeScheduler()
    // An upstream that takes it, too, where it is handed on.
    let numbers = [1, 2].publisher.eraseToAnyPublisher()
    check(numbers)
    check(Record(output: [1, 2], completion: .finished))
    check(numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest))
    check(numbers.throttle(for: 1, scheduler: time, latest: true))
    check(numbers.debounce(for: 1, scheduler: time))
    check(numbers.append(3))
    check(numbers.prepend(3))
    check(numbers.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)))
    check(numbers.drop(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)))
    check(numbers.measureInterval(using: time).map { _ in 1 })
    check(numbers.timeout(1, scheduler: time))
    check(numbers.handleEvents(receiveOutput: { _ in }))
    check(numbers.delay(for: 1, scheduler: time))
    check(numbers.receive(on: time))
    check(numbers.subscribe(on: time))
    check(numbers.prefix(1))
    check(numbers.retry(1))
    check(numbers.tryMap { $0 }.assertNoFailure())
    check(numbers.tryScan(0) { $0 + $1 }.assertNoFailure())
    check(numbers.print(to: SilentStream()))
    #expect(asked == 20)
    time.advance(by: 5)
    let upstream = ManualPublisher<Int, Never>()
    upstream.flatMap(maxPublishers: .none) { Just($0) }.subscribe(ProbeSubscriber())
    #expect(upstream.requests == [.none])
  }

  private struct SilentStream: TextOutputStream { func write(_: String) {} }
}
