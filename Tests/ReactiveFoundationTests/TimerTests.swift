import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing

@Suite("Publisher of a timer")
struct TimerTests {
  private func timer(every interval: TimeInterval = 0.001) -> Timer.TimerPublisher {
    Timer.publish(every: interval, on: .current, in: .default)
  }

  @Test("keeps what it was made of")
  func properties() {
    let publisher = Timer.publish(every: 2, tolerance: 0.5, on: .main, in: .common)
    #expect(publisher.interval == 2)
    #expect(publisher.tolerance == 0.5)
    #expect(publisher.runLoop === RunLoop.main)
    #expect(publisher.mode == .common)
    #expect(Timer.publish(every: 1, on: .main, in: .common).tolerance == nil)
  }

  @Test("sends nothing until it is connected")
  func waitsForConnection() {
    let publisher = timer()
    let subscriber = ProbeSubscriber<Date, Never>()
    publisher.subscribe(subscriber)
    runLoop(for: 0.02)
    #expect(subscriber.values.isEmpty)
    let beginning = Date()
    let connection = publisher.connect()
    #expect(runLoop { subscriber.values.count >= 3 })
    #expect(subscriber.values[0] > beginning)
    #expect(subscriber.values == subscriber.values.sorted())
    connection.cancel()
  }

  @Test("drops for each subscriber the ticks that it has no demand for")
  func dropsWithoutDemand() {
    let publisher = timer()
    let eager = ProbeSubscriber<Date, Never>()
    let slow = ProbeSubscriber<Date, Never>(demand: .max(2))
    publisher.subscribe(eager)
    publisher.subscribe(slow)
    let connection = publisher.connect()
    #expect(runLoop { eager.values.count >= 5 })
    #expect(slow.values == Array(eager.values.prefix(2)))
    let missed = eager.values.count
    slow.request(.max(1))
    #expect(runLoop { slow.values.count == 3 })
    #expect(slow.values[2] > eager.values[missed - 1])
    #expect(!eager.hasEnded)
    connection.cancel()
  }

  @Test("adds the demand that a subscriber returns")
  func addsReturnedDemand() {
    let publisher = timer()
    let eager = ProbeSubscriber<Date, Never>()
    var returns = [1, 1]
    let slow = ProbeSubscriber<Date, Never>(demand: .max(1))
    slow.onValue = { _ in returns.isEmpty ? .none : .max(returns.removeLast()) }
    publisher.subscribe(slow)
    publisher.subscribe(eager)
    let connection = publisher.connect()
    #expect(runLoop { eager.values.count >= 6 })
    #expect(slow.values.count == 3)
    connection.cancel()
  }

  @Test("connects by itself at the first subscriber and stops when the last one cancels")
  func autoconnects() {
    let publisher = timer().autoconnect()
    var counts = [0, 0]
    let first = publisher.sink { _ in counts[0] += 1 }
    let second = publisher.sink { _ in counts[1] += 1 }
    #expect(runLoop { counts[0] >= 2 && counts[1] >= 2 })
    first.cancel()
    let (stopped, before) = (counts[0], counts[1])
    #expect(runLoop { counts[1] >= before + 2 })
    #expect(counts[0] == stopped)
    second.cancel()
    let last = counts[1]
    runLoop(for: 0.02)
    #expect(counts[1] == last)
    let third = publisher.sink { _ in counts[0] += 1 }
    #expect(runLoop { counts[0] > stopped })
    third.cancel()
  }

  @Test("runs one timer however often it is connected")
  func connectsOnce() {
    let publisher = timer(every: 0.02)
    let subscriber = ProbeSubscriber<Date, Never>()
    publisher.subscribe(subscriber)
    let beginning = Date()
    let connections = [publisher.connect(), publisher.connect()]
    #expect(runLoop { subscriber.values.count >= 5 })
    // Two timers would bring twice as many dates; one that is late skips some. A thousandth of a
    // second, because dates and the timer's clock are two clocks.
    let passed = Date().timeIntervalSince(beginning) + 0.001
    #expect(Double(subscriber.values.count) <= passed / 0.02)
    for connection in connections { connection.cancel() }
    let count = subscriber.values.count
    runLoop(for: 0.05)
    #expect(subscriber.values.count == count)
  }

  @Test("takes a tenth of a millisecond in place of no interval", arguments: [0, -1, -0.0])
  func noInterval(_ interval: TimeInterval) {
    var count = 0
    let cancellable = timer(every: interval).autoconnect().sink { _ in count += 1 }
    #expect(runLoop { count >= 5 })
    cancellable.cancel()
    let repetition = RunLoop.current.schedule(
      after: RunLoop.current.now, interval: .seconds(interval)
    ) { count += 1 }
    #expect(runLoop { count >= 10 })
    repetition.cancel()
  }

  @Test("sends nothing to a subscriber that cancelled inside a tick")
  func cancelsInside() {
    let publisher = timer()
    let other = ProbeSubscriber<Date, Never>()
    var count = 0
    var cancellable: AnyCancellable?
    cancellable = publisher.sink { _ in
      count += 1
      cancellable?.cancel()
    }
    publisher.subscribe(other)
    let connection = publisher.connect()
    #expect(runLoop { other.values.count >= 3 })
    #expect(count == 1)
    connection.cancel()
  }

  @Test("lets go of its subscribers when it is disconnected; later ones can be connected anew")
  func disconnects() {
    let publisher = timer()
    let earlier = ProbeSubscriber<Date, Never>()
    publisher.subscribe(earlier)
    let connection = publisher.connect()
    #expect(runLoop { !earlier.values.isEmpty })
    connection.cancel()
    let count = earlier.values.count
    let later = ProbeSubscriber<Date, Never>()
    publisher.subscribe(later)
    let anew = publisher.connect()
    #expect(runLoop { later.values.count >= 3 })
    #expect(earlier.values.count == count)
    anew.cancel()
    earlier.cancel()
    later.cancel()
  }

  @Test("frees a subscriber when it cancels, while the timer goes on")
  func freesSubscriber() {
    let publisher = timer()
    weak var freed: ProbeSubscriber<Date, Never>?
    let connection = publisher.connect()
    do {
      let subscriber = ProbeSubscriber<Date, Never>()
      freed = subscriber
      publisher.subscribe(subscriber)
      #expect(runLoop { !subscriber.values.isEmpty })
      subscriber.cancel()
    }
    #expect(freed == nil)
    connection.cancel()
  }

  @Test("calls its subscription what Combine calls it")
  func description() {
    let subscriber = ProbeSubscriber<Date, Never>(demand: .none)
    timer().subscribe(subscriber)
    #expect(subscriber.subscription.map { "\($0)" } == "Timer")
    subscriber.cancel()
  }
}
