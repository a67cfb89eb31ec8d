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
      MarbleRow("customError fails at the first there is no room for", "abcdef", "---#") { up, m in
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

  @Test("the custom error is made once, after upstream was cancelled, and comes without demand")
  func customError() {
    var cancelCounts: [Int] = []
    let upstream = Upstream()
    let probe = Probe(demand: .none)
    upstream.buffer(
      size: 1, prefetch: .byRequest,
      whenFull: .customError {
        cancelCounts.append(upstream.cancelCount)
        return .expected
      }
    ).subscribe(probe)
    for value in 1...4 { upstream.send(value) }
    #expect(cancelCounts == [1])
    #expect(probe.log == ["subscription", "failure expected"])
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

  @Test("a buffer without room traps")
  func noRoom() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).buffer(size: 0, prefetch: .byRequest, whenFull: .dropNewest)
    }
  }
}
