import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("UIScheduler")
struct UISchedulerTests {
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
}
