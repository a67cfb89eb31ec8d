import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("AnyScheduler")
struct AnySchedulerTests {
  @Test("an erased scheduler does what the one inside does")
  func erased() {
    let time = VirtualTimeScheduler()
    let erased: AnySchedulerOf<VirtualTimeScheduler> = time.eraseToAnyScheduler()
    var log: [String] = []
    erased.schedule { log.append("soon") }
    erased.schedule(after: erased.now.advanced(by: 2)) { log.append("later") }
    let repeating = erased.schedule(after: erased.now.advanced(by: 1), interval: 2) {
      log.append("tick")
    }
    #expect(log.isEmpty)
    time.advance(by: 3)
    #expect(log == ["soon", "tick", "later", "tick"])
    repeating.cancel()
    #expect(!time.hasWork)
    #expect(erased.now == time.now)
    #expect(erased.minimumTolerance == time.minimumTolerance)
  }

  @Test("virtual time stands in for a Dispatch queue")
  func standIn() {
    let time = VirtualTimeScheduler()
    let queue: AnySchedulerOf<DispatchQueue> = time.eraseToAnyScheduler(of: DispatchQueue.self)
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.debounce(for: .milliseconds(300), scheduler: queue).subscribe(probe)
    subject.send(1)
    time.advance(by: .milliseconds(299))
    subject.send(2)
    time.advance(by: .milliseconds(299))
    #expect(probe.values.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(probe.values == [2])
    let before = queue.now
    time.advance(by: .seconds(2))
    #expect(before.distance(to: queue.now) == .seconds(2))
    var ticks = 0
    let repeating = queue.schedule(after: queue.now, interval: .seconds(1)) { ticks += 1 }
    queue.schedule { ticks += 10 }
    time.advance(by: .seconds(2))
    #expect(ticks == 13)
    repeating.cancel()
    #expect(!time.hasWork)
  }
}
