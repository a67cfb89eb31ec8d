import TestSupport
import Testing

@testable import TerminalKit

@Suite("Deadlines in order")
struct TimerHeapTests {
  private func instant(_ nanoseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds)
  }

  @Test("Deadlines come out in time, equal ones in the order they went in")
  func order() {
    var random = SplitMix(seed: 8)
    var heap = TimerHeap<Int>()
    var expected: [(Int64, Int)] = []
    for index in 0..<500 {
      let time = Int64.random(in: 0...40, using: &random)
      _ = heap.insert(index, at: instant(time))
      expected.append((time, index))
    }
    expected.sort { $0 < $1 }
    var popped: [Int] = []
    while let next = heap.nextDeadline() {
      while let payload = heap.popDue(now: next) { popped.append(payload) }
    }
    #expect(popped == expected.map(\.1))
    #expect(heap.isEmpty)
  }

  @Test("Nothing comes before its time")
  func notEarly() {
    var heap = TimerHeap<String>()
    _ = heap.insert("a", at: instant(10))
    #expect(heap.popDue(now: instant(9)) == nil)
    #expect(heap.popDue(now: instant(10)) == "a")
    #expect(heap.nextDeadline() == nil)
  }

  @Test("What is cancelled does not come, and cancelling a thousand times leaves no ballast")
  func cancel() {
    var heap = TimerHeap<Int>()
    let kept = heap.insert(-1, at: instant(5))
    for index in 0..<10_000 {
      let token = heap.insert(index, at: instant(1_000))
      #expect(heap.remove(token) == index)
      #expect(heap.remove(token) == nil)
    }
    #expect(heap.count == 1)
    #expect(heap.nextDeadline() == instant(5))
    #expect(heap.remove(kept) == -1)
    #expect(heap.nextDeadline() == nil)
  }

  @Test("A repeating deadline keeps its rhythm and skips the beats that were missed")
  func repeating() {
    var heap = TimerHeap<String>()
    let token = heap.insert("tick", at: instant(10), repeatingEvery: 10)
    #expect(heap.popDue(now: instant(12)) == "tick")
    #expect(heap.nextDeadline() == instant(20))
    #expect(heap.popDue(now: instant(57)) == "tick")
    #expect(heap.popDue(now: instant(57)) == nil)
    #expect(heap.nextDeadline() == instant(60))
    #expect(heap.remove(token) == "tick")
    #expect(heap.popDue(now: instant(100)) == nil)
  }
}
