import Positioning

/// The epoch that a seek leads to.
enum ReplayGoal: Hashable, Sendable {
  /// The first one that ends after this offset; the last one if none does.
  case offset(Int)
  /// The first one at or after a time since the log's start.
  case time(Duration)
  /// The first one at which the cursor's clock, which continues after the last date, has reached a
  /// time.
  case clock(Duration)
  /// The last one up to a time since the log's start.
  case last(Duration)
  /// The last one up to a time since the log's start; the replay then waits for that time.
  case pause(Duration)
  /// The next one with a fix.
  case nextFix
  /// The fix of this number, counted from 0 at the trace's start.
  case fix(Int)

  /// Returns true if the goal is the epoch that a cursor has just taken.
  func isReached(by epoch: LocationEpoch, at cursor: ReplayCursor) -> Bool {
    switch self {
    case .offset(let target): cursor.file.position > target
    case .time(let time): cursor.position >= time
    case .clock(let time): epoch.clock >= time
    // Only if reading the trace began after that time.
    case .last(let time), .pause(let time): cursor.position > time
    case .nextFix: epoch.location != nil
    case .fix(let number): epoch.location != nil && cursor.fixCount > number
    }
  }

  /// Returns true if reading on from a cursor leads to the goal.
  func isBehind(_ cursor: ReplayCursor) -> Bool {
    if case .nextFix = self { return true }
    guard cursor.last != nil else { return false }
    return switch self {
    case .offset(let target): cursor.file.position <= target
    case .time(let time): cursor.position < time
    case .clock(let time): cursor.clock < time
    case .last(let time), .pause(let time): cursor.position <= time
    case .nextFix: true
    case .fix(let number): cursor.fixCount <= number
    }
  }

  /// Returns true if reading on from a checkpoint leads to the goal: also the last epoch up to a
  /// time has to be read.
  func isBehind(_ checkpoint: ReplayCheckpoint) -> Bool {
    switch self {
    case .last(let time), .pause(let time): checkpoint.nextPosition <= time
    case .offset, .time, .clock, .nextFix, .fix: isBehind(checkpoint.cursor)
    }
  }
}
