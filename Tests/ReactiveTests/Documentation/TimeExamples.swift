import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Stands in for Dispatch's, so that the examples run on virtual time.
private enum DispatchQueue {
  @TaskLocal static var main = VirtualTimeScheduler()

  static func global() -> VirtualTimeScheduler { main }
}

@Suite("Documented examples: time")
struct TimeExamples: ExampleSuite {
  let page = PrintedPage()

  private func onVirtualTime(_ body: (VirtualTimeScheduler) -> Void) {
    let time = VirtualTimeScheduler()
    DispatchQueue.$main.withValue(time) { body(time) }
  }

  private final class SignUp {
    @Published var username = ""

    func settled() -> some Publisher<String, Never> {
      $username.debounce(for: .milliseconds(500), scheduler: DispatchQueue.main)
    }
  }

  @Test("waiting for a pause")
  func debouncing() {
    onVirtualTime { time in
      let model = SignUp()
      let cancellable = model.settled().sink { print($0) }
      model.username = "a"
      time.advance(by: .milliseconds(499))
      model.username = "an"
      time.advance(by: .milliseconds(500))
      #expect(printed == ["an"])
      cancellable.cancel()
    }
  }

  @Test("at most one value in a length of time")
  func throttling() {
    onVirtualTime { time in
      let locations = PassthroughSubject<Int, Never>()
      let paced = example {
        locations.throttle(for: .milliseconds(500), scheduler: DispatchQueue.main, latest: true)
      }
      let cancellable = paced.sink { print($0) }
      locations.send(1)
      time.advance(by: .milliseconds(1))
      for location in 2...3 { locations.send(location) }
      time.advance(by: .milliseconds(500))
      #expect(printed == ["1", "3"])
      cancellable.cancel()
    }
  }

  @Test("later")
  func delaying() {
    onVirtualTime { time in
      let keys = PassthroughSubject<Int, Never>()
      let late = example {
        keys.delay(for: .milliseconds(200), scheduler: DispatchQueue.main)
      }
      let cancellable = late.sink { print($0) }
      keys.send(1)
      time.advance(by: .milliseconds(199))
      #expect(printed == [])
      time.advance(by: .milliseconds(1))
      #expect(printed == ["1"])
      cancellable.cancel()
    }
    shows("1, 2") {
      [1, 2].publisher.delay(for: .seconds(9), scheduler: ImmediateScheduler.shared)  // 1, 2
    }
  }

  @Test("giving up")
  func timingOut() {
    enum ResponseError: Error { case tooSlow }
    onVirtualTime { time in
      let responses = PassthroughSubject<Int, ResponseError>()
      let limited = example {
        responses.timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { .tooSlow })
      }
      let cancellable = limited.sink {
        print($0)
      } receiveValue: {
        print($0)
      }
      responses.send(1)
      time.advance(by: .seconds(5))
      #expect(printed.count == 2)
      #expect(printed.last?.contains("tooSlow") == true)
      cancellable.cancel()
    }
  }

  @Test("measuring")
  func measuring() {
    onVirtualTime { time in
      let values = PassthroughSubject<Int, Never>()
      let output = "2 s, 3 s"
      let intervals = example {
        // a value 2 s after the subscription, another 3 s later
        values.measureInterval(using: DispatchQueue.main)  // 2 s, 3 s
      }
      let cancellable = intervals.sink { print("\($0.nanoseconds / 1_000_000_000) s") }
      time.advance(by: .seconds(2))
      values.send(0)
      time.advance(by: .seconds(3))
      values.send(0)
      #expect(printed.joined(separator: ", ") == output)
      cancellable.cancel()
    }
  }

  @Test("collecting")
  func collecting() {
    onVirtualTime { time in
      let readings = PassthroughSubject<Int, Never>()
      let timed = example {
        readings.collect(.byTime(DispatchQueue.main, .seconds(1)))
      }
      let counted = example {
        readings.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 100))
      }
      let cancellables = [timed.sink { print($0) }, counted.sink { print($0.count) }]
      for reading in 1...2 { readings.send(reading) }
      time.advance(by: .seconds(1))
      #expect(printed.sorted() == ["2", "[1, 2]"])
      withExtendedLifetime(cancellables) {}
    }
  }

  @Test("keeping what nobody has asked for yet")
  func buffering() {
    let samples = PassthroughSubject<Int, Never>()
    let kept = example {
      samples.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
    }
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    kept.subscribe(probe)
    for sample in 1...3 { samples.send(sample) }
    #expect(probe.values == [1])
  }

  private final class Label {
    var text = ""
  }

  @Test("on a scheduler")
  func hopping() {
    onVirtualTime { time in
      let work = PassthroughSubject<String, Never>()
      let label = Label()
      let cancellable = example {
        work.receive(on: DispatchQueue.main).sink { label.text = $0 }
      }
      work.send("done")
      #expect(label.text == "")
      time.advance()
      #expect(label.text == "done")
      cancellable.cancel()

      func load() -> Just<Int> { Just(1) }
      let loaded = example {
        load().subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main)
      }
      let loading = loaded.sink { print($0) }
      #expect(printed == [])
      time.advance()
      #expect(printed == ["1"])
      loading.cancel()
    }
  }

  @Test("trying again later")
  func retrying() {
    onVirtualTime { time in
      let queue = DispatchQueue.main
      var loads = 0
      func load() -> some Publisher<Int, LoadError> {
        Deferred {
          loads += 1
          return Fail<Int, LoadError>(error: .busy)
        }
      }
      let even = example {
        load().retry(3, delay: .seconds(2), scheduler: queue) { $0.isTemporary }
      }
      let first = even.sink { _ in
      } receiveValue: { _ in
      }
      time.advance(by: .seconds(6))
      #expect(loads == 4)
      first.cancel()

      loads = 0
      let growing = example {
        load().retry(5, delay: { .milliseconds(100 << $0) }, scheduler: queue)
      }
      let second = growing.sink { _ in
      } receiveValue: { _ in
      }
      time.advance(by: .milliseconds(200))
      #expect(loads == 2)
      time.advance(by: .milliseconds(399))
      #expect(loads == 2)
      time.advance(by: .milliseconds(1))
      #expect(loads == 3)
      second.cancel()
    }
  }

  @Test("ticking")
  func ticking() {
    onVirtualTime { time in
      let cancellable = DispatchQueue.main.timerPublisher(every: .seconds(1))
        .autoconnect().sink { print($0) }
      time.advance(by: .seconds(3))
      #expect(printed.count == 3)
      cancellable.cancel()
    }
  }

  @Test("time that stands still until it is moved")
  func virtualTime() {
    let subject = PassthroughSubject<String, Never>()
    let scheduler = VirtualTimeScheduler()
    let cancellable = subject.debounce(for: .milliseconds(500), scheduler: scheduler)
      .sink { print($0) }
    subject.send("a")
    scheduler.advance(by: .milliseconds(499))  // nothing
    scheduler.advance(by: .milliseconds(1))  // prints "a"
    #expect(printed == ["a"])
    cancellable.cancel()
  }

  @Test("the machine's clock")
  func monotonicClock() {
    let start = MonotonicInstant(nanoseconds: 0)
    let deadline = start + .milliseconds(80)
    print(start.duration(to: deadline))  // prints "0.08 seconds"
    #expect(printed == ["0.08 seconds"])
    let scheduler = AnyScheduler.main
    #expect(scheduler.now <= .now)
  }

  @Test("what waits for a deadline")
  func deadlines() {
    let deadline = MonotonicInstant(nanoseconds: 5)
    var heap = DeadlineHeap<String>()
    let token = heap.insert("a", at: deadline)
    print(heap.popDue(by: deadline) ?? "nothing")  // prints "a"
    #expect(printed == ["a"])
    #expect(heap.remove(token) == nil)
  }
}
