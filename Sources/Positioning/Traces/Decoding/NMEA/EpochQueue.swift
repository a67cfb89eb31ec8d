/// The open epochs, the oldest first, each in a slot that is reused: no epoch is moved, and none
/// needs new memory for its satellites.
struct EpochQueue {
  /// The drafts, used as a ring buffer.
  private var drafts: [EpochDraft] = []
  /// The slot of the oldest epoch.
  private var first = 0
  /// The number of epochs.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// An epoch by its age, the oldest at 0.
  @inline(__always) subscript(index: Int) -> EpochDraft {
    _read { yield drafts[slot(index)] }
    _modify { yield &drafts[slot(index)] }
  }

  @inline(__always) private func slot(_ index: Int) -> Int {
    assert(index >= 0 && index < count)
    let slot = first &+ index
    return slot < drafts.count ? slot : slot &- drafts.count
  }

  /// Begins an epoch after the others.
  mutating func begin(time: Int64?) {
    if count == drafts.count { grow() }
    count += 1
    self[count - 1].begin(time: time)
  }

  /// Removes the oldest epochs.
  mutating func removeFirst(_ amount: Int) {
    guard amount > 0 else { return }
    first = amount < count ? slot(amount) : 0
    count -= amount
  }

  private mutating func grow() {
    drafts = Array(drafts[first...] + drafts[..<first])
    drafts.append(EpochDraft())
    first = 0
  }
}
