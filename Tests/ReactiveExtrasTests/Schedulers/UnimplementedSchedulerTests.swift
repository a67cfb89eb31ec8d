import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("UnimplementedScheduler")
struct UnimplementedSchedulerTests {
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
}
