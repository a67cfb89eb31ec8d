import Positioning

/// A place in a trace with the track from the trace's start up to it.
struct ReplayCheckpoint: Sendable {
  let place: ReplayCursor.Place
  let track: TrackSnapshot
}

/// Places from which a replay can continue with its whole track.
///
/// Bounded in number: when there are too many, every second one is dropped and new ones are set
/// twice as far apart. So the way from a checkpoint to any place behind it is at most a 64th of the
/// surveyed part, or 256 KiB.
struct ReplayCheckpoints: Sendable {
  /// The checkpoints, in order of their places.
  private(set) var all: [ReplayCheckpoint] = []
  /// The least number of bytes from one to the next.
  private(set) var spacing = 1 << 18
  /// The trace with everything learned of its places; nil to continue with one's own.
  var file: TraceFile?

  static let limit = 128

  /// Returns true if a checkpoint at `offset` would be far enough behind the last one.
  func isWanted(at offset: Int) -> Bool { offset - (all.last?.place.offset ?? 0) >= spacing }

  /// Keeps a checkpoint that is wanted.
  mutating func add(_ checkpoint: ReplayCheckpoint) {
    all.append(checkpoint)
    guard all.count > Self.limit else { return }
    spacing *= 2
    var kept: [ReplayCheckpoint] = []
    for checkpoint in all
    where checkpoint.place.offset - (kept.last?.place.offset ?? 0) >= spacing {
      kept.append(checkpoint)
    }
    all = kept
  }

  /// Returns true if a place of a surveyed trace is not far from its start: there the first
  /// checkpoint may lie behind it.
  func isNearStart(_ offset: Int, leavesRoom: Bool = false) -> Bool {
    file != nil && offset <= (leavesRoom ? 4 : 2) * spacing
  }

  /// Returns the last checkpoint that ends at or before an offset; nil if the way from there is
  /// longer than `limit` and than that between checkpoints.
  ///
  /// - Parameter leavesRoom: Whether it is the one before that, so that there are epochs between.
  func last(
    endingBy offset: Int, noFurtherThan limit: Int, leavesRoom: Bool = false
  ) -> ReplayCheckpoint? {
    let index = all.partition { $0.place.offset <= offset } - (leavesRoom ? 1 : 0)
    guard index > 0 else { return nil }
    let found = all[index - 1]
    let longest = max(limit, (leavesRoom ? 4 : 2) * spacing)
    return offset - found.place.offset <= longest ? found : nil
  }

  /// Returns the last checkpoint before a time of the log's clock, which never goes back.
  ///
  /// - Parameter leavesRoom: Whether it is the one before that, so that there are epochs between.
  func last(before time: Duration, leavesRoom: Bool = false) -> ReplayCheckpoint? {
    let index = all.partition { $0.place.clock < time } - (leavesRoom ? 1 : 0)
    return index > 0 ? all[index - 1] : nil
  }

  /// Returns the last checkpoint before the fix of a number.
  func last(beforeFix number: Int) -> ReplayCheckpoint? {
    let index = all.partition { $0.place.fixCount ?? 0 <= number }
    return index > 0 ? all[index - 1] : nil
  }
}

extension Array {
  /// Returns the number of elements that satisfy `isBefore`, which holds for the first ones and
  /// then no more. O(log *n*).
  func partition(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
