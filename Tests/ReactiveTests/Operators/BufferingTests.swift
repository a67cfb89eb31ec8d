import Reactive
import TestSupport
import Testing

@Suite("Buffering")
struct BufferingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  /// Takes three frames for each value, and asks for the next one then.
  static func slowly(
    _ upstream: some Publisher<String, TestError>, _ marbles: Marbles
  ) -> MarbleRow.Stream {
    upstream.flatMap(maxPublishers: .max(1)) {
      Just($0).setFailureType(to: TestError.self).delay(for: 3, scheduler: marbles.scheduler)
    }.eraseToAnyPublisher()
  }

  @Test(
    "diagrams of a slow subscriber",
    arguments: [
      MarbleRow("what waits comes in order", "abc|", "---a--b--(c|)") { up, m in
        slowly(up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest), m)
      },
      MarbleRow("without a buffer it is lost", "abc|", "---(a|)") { up, m in slowly(up, m) },
      MarbleRow("dropNewest keeps the first", "abcdef", "---a--b--c--e") { up, m in
        slowly(up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest), m)
      },
      MarbleRow("dropOldest keeps the last", "abcdef", "---a--c--e--f") { up, m in
        slowly(up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest), m)
      },
      MarbleRow("customError fails once more is asked for", "abcdef", "---(a#)") { up, m in
        slowly(up.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { .other }), m)
      },
      MarbleRow("keepFull leaves the loss to upstream", "abcdef", "---a--b--c--e") { up, m in
        slowly(up.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { .other }), m)
      },
      MarbleRow("a failure overtakes what waits", "abc-#", "---a#") { up, m in
        slowly(up.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest), m)
      },
      MarbleRow("with demand everything passes straight through", "ab-c#", "ab-c#") { up, _ in
        up.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  private func attach(
    size: Int, _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<TestError>, demand: Subscribers.Demand = .none
  ) -> (Upstream, Probe) {
    let (upstream, probe) = (Upstream(), Probe(demand: demand))
    upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).subscribe(probe)
    return (upstream, probe)
  }

  @Test("byRequest asks for everything, before there is demand, and once")
  func asksForEverything() {
    let (upstream, probe) = attach(size: 2, .byRequest, .dropNewest)
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    probe.request(.max(3))
    #expect(upstream.requests == [.unlimited])
    #expect(probe.values == [1])
  }

  @Test("keepFull asks for as many as fit, and for one more for each that has left")
  func keepsFull() {
    let (upstream, probe) = attach(size: 3, .keepFull, .dropNewest)
    #expect(upstream.requests == [.max(3)])
    for value in 1...3 { upstream.send(value) }
    #expect(upstream.connections[0].demand == .none)
    probe.request(.max(2))
    #expect(probe.values == [1, 2])
    #expect(upstream.requests == [.max(3), .max(2)])
    upstream.send(4)
    probe.request(.max(2))
    #expect(probe.values == [1, 2, 3, 4])
    #expect(upstream.requests == [.max(3), .max(2), .max(2)])
    probe.request(.max(1))
    // One that passes straight through is made up for by what its delivery returns.
    upstream.send(5)
    #expect(probe.values == [1, 2, 3, 4, 5])
    #expect(upstream.requests.count == 3)
    #expect(upstream.connections[0].demand == .max(3))
  }

  @Test(
    "what is sent from inside a delivery waits its turn, whoever delivers",
    arguments: [Publishers.PrefetchStrategy.keepFull, .byRequest])
  func sendInside(_ prefetch: Publishers.PrefetchStrategy) {
    let (upstream, probe) = attach(size: 9, prefetch, .dropNewest)
    probe.onValue = { value in
      if value == 1 { upstream.send(11) }
      return .none
    }
    for value in [2, 1, 4] { upstream.send(value) }
    probe.request(.max(4))
    #expect(probe.values == [2, 1, 4, 11])
    probe.onValue = { value in
      if value == 5 { for sent in 6...8 { upstream.send(sent) } }
      return .none
    }
    probe.request(.unlimited)
    upstream.send(5)
    #expect(probe.values == [2, 1, 4, 11, 5, 6, 7, 8])
    #expect(probe.deepestNesting == 1)
  }

  @Test("the stream finishes when the buffer is empty and one value more is asked for")
  func finish() {
    let (upstream, probe) = attach(size: 3, .byRequest, .dropNewest, demand: .max(1))
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1"])
    probe.request(.max(2))
    #expect(probe.values == [1, 2, 3])
    #expect(!probe.hasEnded)
    probe.request(.max(1))
    #expect(probe.log.last == "finished")
  }

  @Test("a failure comes after values that are asked for, and discards the others")
  func failure() {
    let (upstream, probe) = attach(size: 5, .byRequest, .dropNewest, demand: .max(2))
    var isFirst = true
    probe.onValue = { _ in
      if !isFirst { return .none }
      isFirst = false
      for value in 2...4 { upstream.send(value) }
      upstream.send(completion: .failure(.expected))
      return .none
    }
    upstream.send(1)
    #expect(probe.log == ["subscription", "value 1", "value 2", "failure expected"])
  }

  @Test("the custom error is made once, upstream is cancelled then, and nothing is heard of it")
  func customError() {
    var made = 0
    let upstream = Upstream()
    let probe = Probe(demand: .none)
    upstream.buffer(
      size: 1, prefetch: .byRequest,
      whenFull: .customError {
        made += 1
        return .expected
      }
    ).subscribe(probe)
    for value in 1...4 { upstream.send(value) }
    #expect(made == 1)
    #expect(upstream.cancelCount == 1)
    #expect(probe.log == ["subscription"])
  }

  @Test("after an overflow values go out as far as asked, then the error, in place of the rest")
  func customErrorWaits() {
    let (upstream, probe) = attach(size: 3, .byRequest, .customError { .expected })
    for value in 1...5 { upstream.send(value) }
    probe.request(.max(2))
    #expect(probe.log == ["subscription", "value 1", "value 2", "failure expected"])
    let (other, asksForMore) = attach(size: 2, .byRequest, .customError { .expected })
    for value in 1...3 { other.send(value) }
    asksForMore.request(.max(9))
    #expect(asksForMore.log == ["subscription", "value 1", "value 2", "failure expected"])
  }

  @Test("an overflow inside a delivery is heard of when that delivery asks for more")
  func customErrorInsideDelivery() {
    let (upstream, probe) = attach(size: 1, .byRequest, .customError { .expected })
    probe.onValue = { value in
      if value > 1 { return .none }
      for value in 2...3 { upstream.send(value) }
      return .max(1)
    }
    probe.request(.max(1))
    upstream.send(1)
    #expect(probe.log == ["subscription", "value 1", "value 2", "failure expected"])
  }

  @Test("what a publisher sends when it is asked is buffered before the subscriber is told")
  func fillsFirst() {
    func kept(_ strategy: Publishers.BufferingStrategy<Never>) -> [Int] {
      let probe = ProbeSubscriber<Int, Never>()
      (0..<100).publisher.buffer(size: 5, prefetch: .byRequest, whenFull: strategy)
        .subscribe(probe)
      #expect(probe.log.first == "subscription")
      #expect(probe.log.last == "finished")
      return probe.values
    }
    #expect(kept(.dropOldest) == [95, 96, 97, 98, 99])
    #expect(kept(.dropNewest) == [0, 1, 2, 3, 4])
    let failing = Fail<Int, TestError>(error: .expected)
      .buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
    #expect(failing.unaskedLog() == ["subscription", "failure expected"])
  }

  @Test("a buffer frees what it holds at a cancel, and what it drops, outside its lock")
  func freesOutsideLock() {
    let upstream = ManualPublisher<DeinitHook, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    var freed = 0
    // Each object, when it is freed, enters the buffer again, which would wait for its own lock.
    upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).map { _ in 1 }
      .subscribe(probe)
    let onFree = { [probe] in
      freed += 1
      probe.request(.max(1))
    }
    func send() { upstream.send(DeinitHook(onFree)) }
    for _ in 1...3 { send() }
    // The first was dropped; it asked for one, which was freed and asked for another.
    #expect(freed == 3)
    probe.cancel()
  }

  @Test("strategies of prefetching are equal to themselves")
  func prefetchEquality() {
    #expect(Publishers.PrefetchStrategy.keepFull != .byRequest)
    #expect(Set<Publishers.PrefetchStrategy>([.keepFull, .byRequest, .keepFull]).count == 2)
  }

  @Test("a buffer without room lets no value pass; one of a negative size traps")
  func noRoom() async {
    for strategy in [Publishers.BufferingStrategy<TestError>.dropNewest, .dropOldest] {
      for prefetch in [Publishers.PrefetchStrategy.byRequest, .keepFull] {
        let (upstream, probe) = attach(size: 0, prefetch, strategy, demand: .unlimited)
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(probe.log == ["subscription", "finished"])
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).buffer(size: -1, prefetch: .byRequest, whenFull: .dropNewest)
    }
  }

  @Test("without room the error of an overflow waits for a request, whatever was asked for before")
  func noRoomForAnError() {
    let (upstream, probe) = attach(
      size: 0, .byRequest, .customError { .expected }, demand: .unlimited)
    upstream.send(1)
    #expect(upstream.cancelCount == 1)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "failure expected"])
  }
}
