/// Places in a trace from which reading can go on, with the reader as it was there.
///
/// Bounded in number: when there are too many, every second one is dropped and new ones are set
/// twice as far apart.
struct TraceCheckpoints: Sendable {
  /// A place in a trace.
  struct Checkpoint: Sendable {
    /// How many bytes of the source the reader has taken.
    let offset: Int
    let reader: TraceReader
    /// How many epochs came before; nil where the way here was not read from the beginning.
    let epochCount: Int?
    /// The last time that was given out before.
    let lastTime: Timestamp?
    /// Where the last epoch before ended.
    let lastEnd: Int
  }

  /// In order of `offset`; the first one is the beginning.
  private(set) var all: [Checkpoint] = []
  private(set) var spacing = 1 << 18

  static let limit = 128

  /// Returns true if a checkpoint at `offset` would be far enough from the others.
  func isWanted(at offset: Int) -> Bool {
    let place = index(after: offset)
    if place > 0, offset - all[place - 1].offset < spacing { return false }
    return place == all.count || all[place].offset - offset >= spacing
  }

  /// Keeps a checkpoint that is wanted.
  mutating func add(_ checkpoint: Checkpoint) {
    all.insert(checkpoint, at: index(after: checkpoint.offset))
    while all.count > TraceCheckpoints.limit {
      spacing *= 2
      var kept = [all[0]]
      for checkpoint in all.dropFirst() where checkpoint.offset - kept.last!.offset >= spacing {
        kept.append(checkpoint)
      }
      all = kept
    }
  }

  /// The last checkpoint that satisfies `isBefore`, which holds for the first ones and then no
  /// more.
  func last(where isBefore: (Checkpoint) -> Bool) -> Checkpoint {
    var low = 0
    var high = all.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(all[middle]) { low = middle } else { high = middle }
    }
    return all[low]
  }

  /// The first checkpoint behind `offset`.
  func next(after offset: Int) -> Checkpoint? {
    let place = index(after: offset)
    return place < all.count ? all[place] : nil
  }

  private func index(after offset: Int) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
