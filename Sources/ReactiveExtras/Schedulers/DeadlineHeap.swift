/// Names one scheduled piece of work, so that it can be cancelled.
public struct TimerToken: Hashable, Sendable {
  fileprivate let number: UInt64
}

/// Deadlines in order: a binary heap of times beside a table of what they are for.
///
/// Invariant: every key of `payloads` has exactly one entry in `heap`. Entries without a payload
/// were cancelled; they are dropped when they come to the top or outnumber the living.
/// Equal deadlines come out in the order in which they went in.
struct TimerHeap<Payload> {
  private struct Entry {
    var deadline: MonotonicInstant
    var order: UInt64
    var token: TimerToken

    func precedes(_ other: Entry) -> Bool {
      deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
  }

  private var heap: [Entry] = []
  private var payloads: [TimerToken: (payload: Payload, interval: Int64?)] = [:]
  private var counter: UInt64 = 0

  var isEmpty: Bool { payloads.isEmpty }
  var count: Int { payloads.count }

  /// Adds a deadline; with an `interval` in nanoseconds it comes again until cancelled.
  /// Complexity: O(log *n*).
  mutating func insert(
    _ payload: Payload, at deadline: MonotonicInstant, repeatingEvery interval: Int64? = nil
  ) -> TimerToken {
    counter += 1
    let token = TimerToken(number: counter)
    payloads[token] = (payload, interval)
    push(Entry(deadline: deadline, order: counter, token: token))
    return token
  }

  /// Removes a deadline and gives its payload back, so that the caller may release it outside
  /// a lock; nil when it has come already. Complexity: O(1) amortised.
  mutating func remove(_ token: TimerToken) -> Payload? {
    guard let entry = payloads.removeValue(forKey: token) else { return nil }
    if heap.count > 2 * payloads.count + 32 {
      let living = heap.filter { payloads[$0.token] != nil }
      heap.removeAll(keepingCapacity: true)
      for entry in living { push(entry) }
    }
    return entry.payload
  }

  /// The earliest deadline still wanted.
  mutating func nextDeadline() -> MonotonicInstant? {
    dropCancelled()
    return heap.first?.deadline
  }

  /// Takes the earliest payload whose deadline is not after `now`.
  ///
  /// A repeating one is put back at its next whole interval after `now`: missed beats are
  /// skipped, and the rhythm stays.
  mutating func popDue(now: MonotonicInstant) -> Payload? {
    dropCancelled()
    guard let first = heap.first, first.deadline <= now, let found = payloads[first.token] else {
      return nil
    }
    pop()
    if let interval = found.interval {
      let step = max(1, interval)
      let missed = (now.nanoseconds - first.deadline.nanoseconds) / step
      counter += 1
      push(
        Entry(
          deadline: first.deadline.advanced(byNanoseconds: step * (missed + 1)),
          order: counter, token: first.token))
    } else {
      payloads[first.token] = nil
    }
    return found.payload
  }

  private mutating func dropCancelled() {
    while let first = heap.first, payloads[first.token] == nil { pop() }
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

extension TimerHeap: Sendable where Payload: Sendable {}
