import Reactive
import TestSupport
import Testing

@Suite("Publishers")
struct PublisherTests {
  @Test("a sequence makes only what is asked for, and looks one element ahead")
  func sequenceIsPulled() {
    var made = 0
    let counted = sequence(first: 1) { value in
      made += 1
      return value + 1
    }
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    counted.publisher.subscribe(probe)
    #expect(probe.values == [1, 2])
    #expect(made == 2)
    probe.cancel()
  }

  @Test("a sequence is iterated anew for each subscriber")
  func sequenceAnew() {
    let publisher = [1, 2].publisher
    #expect(publisher.allValues() == [1, 2])
    #expect(publisher.allValues() == [1, 2])
  }

  @Test("a hundred thousand values asked for from inside, one by one, use no more stack than one")
  func deepRequests() {
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { [unowned probe] value in
      probe.request(.max(1))
      return value == 2 ? .max(1) : .none
    }
    (0..<100_000).publisher.subscribe(probe)
    #expect(probe.values == Array(0..<100_000))
    #expect(probe.deepestNesting == 1)
    #expect(probe.hasEnded)
  }

  @Test("Deferred makes a publisher for each subscriber, and none before")
  func deferred() {
    var made = 0
    let publisher = Deferred { () -> Just<Int> in
      made += 1
      return Just(made)
    }
    #expect(made == 0)
    #expect(publisher.allValues() == [1])
    #expect(publisher.allValues() == [2])
  }

  @Test("Future runs its closure when it is made, once, and keeps the first result")
  func futureOnce() {
    var runs = 0
    var promise: Future<Int, TestError>.Promise?
    let future = Future<Int, TestError> {
      runs += 1
      promise = $0
    }
    #expect(runs == 1)
    let waiting = ProbeSubscriber<Int, TestError>()
    future.subscribe(waiting)
    #expect(waiting.log == ["subscription"])
    promise?(.success(3))
    promise?(.success(4))
    promise?(.failure(.expected))
    #expect(waiting.log == ["subscription", "value 3", "finished"])
    #expect(future.log() == ["subscription", "value 3", "finished"])
    #expect(runs == 1)
  }

  @Test("a future's success waits for demand, its failure does not")
  func futureDemand() {
    let success = ProbeSubscriber<Int, TestError>(demand: .none)
    Future<Int, TestError> { $0(.success(1)) }.subscribe(success)
    #expect(success.log == ["subscription"])
    success.request(.max(1))
    #expect(success.log == ["subscription", "value 1", "finished"])
    let failure = ProbeSubscriber<Int, TestError>(demand: .none)
    Future<Int, TestError> { $0(.failure(.expected)) }.subscribe(failure)
    #expect(failure.log == ["subscription", "failure expected"])
  }

  @Test("a future's value that is there already comes from inside the request")
  func futureAnswersRequest() {
    var order: [String] = []
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    probe.onValue = { _ in
      order.append("value")
      return .none
    }
    probe.onSubscription = { subscription in
      subscription.request(.max(1))
      order.append("requested")
    }
    Future<Int, Never> { $0(.success(1)) }.subscribe(probe)
    #expect(order == ["value", "requested"])
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test("whoever has cancelled gets nothing of a future, and is freed")
  func futureCancel() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    weak var weakInside: ProbeSubscriber<Int, Never>?
    let probe = ProbeSubscriber<Int, Never>()
    do {
      let inside = ProbeSubscriber<Int, Never>(demand: .none)
      weakInside = inside
      inside.onSubscription = { $0.cancel() }
      future.subscribe(inside)
    }
    future.subscribe(probe)
    probe.cancel()
    #expect(weakInside == nil)
    promise?(.success(1))
    #expect(probe.log == ["subscription"])
  }

  @Test("Record replays what a closure recorded")
  func record() {
    let record = Record<Int, TestError> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(.other))
    }
    #expect(record.log() == ["subscription", "value 1", "value 2", "failure other"])
    #expect(record.recording.output == [1, 2])
  }

  @Test("an eraser is not erased again, and forwards everything")
  func erasing() {
    let erased = [1, 2].publisher.eraseToAnyPublisher()
    #expect("\(erased.eraseToAnyPublisher())" == "AnyPublisher")
    #expect(AnyPublisher(erased).map { $0 }.log() == erased.log())
  }

  @Test("a promise keeps its future alive as long as somebody keeps the promise")
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

  @Test("recording after the completion traps")
  func recordAfterCompletion() async {
    let value = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Record<Int, Never> { recording in
        recording.receive(completion: .finished)
        recording.receive(1)
      }
    }
    expectMessage("Record: a value came after the completion; nothing may.", in: value)
    let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var recording = Record<Int, Never>.Recording(output: [], completion: .finished)
      recording.receive(completion: .finished)
    }
    expectMessage("Record: a second completion came; there is only one.", in: second)
  }

  @Test("a failure that comes with the subscription goes through a chain unasked")
  func failsUnasked() {
    let fail = Fail<Int, TestError>(error: .expected)
    let log = ["subscription", "failure expected"]
    #expect(fail.map { $0 }.filter { _ in true }.scan(0, +).unaskedLog() == log)
    #expect(fail.merge(with: fail).count().unaskedLog() == log)
  }
}
