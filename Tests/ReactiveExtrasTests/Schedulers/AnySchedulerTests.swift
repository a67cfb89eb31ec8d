import ReactiveExtras
import TestSupport
import Dispatch
import Reactive
import Testing

@Suite("Extras: schedulers")
struct ExtraSchedulerTests {
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

  @Test("an unimplemented scheduler reports each use and runs nothing")
  func unimplemented() {
    var reports: [String] = []
    var ran = false
    let scheduler: AnySchedulerOf<DispatchQueue> = .unimplemented("Search") { reports.append($0) }
    let instant = scheduler.now
    scheduler.schedule { ran = true }
    scheduler.schedule(after: instant) { ran = true }
    scheduler.schedule(after: instant, interval: 1) { ran = true }.cancel()
    #expect(!ran)
    #expect(
      reports == [
        "The unimplemented scheduler \"Search\" was asked for the time.",
        "The unimplemented scheduler \"Search\" was given work.",
        "The unimplemented scheduler \"Search\" was given work for later.",
        "The unimplemented scheduler \"Search\" was given work to repeat.",
      ])
  }

  @Test("making an operator with an unimplemented scheduler is no use of it")
  func unimplementedUnused() {
    var reports: [String] = []
    let scheduler: AnySchedulerOf<VirtualTimeScheduler> = .unimplemented { reports.append($0) }
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.debounce(for: 1, scheduler: scheduler).sink { _ in }
    let delayed = subject.delay(for: 1, scheduler: scheduler).sink { _ in }
    #expect(reports.isEmpty)
    subject.send(1)
    #expect(reports.first == "The unimplemented scheduler was asked for the time.")
    withExtendedLifetime((cancellable, delayed)) {}
  }

  @Test("without a report of one's own, the use of an unimplemented scheduler stops the program")
  func unimplementedTrap() async {
    await #expect(processExitsWith: .failure) {
      AnySchedulerOf<DispatchQueue>.unimplemented().schedule {}
    }
  }

  @MainActor @Test("the UI scheduler runs at once on the main queue")
  func uiOnMain() {
    var log: [String] = []
    UIScheduler.shared.schedule {
      log.append("outer")
      UIScheduler.shared.schedule { log.append("inner") }
    }
    #expect(log == ["outer", "inner"])
  }

  @Test("the UI scheduler goes to the main queue from elsewhere, and for work that is due later")
  func uiElsewhere() async {
    let order = await withCheckedContinuation { done in
      DispatchQueue.global().async {
        nonisolated(unsafe) var log: [String] = []
        UIScheduler.shared.schedule {
          dispatchPrecondition(condition: .onQueue(.main))
          let scheduler = UIScheduler.shared
          scheduler.schedule(after: scheduler.now) {
            log.append("later")
            done.resume(returning: log)
          }
          log.append("main")
        }
      }
    }
    #expect(order == ["main", "later"])
  }

  @Test("a timer ticks from its connection on, on virtual time")
  func timer() {
    let time = VirtualTimeScheduler()
    let timer = time.timerPublisher(every: 2)
    let probe = ProbeSubscriber<NanosecondInstant, Never>(demand: .max(2))
    timer.subscribe(probe)
    time.advance(by: 3)
    #expect(probe.values.isEmpty)
    let (first, second) = (timer.connect(), timer.connect())
    time.advance(by: 4)
    #expect(probe.values.map(\.nanoseconds) == [5_000_000_000, 7_000_000_000])
    time.advance(by: 2)
    probe.request(.max(1))
    first.cancel()
    time.advance(by: 2)
    #expect(probe.values.map(\.nanoseconds).last == 11_000_000_000)
    #expect(probe.values.count == 3, "a tick without demand is dropped, and there is one timer")
    second.cancel()
    #expect(!time.hasWork)
  }

  @Test("a timer that connects by itself stops with its last subscriber")
  func timerAutoconnect() {
    let time = VirtualTimeScheduler()
    let timer = Publishers.Timer(every: 1, scheduler: time).autoconnect()
    var count = 0
    let cancellable = timer.sink { _ in count += 1 }
    time.advance(by: 1000)
    #expect(count == 1000)
    cancellable.cancel()
    #expect(!time.hasWork)
  }

  @Test("virtual time runs simultaneous work in order, and what it brings on the way")
  func virtualTime() {
    let time = VirtualTimeScheduler()
    var log: [String] = []
    func note(_ name: String) -> () -> Void {
      { log.append("\(name)\(time.now.nanoseconds / 1_000_000_000)") }
    }
    let start = time.now
    for name in ["a", "b", "c"] { time.schedule(after: start.advanced(by: 2), note(name)) }
    time.schedule(after: start.advanced(by: 1)) {
      note("x")()
      time.schedule(after: start, note("past"))
      time.schedule(after: start.advanced(by: 2), note("d"))
    }
    time.advance(to: start.advanced(by: 2))
    #expect(log == ["x1", "past1", "a2", "b2", "c2", "d2"])
    time.advance(to: start)
    #expect(time.now == start.advanced(by: 2), "the clock never goes back")
    time.schedule(after: start.advanced(by: 9), note("e"))
    time.run()
    #expect(log.last == "e9")
    #expect(time.now == start.advanced(by: 9))
  }

  @Test("work that repeats may cancel itself, and is then not waited for")
  func virtualTimeCancelInside() {
    let time = VirtualTimeScheduler()
    var count = 0
    var repeating: (any Cancellable)?
    repeating = time.schedule(after: time.now, interval: 1) {
      count += 1
      if count == 3 { repeating?.cancel() }
    }
    time.run()
    #expect(count == 3)
    #expect(!time.hasWork)
  }
}
