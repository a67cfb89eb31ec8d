import Foundation
import Reactive
import ReactiveFoundation
import Testing

@Suite("Time of run loops and operation queues")
struct DateSchedulerTimeTests {
  typealias Stride = RunLoop.SchedulerTimeType.Stride

  @Test(
    "lengths of time are counted in seconds",
    arguments: [
      (Stride.seconds(2), 2.0), (.seconds(0.5), 0.5), (.milliseconds(1500), 1.5),
      (.microseconds(250), 0.000_25), (.nanoseconds(1_000), 0.000_001), (3, 3.0), (0.25, 0.25),
      (Stride(4), 4.0), (Stride(exactly: 7)!, 7.0),
    ])
  func units(stride: Stride, seconds: TimeInterval) {
    #expect(abs(stride.timeInterval - seconds) < 1e-12)
    #expect(stride.magnitude == stride.timeInterval)
  }

  @Test("a length that a number of seconds cannot hold exactly is refused")
  func inexact() {
    #expect(Stride(exactly: Int.max) == nil)
  }

  @Test("lengths of time are added, subtracted, multiplied and compared")
  func arithmetic() {
    var stride = Stride.seconds(2) + .milliseconds(500)
    #expect(stride == 2.5)
    stride -= 0.5
    stride *= 3
    stride += 1
    #expect(stride == 7)
    #expect(stride - 8 == -1)
    #expect(-stride < stride)
  }

  @Test("instants are as far apart as their dates")
  func distance() {
    let start = OperationQueue.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 100))
    let end = start.advanced(by: .milliseconds(250))
    #expect(end.date.timeIntervalSinceReferenceDate == 100.25)
    #expect(start.distance(to: end) == 0.25)
    #expect(end.distance(to: start) == -0.25)
    #expect(start < end)
  }

  @Test("an instant survives being encoded")
  func coding() throws {
    let time = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 123.5))
    let data = try JSONEncoder().encode(time)
    #expect(try JSONDecoder().decode(RunLoop.SchedulerTimeType.self, from: data) == time)
  }
}
