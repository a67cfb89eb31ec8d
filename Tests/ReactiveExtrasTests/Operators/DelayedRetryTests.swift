import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("retry that waits and asks")
struct DelayedRetryTests {
  @Test(
    "retry waits, and asks whether to",
    arguments: [
      .init("after the same delay", [], "a---a---a#") { _, marbles in
        marbles.cold("a#").retry(2, delay: 3, scheduler: marbles.scheduler)
      },
      .init("after longer and longer delays", [], "a-a--a#") { _, marbles in
        marbles.cold("a#").retry(2, delay: { .seconds($0) }, scheduler: marbles.scheduler)
      },
      .init("not after this failure", [], "a#") { _, marbles in
        marbles.cold("a#").retry(delay: 3, scheduler: marbles.scheduler) { _ in false }
      },
      .init("not after the end", [], "a|") { _, marbles in
        marbles.cold("a|").retry(delay: 3, scheduler: marbles.scheduler)
      },
      .init("not at all", [], "a#") { _, marbles in
        marbles.cold("a#").retry(0, delay: 3, scheduler: marbles.scheduler)
      },
      .init("at once", [], "aaa#") { _, marbles in marbles.cold("a#").retry(2) { _ in true } },
    ] as [MarbleRow])
  func retrying(_ row: MarbleRow) { row.check() }

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
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(3))
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
    #expect(!time.hasWork)
    #expect(weakUpstream == nil)
    time.run()
    #expect(probe.log == ["subscription", "value 1"])
  }
}
