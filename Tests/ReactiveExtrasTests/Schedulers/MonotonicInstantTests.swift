import Dispatch
import Reactive
import ReactiveExtras
import Testing

@Suite("Instants of one clock for all")
struct MonotonicInstantTests {
  @Test(
    "A duration becomes a stride and comes back exactly, to the nanosecond",
    arguments: [
      Duration.zero, .nanoseconds(1), .nanoseconds(-1), .milliseconds(80), .seconds(-86_400),
      .nanoseconds(Int.max), .nanoseconds(Int.min),
    ])
  func exact(_ duration: Duration) {
    #expect(MonotonicInstant.Stride(duration).duration == duration)
  }

  @Test("A duration too long for a stride becomes the longest; parts of a nanosecond are dropped")
  func limits() {
    typealias Stride = MonotonicInstant.Stride
    #expect(Stride(.seconds(Int64.max)).nanoseconds == .max)
    #expect(Stride(.seconds(Int64.min)).nanoseconds == .min)
    #expect(Stride(.nanoseconds(Int.max) + .nanoseconds(1)).nanoseconds == .max)
    let almostTwo = Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)
    #expect(Stride(almostTwo) == .nanoseconds(1))
    #expect(Stride.seconds(Int.max) == .nanoseconds(.max))
    #expect(Stride.seconds(-1e300) == .nanoseconds(.min))
    #expect(Stride.milliseconds(.min) == .nanoseconds(.min))
    #expect(Stride.nanoseconds(.max) + 1 == .nanoseconds(.max))
    #expect(Stride.nanoseconds(.min) - 1 == .nanoseconds(.min))
    #expect(Stride.nanoseconds(.min) * .nanoseconds(-1) == .nanoseconds(.max))
    #expect(Stride.nanoseconds(.min).magnitude == .max)
  }

  @Test("Instants go on by durations, up to the first and the last there are")
  func arithmetic() {
    let (first, last) = (MonotonicInstant(nanoseconds: .min), MonotonicInstant(nanoseconds: .max))
    let instant = MonotonicInstant(nanoseconds: 5)
    #expect(instant + .nanoseconds(3) == MonotonicInstant(nanoseconds: 8))
    #expect(instant - .nanoseconds(8) == MonotonicInstant(nanoseconds: -3))
    #expect(instant.duration(to: MonotonicInstant(nanoseconds: 1)) == .nanoseconds(-4))
    #expect(instant + .seconds(Int64.max) == last)
    #expect(MonotonicInstant(nanoseconds: -5) - .seconds(Int64.max) == first)
    #expect(last.advanced(by: 1) == last && first.advanced(by: -1) == first)
    #expect(first.distance(to: last) == .nanoseconds(.max))
    #expect(last.distance(to: first) == .nanoseconds(.min))
    #expect(first.duration(to: last) == .nanoseconds(Int.max) - .nanoseconds(Int.min))
    #expect(first < last && !(instant < instant))
  }

  @Test("The machine's clock is the one that Dispatch queues go by, and only goes forward")
  func clock() {
    let before = DispatchTime.now().uptimeNanoseconds
    let (first, second) = (MonotonicInstant.now, AnyScheduler.main.now)
    #expect(first <= second)
    #expect(before <= UInt64(first.nanoseconds))
    #expect(UInt64(second.nanoseconds) <= DispatchTime.now().uptimeNanoseconds)
  }

  @Test("A Dispatch queue runs work at monotonic instants, and cancels what repeats")
  func queue() async {
    let queue = DispatchQueue(label: "monotonic")
    let scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.queue(queue)
    let start = scheduler.now
    await withCheckedContinuation { done in
      nonisolated(unsafe) var beats = 0
      nonisolated(unsafe) var repeating: (any Cancellable)?
      scheduler.schedule {
        dispatchPrecondition(condition: .onQueue(queue))
        repeating = scheduler.schedule(after: start + .milliseconds(2), interval: .milliseconds(1))
        {
          beats += 1
          guard beats == 2 else { return }
          repeating?.cancel()
          scheduler.schedule(after: scheduler.now + .milliseconds(2)) { done.resume() }
        }
      }
    }
    #expect(start.duration(to: scheduler.now) >= .milliseconds(5))
  }
}
