import Platform
import Reactive
import Testing

@testable import Streams

@Suite("The gate to a running stream")
struct LiveGateTests {
  private let gate = LiveGate()

  @Test("A thread that switches logic comes out, although another one never stops sending")
  func relief() throws {
    let (order, hasEnded, isOut) = (Locked<[Int]>([]), Locked(false), Locked(false))
    // Without relief all of them would be done by this thread, for something waits at any time.
    let most = 100_000
    let sent = Locked(0)
    let gate = gate
    func sender() throws -> WorkerThread {
      try WorkerThread {
        for number in 0..<most where !isOut.withLock({ $0 }) {
          gate.perform(waiting: true) {
            order.withLock { $0.append(number) }
            while gate.waitingCount == 0, !isOut.withLock({ $0 }), !hasEnded.withLock({ $0 }) {}
          }
          sent.withLock { $0 = number + 1 }
        }
        hasEnded.withLock { $0 = true }
      }
    }
    var thread: WorkerThread?
    gate.perform {
      thread = try? sender()
      while gate.waitingCount == 0 {}
    }
    isOut.withLock { $0 = true }
    thread?.join()
    let count = sent.withLock { $0 }
    #expect(count < most)
    #expect(order.withLock { $0 } == Array(0..<count))
  }

  @Test("Threads that send too fast are slowed, in order and without loss; a switch never waits")
  func limit() throws {
    let (found, longest) = (Locked<[[Int]]>([[], []]), Locked(0))
    let (gate, count) = (gate, 5_000)
    let senders = Locked<[WorkerThread]>([])
    gate.perform {
      for place in 0...1 {
        guard
          let thread = try? WorkerThread({
            for number in 0..<count {
              gate.perform(waiting: true) {
                let waiting = gate.waitingCount
                longest.withLock { $0 = max($0, waiting) }
                found.withLock { $0[place].append(number) }
              }
            }
          })
        else {
          Issue.record("no thread")
          return
        }
        senders.withLock { $0.append(thread) }
      }
      // Both have to wait now.
      while gate.waitingCount < LiveGate.limit + 2 {}
      let hasSwitched = Locked(false)
      let switcher = try? WorkerThread {
        gate.perform {}
        hasSwitched.withLock { $0 = true }
      }
      switcher?.join()
      #expect(hasSwitched.withLock { $0 } && gate.waitingCount == LiveGate.limit + 3)
    }
    for thread in senders.withLock({ $0 }) { thread.join() }
    #expect(found.withLock { $0 } == [Array(0..<count), Array(0..<count)])
    #expect(longest.withLock { $0 } <= LiveGate.limit + 2)
    #expect(!gate.isOwned && gate.waitingCount == 0)
  }

  @Test("Work that is brought from within is done afterwards, and never waits for itself")
  func nested() {
    let order = Locked<[Int]>([])
    let gate = gate
    gate.perform {
      for number in 1...2 * LiveGate.limit {
        gate.perform(waiting: true) { order.withLock { $0.append(number) } }
      }
      gate.deliver { order.withLock { $0.append(0) } }
    }
    #expect(order.withLock { $0 } == Array(0...2 * LiveGate.limit))
  }
}
