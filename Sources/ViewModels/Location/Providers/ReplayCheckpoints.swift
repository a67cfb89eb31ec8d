import Positioning

/// A cursor to continue from, with the track from the trace's start up to it.
struct ReplayCheckpoint: Sendable {
  let cursor: ReplayCursor
  /// The log's time at the epoch that follows.
  let nextPosition: Duration
  let track: TrackSnapshot
  /// The number of bytes that were read up to here.
  let offset: Int
}

/// The checkpoints of a replay.
///
/// Their number is limited: at the limit, every second one is dropped and new ones are set twice as
/// far apart. So the distance from a checkpoint to any epoch after it is at most a 64th of the
/// surveyed part, or 256 KiB.
struct ReplayCheckpoints: Sendable {
  /// The checkpoints, in order of their offsets.
  private(set) var all: [ReplayCheckpoint] = []
  /// The minimum number of bytes from one to the next.
  private(set) var spacing = 1 << 18

  static let limit = 128

  /// Returns true if a checkpoint at `offset` would be far enough after the last one.
  func isWanted(at offset: Int) -> Bool { offset - (all.last?.offset ?? 0) >= spacing }

  /// Keeps a checkpoint that is wanted.
  mutating func add(_ checkpoint: ReplayCheckpoint) {
    all.append(checkpoint)
    guard all.count > Self.limit else { return }
    spacing *= 2
    var kept: [ReplayCheckpoint] = []
    for checkpoint in all where checkpoint.offset - (kept.last?.offset ?? 0) >= spacing {
      kept.append(checkpoint)
    }
    all = kept
  }
}
