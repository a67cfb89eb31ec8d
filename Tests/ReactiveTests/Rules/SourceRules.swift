import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the publishers do that have no upstream: rules 15 to 21.
@Suite("Rules: sources")
struct SourceRules {
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test("Rule 15a: Just, Optional and Result deliver at the first demand, and not before")
  func single() {
    for publisher in [
      Just(1).eraseToAnyPublisher(), Int?.some(1).publisher.eraseToAnyPublisher(),
      Result<Int, Never>.success(1).publisher.eraseToAnyPublisher(),
    ] {
      let probe = ProbeSubscriber<Int, Never>(demand: .none)
      publisher.subscribe(probe)
      #expect(probe.log == ["subscription"])
      probe.request(.max(1))
      #expect(probe.log == ["subscription", "value 1", "finished"])
    }
  }

  @Test("Rule 15b: nil, Empty and Fail complete at once, with an empty subscription, unasked")
  func nothing() {
    #expect(Int?.none.publisher.unaskedLog() == ["subscription", "finished"])
    #expect(Empty<Int, Never>().unaskedLog() == ["subscription", "finished"])
    #expect(
      Fail<Int, TestError>(error: .expected).unaskedLog() == ["subscription", "failure expected"])
    #expect(
      Result<Int, TestError>.failure(.expected).publisher.unaskedLog()
        == ["subscription", "failure expected"])
    #expect(Int?.none.publisher.subscriptionName() == "Empty")
    #expect(Empty<Int, Never>().subscriptionName() == "Empty")
    #expect(Fail<Int, TestError>(error: .expected).subscriptionName() == "Empty")
  }

  @Test("Rule 15c: Empty(completeImmediately: false) never completes")
  func never() {
    #expect(Empty<Int, Never>(completeImmediately: false).log() == ["subscription"])
  }

  @Test("Rule 16a: a sequence sends exactly what is asked for and ends right after its last value")
  func sequencePulls() {
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    (1...3).publisher.subscribe(probe)
    #expect(probe.log == ["subscription"])
    probe.request(.max(2))
    #expect(probe.values == [1, 2])
    #expect(!probe.hasEnded)
    probe.request(.max(1))
    #expect(probe.log.suffix(2) == ["value 3", "finished"])
  }

  @Test("Rule 16b: a request from inside a value extends the running loop and does not nest")
  func sequenceReentrancy() {
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { [unowned probe] value in
      probe.request(.max(1))
      return value == 2 ? .max(1) : .none
    }
    (1...1000).publisher.subscribe(probe)
    #expect(probe.values == Array(1...1000))
    #expect(probe.deepestNesting == 1)
    #expect(probe.hasEnded)
  }

  @Test("Rule 16c: an empty sequence completes at the subscription")
  func emptySequence() {
    #expect([Int]().publisher.unaskedLog() == ["subscription", "finished"])
  }

  @Test("Rule 16d: a sequence looks one element ahead")
  func looksAhead() {
    var made = 0
    let numbers = sequence(first: 1) { number in
      made += 1
      return number + 1
    }
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    numbers.publisher.subscribe(probe)
    let before = made
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(made == before + 1)
    probe.cancel()
  }

  @Test(
    "Rule 17: on Just, Optional, Result and Sequence operators run when composed, and only then")
  func eager() {
    var calls = 0
    func counted(_ number: Int) -> Int {
      calls += 1
      return number * 2
    }
    let one = Result<Int, TestError>.success(1)
    #expect(twice(Just(1).map(counted)) == [2, 2])
    #expect(calls == 1)
    #expect(twice(Int?.some(1).publisher.map(counted)) == [2, 2])
    #expect(calls == 2)
    #expect(twice(one.publisher.map(counted)) == [2, 2])
    #expect(calls == 3)
    #expect(twice([1, 2].publisher.map(counted)) == [2, 4, 2, 4])
    #expect(calls == 5)
    // Any other publisher runs them for each subscriber.
    #expect(twice(AnyPublisher(Just(1)).map(counted)) == [2, 2])
    #expect(calls == 7)
    let _: Result<Int, any Error>.Publisher = Just(1).tryMap { $0 }
    let _: Publishers.Sequence<[Int], Never> = [1, 2].publisher.filter { $0 > 1 }
  }

  /// What two subscribers get.
  func twice<P: Publisher>(_ publisher: P) -> [P.Output] {
    publisher.allValues() + publisher.allValues()
  }

  @Test("Rule 18a: Deferred makes a publisher for each subscriber, at its subscription")
  func deferred() {
    var made = 0
    let deferred = Deferred {
      made += 1
      return Just(made)
    }
    #expect(made == 0)
    #expect(deferred.allValues() == [1])
    #expect(deferred.allValues() == [2])
  }

  @Test("Rule 18b: Future runs its closure when made, once, and replays the first result")
  func future() {
    var runs = 0
    var promise: Future<Int, TestError>.Promise?
    let future = Future<Int, TestError> {
      runs += 1
      promise = $0
    }
    #expect(runs == 1)
    let early = Probe()
    future.subscribe(early)
    promise?(.success(1))
    promise?(.success(2))
    promise?(.failure(.expected))
    #expect(early.log == ["subscription", "value 1", "finished"])
    #expect(future.log() == early.log)
    #expect(runs == 1)
  }

  @Test("Rule 19a: a future's success waits for demand, its failure does not")
  func futureDemand() {
    let probe = Probe(demand: .none)
    Future<Int, TestError> { $0(.success(1)) }.subscribe(probe)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "finished"])
    #expect(
      Future<Int, TestError> { $0(.failure(.expected)) }.unaskedLog()
        == ["subscription", "failure expected"])
  }

  @Test("Rule 19b: a promise keeps its future alive as long as somebody keeps the promise")
  func futureLifetime() {
    weak var future: Future<Int, Never>?
    var promise: Future<Int, Never>.Promise?
    do {
      let made = Future<Int, Never> { promise = $0 }
      future = made
    }
    #expect(future != nil)
    #expect(promise != nil)
    promise = nil
    #expect(future == nil)
    do {
      let made = Future<Int, Never> { _ in }
      future = made
    }
    #expect(future == nil)
  }

  @Test("Rule 20a: Record replays as demand allows, then its completion")
  func record() {
    let record = Record<Int, TestError> {
      $0.receive(1)
      $0.receive(2)
      $0.receive(completion: .failure(.expected))
    }
    let probe = Probe(demand: .max(1))
    record.subscribe(probe)
    #expect(probe.log == ["subscription", "value 1"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "value 2", "failure expected"])
    #expect(record.log() == probe.log)
  }

  @Test("Rule 21: Fail and Empty send their subscription, then their completion, also unasked")
  func subscriptionFirst() {
    #expect(Empty<Int, TestError>().unaskedLog() == ["subscription", "finished"])
    let fail = Fail<Int, TestError>(error: .expected)
    #expect(fail.unaskedLog() == ["subscription", "failure expected"])
    #expect(fail.map { $0 }.filter { _ in true }.scan(0, +).unaskedLog() == fail.unaskedLog())
    #expect(fail.merge(with: fail).count().unaskedLog() == fail.unaskedLog())
  }
}

extension Publisher {
  /// Everything this publisher sends to a subscriber that asks for nothing.
  func unaskedLog() -> [String] {
    let probe = ProbeSubscriber<Output, Failure>(demand: .none)
    subscribe(probe)
    return probe.log
  }

  /// What this publisher's subscription is called.
  func subscriptionName() -> String {
    var name = ""
    subscribe(AnySubscriber(receiveSubscription: { name = "\($0)" }))
    return name
  }
}
