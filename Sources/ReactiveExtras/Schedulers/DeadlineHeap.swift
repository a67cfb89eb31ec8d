/// Identifies one entry of a ``DeadlineHeap``, so that it can be removed.
package struct DeadlineToken: Hashable, Sendable {
  fileprivate let slot: Int
  fileprivate let order: Int
}

/// A queue of payloads by deadline, earliest first: a binary heap, and a table of each entry's
/// index in it.
///
///     var heap = DeadlineHeap<String>()
///     let token = heap.insert("a", at: deadline)
///     print(heap.popDue(by: deadline) ?? "nothing")  // prints "a"
///
/// Equal deadlines come out in the order of insertion; a repeating one keeps its turn in that
/// order. Adding, taking out and removing cost O(log *n*).
///
/// Invariants: no entry is due before its parent, at half its index. For the entry `e` at index
/// `i`, `slots[e.slot]` has the payload, `e.order` and the index `i`. Every other slot has no
/// payload, and is in `vacant`.
package struct DeadlineHeap<Payload> {
  struct Entry {
    var deadline: MonotonicInstant
    /// The number of entries added before; no two entries have the same.
    let order: Int
    let slot: Int

    func precedes(_ other: Entry) -> Bool {
      deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
  }

  struct Slot {
    var payload: Payload?
    var order: Int
    var index: Int
    var interval: MonotonicInstant.Stride?
  }

  var entries: [Entry] = []
  var slots: [Slot] = []
  var vacant: [Int] = []
  private var added = 0

  /// Makes a heap without entries.
  package init() {}

  /// True if no entry waits.
  package var isEmpty: Bool { entries.isEmpty }

  /// The number of deadlines that wait.
  package var count: Int { entries.count }

  /// The earliest deadline.
  package var nextDeadline: MonotonicInstant? { entries.first?.deadline }

  /// Adds a deadline; with an interval it comes again until removed.
  package mutating func insert(
    _ payload: Payload, at deadline: MonotonicInstant,
    repeatingEvery interval: MonotonicInstant.Stride? = nil
  ) -> DeadlineToken {
    added += 1
    let slot = Slot(
      payload: payload, order: added, index: entries.count,
      interval: interval.map { max($0, .nanoseconds(1)) })
    let index = vacant.popLast() ?? slots.count
    if index < slots.count { slots[index] = slot } else { slots.append(slot) }
    entries.append(Entry(deadline: deadline, order: added, slot: index))
    rise(from: entries.count - 1)
    return DeadlineToken(slot: index, order: added)
  }

  /// Removes a deadline and returns its payload, so that the caller may release it outside a lock;
  /// returns nil if the deadline has already come.
  package mutating func remove(_ token: DeadlineToken) -> Payload? {
    let slot = slots[token.slot]
    guard slot.order == token.order, slot.payload != nil else { return nil }
    removeEntry(at: slot.index)
    return slot.payload
  }

  /// Takes the earliest payload whose deadline is not after `now`.
  ///
  /// A repeating payload comes again at its next whole interval after `now`: missed times are
  /// skipped, and the interval does not change.
  package mutating func popDue(by now: MonotonicInstant) -> Payload? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    let payload = slots[first.slot].payload
    if let interval = slots[first.slot].interval {
      let missed = first.deadline.distance(to: now).nanoseconds / interval.nanoseconds
      let next = first.deadline.advanced(by: interval * .nanoseconds(missed) + interval)
      entries[0].deadline = next
      // At the end of time there is no later instant for a repetition.
      if next > now { sink(from: 0) } else { removeEntry(at: 0) }
    } else {
      removeEntry(at: 0)
    }
    return payload
  }

  /// Takes an entry out, and vacates its slot.
  private mutating func removeEntry(at index: Int) {
    let slot = entries[index].slot
    slots[slot].payload = nil
    vacant.append(slot)
    let last = entries.removeLast()
    guard index < entries.count else { return }
    entries[index] = last
    slots[last.slot].index = index
    // The last entry may belong nearer to the top than the one it replaces, or further from it.
    sink(from: index)
    rise(from: index)
  }

  /// Moves an entry up until its parent precedes it.
  private mutating func rise(from index: Int) {
    var child = index
    while child > 0, entries[child].precedes(entries[(child - 1) / 2]) {
      swapEntries(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Moves an entry down until it precedes its children.
  private mutating func sink(from index: Int) {
    var parent = index
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].precedes(entries[least]) { least = child }
      guard least != parent else { return }
      swapEntries(parent, least)
      parent = least
    }
  }

  private mutating func swapEntries(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    slots[entries[first].slot].index = first
    slots[entries[second].slot].index = second
  }
}

extension DeadlineHeap: Sendable where Payload: Sendable {}
extension DeadlineHeap.Slot: Sendable where Payload: Sendable {}
