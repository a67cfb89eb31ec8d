import Platform
import Reactive
import Testing

@Suite("Threads for one piece of work")
struct WorkerThreadTests {
  @Test("One that is joined has done its work")
  func joins() throws {
    let done = Locked(false)
    let thread = try WorkerThread(stackSize: 1 << 20) { done.withLock { $0 = true } }
    thread.join()
    #expect(done.withLock { $0 })
  }

  @Test("Work is let go where the system has no room for the thread")
  func refused() {
    final class Held: Sendable {}
    var held: Held? = Held()
    weak let seen = held
    // No system has room for such a stack.
    let code = WorkerThread.start(stackSize: 1 << 60) { [held] in _ = held }
    held = nil
    #expect(code != 0 && seen == nil)
  }

  @Test("A check of whether there are threads leaves none behind")
  func check() {
    for _ in 0..<20 { #expect(throws: Never.self) { try WorkerThread.check() } }
  }
}
