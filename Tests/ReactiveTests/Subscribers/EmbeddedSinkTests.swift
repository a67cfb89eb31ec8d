import Reactive
import TestSupport
import Testing

/// A sink on a subject lies in the subject's subscription, with the stages between the two.
@Suite("Sinks that lie in a subject's subscription")
struct EmbeddedSinkTests {
  private final class Keeper { var cancellable: AnyCancellable? }
  private final class Value {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test("after a stage's closure has cancelled, neither further stages nor the sink get the value")
  func cancelInStage() {
    let (subject, keeper) = (PassthroughSubject<Int, Never>(), Keeper())
    var log: [String] = []
    keeper.cancellable =
      subject
      .map { value -> Int in
        log.append("map \(value)")
        if value == 2 { keeper.cancellable = nil }
        return value
      }
      .scan(0) { sum, value in
        log.append("scan \(value)")
        return sum + value
      }
      .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(log == ["map 1", "scan 1", "1", "map 2"])
  }

  @Test("a stage that ends the stream frees the closures, and the end comes once")
  func earlyEnd() {
    let (subject, keeper) = (PassthroughSubject<Int, Never>(), Keeper())
    var log: [String] = []
    weak var held: Value?
    do {
      let captured = Value(10)
      held = captured
      keeper.cancellable = subject.map { $0 + captured.number }.prefix(2).sink(
        receiveCompletion: { log.append("\($0)") },
        receiveValue: {
          log.append("\($0)")
          // Comes too late for a prefix that has had its last value.
          if $0 == 12 { subject.send(3) }
        })
    }
    subject.send(1)
    subject.send(2)
    #expect(held == nil)
    subject.send(4)
    subject.send(completion: .finished)
    #expect(log == ["11", "12", "finished"])
  }

  @Test("an end from inside the last value of a prefix comes once")
  func nestedEnd() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var log: [String] = []
    let cancellable = subject.prefix(2).sink(
      receiveCompletion: { log.append("\($0)") },
      receiveValue: {
        log.append("\($0)")
        if $0 == 2 { subject.send(completion: .finished) }
      })
    subject.send(2)
    #expect(log == ["1", "2", "finished"])
    cancellable.cancel()
  }

  @Test("a prefix of no values ends at once, and a failure that is thrown ends with its error")
  func ends() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let none = subject.prefix(0).sink(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    #expect(log == ["finished"])
    let thrown = subject.tryMap { value -> Int in
      if value > 1 { throw TestError.expected }
      return value
    }
    .sink(
      receiveCompletion: { if case .failure = $0 { log.append("failed") } },
      receiveValue: { log.append("\($0)") })
    for value in 1...3 { subject.send(value) }
    #expect(log == ["finished", "1", "failed"])
    withExtendedLifetime((none, thrown)) {}
  }

  @Test(
    "what stages remember is freed with the sink, also of so many that they have no room",
    arguments: [1, 2, 20])
  func memory(stages: Int) {
    final class Weak { weak var value: Value? }
    let subject = PassthroughSubject<Value, Never>()
    let last = Weak()
    var sums: [Int] = []
    func attach(_ left: Int, _ publisher: some Publisher<Value, Never>) -> AnyCancellable {
      let scanned = publisher.scan(Value(0)) { Value($0.number + $1.number) }
      if left > 1 { return attach(left / 2, scanned.dropFirst(0).removeDuplicates(by: ===)) }
      return scanned.sink {
        sums.append($0.number)
        last.value = $0
      }
    }
    var cancellable: AnyCancellable? = attach(stages, subject)
    subject.send(Value(1))
    subject.send(Value(1))
    #expect(sums.first == 1 && sums.count == 2)
    #expect(last.value != nil)
    cancellable?.cancel()
    #expect(last.value == nil)
    subject.send(Value(1))
    #expect(sums.count == 2)
    cancellable = nil
  }

  @Test("the value of a subject that is gone is freed, though a sink that has ended is kept")
  func latestValue() {
    weak var latest: Value?
    var subject: CurrentValueSubject<Value, Never>? = CurrentValueSubject(Value(1))
    latest = subject?.value
    let cancellable = subject!.sink { _ in }
    subject?.send(completion: .finished)
    #expect(latest != nil)
    subject = nil
    #expect(latest == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test("a subject is kept by its sink, and let go of by its cancel")
  func subjectIsKept() {
    weak var kept: PassthroughSubject<Int, Never>?
    let cancellable: AnyCancellable
    do {
      let subject = PassthroughSubject<Int, Never>()
      kept = subject
      cancellable = subject.filter { $0 > 0 }.sink { _ in }
    }
    #expect(kept != nil)
    cancellable.cancel()
    #expect(kept == nil)
  }

  @Test("after a stage's closure has cancelled, an observer further down sees no more values")
  func cancelBeforeObserver() {
    let (subject, keeper) = (PassthroughSubject<Int, Never>(), Keeper())
    var log: [String] = []
    keeper.cancellable =
      subject
      .map { value -> Int in
        if value == 2 { keeper.cancellable?.cancel() }
        return value
      }
      .handleEvents(receiveOutput: { log.append("saw \($0)") })
      .sink { log.append("\($0)") }
    for value in 1...3 { subject.send(value) }
    #expect(log == ["saw 1", "1"])
  }

  @Test("a cancel from a closure that gets the completion first keeps it from the sink")
  func cancelDuringCompletion() {
    let (subject, keeper) = (PassthroughSubject<Int, TestError>(), Keeper())
    var log: [String] = []
    func attach(_ publisher: some Publisher<Int, TestError>) {
      keeper.cancellable =
        publisher
        .handleEvents(receiveCompletion: { _ in
          log.append("ends")
          keeper.cancellable?.cancel()
        })
        .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    }
    attach(subject.prefix(1))
    subject.send(1)
    attach(subject)
    subject.send(completion: .failure(.expected))
    #expect(log == ["1", "ends", "ends"])
  }

  @Test("closures that only observe what comes down are called in order, and freed at the end")
  func watching() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    weak var held: Value?
    let cancellable: AnyCancellable
    do {
      let captured = Value(7)
      held = captured
      cancellable = subject.handleEvents(
        receiveOutput: { log.append("saw \($0), \(captured.number)") },
        receiveCompletion: { log.append("saw \($0)") }
      )
      .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    }
    subject.send(1)
    subject.send(completion: .finished)
    #expect(log == ["saw 1, 7", "1", "saw finished", "finished"])
    #expect(held == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test(
    "sends, ends and cancels on several threads free everything, and deliver nothing after an end")
  func threads() {
    let freed = Counter()
    for round in 0..<300 {
      let subject = Unchecked(PassthroughSubject<Int, Never>())
      let keeper = Unchecked(Keeper())
      let late = Counter()
      do {
        let hook = DeinitHook { freed.add() }
        let ended = Unchecked(Flag())
        keeper.value.cancellable = subject.value.scan(0, +).map { $0 * 2 }.prefix(50)
          .sink(
            receiveCompletion: { _ in ended.value.isSet = true },
            receiveValue: { _ in
              if ended.value.isSet { late.add() }
              withExtendedLifetime(hook) {}
            })
      }
      Threads.run(3) { thread in
        switch thread {
        case 0: for value in 0..<100 { subject.value.send(value) }
        case 1: subject.value.send(completion: .finished)
        default: if round.isMultiple(of: 2) { keeper.value.cancellable?.cancel() }
        }
      }
      #expect(late.value == 0)
    }
    #expect(freed.value == 300)
  }

  private final class Flag { var isSet = false }
}
