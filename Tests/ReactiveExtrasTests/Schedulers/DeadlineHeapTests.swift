@testable import ReactiveExtras
import TestSupport
import Testing

@Suite("Deadlines in order")
struct DeadlineHeapTests {
  private func instant(_ nanoseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds)
  }

  @Test("Deadlines come out in time, equal ones in the order they went in")
  func order() {
    var random = SplitMix(seed: 8)
    var heap = DeadlineHeap<Int>()
    var expected: [(Int, Int)] = []
    for index in 0..<500 {
      let time = Int.random(in: 0...40, using: &random)
      _ = heap.insert(index, at: instant(time))
      expected.append((time, index))
    }
    expected.sort { $0 < $1 }
    var popped: [Int] = []
    while let next = heap.nextDeadline {
      while let payload = heap.popDue(by: next) { popped.append(payload) }
    }
    #expect(popped == expected.map(\.1))
    #expect(heap.isEmpty)
  }

  @Test("Nothing comes before its time")
  func notEarly() {
    var heap = DeadlineHeap<String>()
    _ = heap.insert("a", at: instant(10))
    #expect(heap.popDue(by: instant(9)) == nil)
    #expect(heap.popDue(by: instant(10)) == "a")
    #expect(heap.nextDeadline == nil)
  }

  @Test("A cancelled deadline does not come, and cancelling a thousand times leaves no ballast")
  func cancel() {
    var heap = DeadlineHeap<Int>()
    let kept = heap.insert(-1, at: instant(5))
    for index in 0..<10_000 {
      let token = heap.insert(index, at: instant(1_000))
      #expect(heap.remove(token) == index)
      #expect(heap.remove(token) == nil)
    }
    #expect(heap.count == 1)
    #expect(heap.nextDeadline == instant(5))
    #expect(heap.remove(kept) == -1)
    #expect(heap.nextDeadline == nil)
  }

  @Test("A repeating deadline keeps its rhythm and skips the beats that were missed")
  func repeating() {
    var heap = DeadlineHeap<String>()
    let token = heap.insert("tick", at: instant(10), repeatingEvery: .nanoseconds(10))
    #expect(heap.popDue(by: instant(12)) == "tick")
    #expect(heap.nextDeadline == instant(20))
    #expect(heap.popDue(by: instant(57)) == "tick")
    #expect(heap.popDue(by: instant(57)) == nil)
    #expect(heap.nextDeadline == instant(60))
    #expect(heap.remove(token) == "tick")
    #expect(heap.popDue(by: instant(100)) == nil)
  }

  @Test("At the end of time nothing repeats, so that what takes all of it comes to an end")
  func lastInstant() {
    var heap = DeadlineHeap<String>()
    let token = heap.insert("tick", at: instant(.max - 5), repeatingEvery: .nanoseconds(10))
    #expect(heap.popDue(by: instant(.max - 5)) == "tick")
    #expect(heap.nextDeadline == instant(.max))
    #expect(heap.popDue(by: instant(.max)) == "tick")
    #expect(heap.isEmpty && heap.remove(token) == nil)
  }

  @Test("Any sequence of uses does what a sorted array does", arguments: 0..<20 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var heap = DeadlineHeap<Int>()
    var model = SortedDeadlines()
    var tokens: [DeadlineToken] = []
    for number in 0..<400 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        let deadline = Int.random(in: 0..<60, using: &random)
        let interval = Bool.random(using: &random) ? Int.random(in: 0..<9, using: &random) : nil
        tokens.append(
          heap.insert(
            number, at: instant(deadline), repeatingEvery: interval.map { .nanoseconds($0) }))
        model.insert(number, at: deadline, interval: interval)
      case 4..<6 where !tokens.isEmpty:
        let index = Int.random(in: tokens.indices, using: &random)
        #expect(heap.remove(tokens[index]) == model.remove(index))
      default:
        let now = Int.random(in: 0..<90, using: &random)
        #expect(heap.popDue(by: instant(now)) == model.popDue(by: now))
      }
      #expect(heap.isConsistent)
      #expect(heap.count == model.entries.count)
      #expect(heap.nextDeadline?.nanoseconds == model.entries.first?.deadline)
    }
  }
}

/// What a heap of deadlines does, said with an array that is sorted after each change.
private struct SortedDeadlines {
  struct Entry {
    var deadline: Int
    let order: Int
    let payload: Int
    let interval: Int?
  }

  private(set) var entries: [Entry] = []
  private var added = 0

  mutating func insert(_ payload: Int, at deadline: Int, interval: Int?) {
    entries.append(
      Entry(
        deadline: deadline, order: added, payload: payload, interval: interval.map { max(1, $0) }))
    added += 1
    sort()
  }

  /// Removes what was added after so many others.
  mutating func remove(_ order: Int) -> Int? {
    guard let index = entries.firstIndex(where: { $0.order == order }) else { return nil }
    return entries.remove(at: index).payload
  }

  mutating func popDue(by now: Int) -> Int? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    if let interval = first.interval {
      while entries[0].deadline <= now { entries[0].deadline += interval }
      sort()
    } else {
      entries.removeFirst()
    }
    return first.payload
  }

  private mutating func sort() {
    entries.sort { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
  }
}

extension DeadlineHeap {
  /// True if the invariants hold.
  fileprivate var isConsistent: Bool {
    let occupied = slots.indices.filter { slots[$0].payload != nil }
    return occupied.count == entries.count && Set(vacant).count == slots.count - entries.count
      && vacant.allSatisfy { slots[$0].payload == nil }
      && entries.indices.allSatisfy { index in
        let slot = slots[entries[index].slot]
        return slot.index == index && slot.order == entries[index].order && slot.payload != nil
          && (index == 0 || !entries[index].precedes(entries[(index - 1) / 2]))
      }
  }
}
