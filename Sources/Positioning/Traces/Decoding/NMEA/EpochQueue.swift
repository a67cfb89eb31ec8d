/// The epochs that are under way, the oldest first, each at a place of its own that is used again:
/// none is moved, and none gets new memory for its satellites.
struct EpochQueue {
  /// The places, which a queue goes round.
  private var places: [EpochDraft] = []
  /// The place of the oldest epoch.
  private var first = 0
  /// How many epochs there are.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// An epoch by its age, the oldest at 0.
  @inline(__always)
  subscript(index: Int) -> EpochDraft {
    _read { yield places[place(index)] }
    _modify { yield &places[place(index)] }
  }

  @inline(__always)
  private func place(_ index: Int) -> Int {
    assert(index >= 0 && index < count)
    let place = first &+ index
    return place < places.count ? place : place &- places.count
  }

  /// Begins an epoch behind the others.
  mutating func begin(time: Int64?) {
    if count == places.count { grow() }
    count += 1
    self[count - 1].begin(time: time)
  }

  /// Takes out the oldest epochs.
  mutating func removeFirst(_ amount: Int) {
    guard amount > 0 else { return }
    first = amount < count ? place(amount) : 0
    count -= amount
  }

  /// Forgets all of them, but not the memory that they are kept in.
  mutating func removeAll() { (first, count) = (0, 0) }

  private mutating func grow() {
    places = Array(places[first...] + places[..<first])
    places.append(EpochDraft())
    first = 0
  }
}
