import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Timing")
struct TimingTests {
  @Test(
    "measureInterval",
    arguments: [
      MarbleRow(
        "counts from the subscription, then from value to value", "--a-b---c|", "--2-2---4|"
      ) { up, m in
        up.measureInterval(using: m.scheduler).map { "\(seconds($0))" }
      },
      MarbleRow("passes failure", "-a#", "-1#") { up, m in
        up.measureInterval(using: m.scheduler).map { "\(seconds($0))" }
      },
    ])
  func measureInterval(_ row: MarbleRow) { row.check() }

  @Test("measureInterval counts from when upstream's subscription came, not from before")
  func measuresFromSubscription() {
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<VirtualTimeScheduler.SchedulerTimeType.Stride, Never>()
    subject.subscribe(on: Later(time: time, delay: 5)).measureInterval(using: time).subscribe(probe)
    time.advance(by: 5)
    // The demand comes five seconds later still.
    time.advance(by: 6)
    subject.send(1)
    #expect(probe.values == [6])
  }

  @Test(
    "timeout",
    arguments: [
      MarbleRow("finishes when no value has come for so long", "-a-b------c|", "-a-b--|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("fails instead, with an error of its own", "-a-b------c|", "-a-b--#") { up, m in
        up.timeout(3, scheduler: m.scheduler, customError: { .other })
      },
      MarbleRow("starts at the subscription", "-----a|", "---|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("a value at the very instant is in time", "---a--|", "---a--|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("leaves a stream alone that ends in time", "a-b|", "a-b|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("passes failure", "a-#", "a-#") { up, m in up.timeout(3, scheduler: m.scheduler) },
    ])
  func timeout(_ row: MarbleRow) { row.check() }

  @Test("timeout cancels upstream before it ends, and passes demand through")
  func timeoutCancels() {
    let time = VirtualTimeScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    var cancelCount: Int?
    probe.onCompletion = { cancelCount = upstream.cancelCount }
    upstream.timeout(3, scheduler: time).subscribe(probe)
    #expect(upstream.requests == [.max(2)])
    time.advance(by: 3)
    #expect(cancelCount == 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("the first demand starts the time of timeout anew, a later one does not")
  func timeoutFirstDemand() {
    let time = VirtualTimeScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.timeout(3, scheduler: time).subscribe(probe)
    time.advance(by: 2)
    probe.request(.max(1))
    time.advance(by: 2)
    probe.request(.max(1))
    #expect(probe.log == ["subscription"])
    time.advance(by: 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("a timeout of no time ends after the subscription")
  func timeoutAtOnce() {
    let never = Empty<Int, Never>(completeImmediately: false)
    #expect(never.timeout(0, scheduler: Hasty()).log() == ["subscription", "finished"])
  }

  @Test("timeout keeps one timer, however many values come")
  func timeoutOneTimer() {
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.timeout(10, scheduler: time).subscribe(probe)
    for value in 1...100 { subject.send(value) }
    time.advance(by: 9)
    #expect(probe.values.count == 100)
    probe.cancel()
    time.advance(by: 1)
    #expect(!time.hasWork)
  }

  @Test("timeout does not take an ImmediateScheduler")
  func timeoutImmediate() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).timeout(.seconds(1), scheduler: ImmediateScheduler.shared).sink { _ in }
    }
  }

  static func seconds(_ stride: VirtualTimeScheduler.SchedulerTimeType.Stride) -> Int {
    stride.nanoseconds / 1_000_000_000
  }
}

/// A scheduler that does later what is due at once.
private struct Later: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType

  let time: VirtualTimeScheduler
  let delay: SchedulerTimeType.Stride

  var now: SchedulerTimeType { time.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    time.schedule(after: now.advanced(by: delay), action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { time.schedule(after: date, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { time.schedule(after: date, interval: interval, action) }
}

/// Does what is due before it returns.
private struct Hasty: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType

  let time = VirtualTimeScheduler()

  var now: SchedulerTimeType { time.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { if date <= now { action() } else { time.schedule(after: date, action) } }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { time.schedule(after: date, interval: interval, action) }
}
