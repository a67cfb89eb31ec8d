import Positioning

/// The search for a position in a trace: the request, its goal, and its progress.
///
///     let elapsed = search.ask(for: .seconds(5), from: cursor)
///     let outcome = try search.aim(in: &cursor)
///     while try search.read(from: &cursor).arrival == nil {}
///
/// A request is looked up once, even if it is repeated meanwhile, as the look-up reads the trace.
/// The part up to the position is read piece by piece, because it belongs to the track.
///
/// A value without a timer: ``TraceLocationProvider`` decides when to continue.
struct ReplaySearch: Sendable {
  /// A position that is still to be looked up.
  private enum Request: Sendable {
    /// The log's time at the target, counted from that where the seeks began.
    case time(origin: Duration, target: Duration)
    case fixesBack(Int)
  }

  private var request: Request?
  private var goal: ReplayGoal?
  /// The log's target time, which the next seek by time starts from.
  private var time: Duration?
  /// An epoch before the goal: the last one, if the trace ends before it.
  private var held: LocationEpoch?
  /// True if the replay plays on from the position.
  var playsOnArrival: Bool

  init(playsOnArrival: Bool = false) { self.playsOnArrival = playsOnArrival }

  /// The number of bytes that are read in one go, some milliseconds' worth.
  private static let pieceLength = 1 << 17
  /// The number of epochs that are delivered in one go.
  private static let batchLimit = 2000

  /// True if a position is being sought.
  var isUnderWay: Bool { request != nil || goal != nil }

  /// True if the epochs of a goal are being read.
  var hasGoal: Bool { goal != nil }
}

// MARK: Requests

extension ReplaySearch {
  /// True if the request adds up with another seek by a time.
  var addsUpTimes: Bool { if case .fixesBack = request { false } else { true } }

  /// True if the request adds up with another step back.
  var addsUpSteps: Bool { if case .time = request { false } else { true } }

  /// Requests the position at a time's distance from the one being sought, or else from the
  /// cursor's, within the log's ends.
  ///
  /// - Returns: The log's time there.
  mutating func ask(for time: Duration, from cursor: ReplayCursor) -> Duration {
    var (origin, target) = (cursor.position, cursor.position)
    if let sought = self.time { (origin, target) = (sought, sought) }
    if case .time(let asked, let sum) = request { (origin, target) = (asked, sum) }
    // About three centuries, so that sums stay within the range of a `Duration`.
    let time = min(max(time, .seconds(-10_000_000_000)), .seconds(10_000_000_000))
    target = max(.zero, min(target + time, cursor.duration ?? .seconds(10_000_000_000)))
    request = .time(origin: origin, target: target)
    return target
  }

  /// Requests the fix before the requested one, or else before the cursor's.
  mutating func askForFixBack() {
    guard case .fixesBack(let count) = request else { return request = .fixesBack(1) }
    request = .fixesBack(count + 1)
  }
}

// MARK: Finding the goal

extension ReplaySearch {
  /// The step that follows the finding of a goal.
  enum Outcome: Hashable, Sendable {
    /// The request leads to the epoch where the search began.
    case staysThere
    /// The goal is ahead: read on to reach it.
    case goesOn
    /// Begin where the track begins again, at the trace's start.
    case startsAgain
    /// Begin at a checkpoint, with the track up to it.
    case resumes(TrackSnapshot)
  }

  /// Looks up the request; returns nil if there is none.
  mutating func aim(
    in cursor: inout ReplayCursor, using checkpoints: ReplayCheckpoints = ReplayCheckpoints()
  ) throws(TraceError) -> Outcome? {
    switch request {
    case nil: return nil
    case .fixesBack(let count):
      // In a pause after the current epoch, a backward seek begins with that epoch.
      let isAtFix = cursor.lead == .zero && cursor.last?.location != nil
      var number = cursor.fixCount - (isAtFix ? 1 : 0)
      if case .fix(let sought) = goal { number = sought }
      return try aim(at: .fix(max(0, number - count)), in: &cursor, using: checkpoints)
    case .time(let origin, let target)
    where origin == target && (goal != nil || cursor.last != nil):
      // There and back again: nothing changes.
      request = nil
      return goal == nil ? .staysThere : .goesOn
    case .time(let origin, let target):
      // The current epoch is always left, even if the pause is longer than the distance.
      return try aim(
        at: target < origin ? .last(target) : .time(target), time: target, in: &cursor,
        using: checkpoints)
    }
  }

  /// Seeks a known goal, in place of any earlier request.
  ///
  /// - Parameter time: The log's time there, if it is known.
  mutating func aim(
    at goal: ReplayGoal, time: Duration? = nil, in cursor: inout ReplayCursor,
    using checkpoints: ReplayCheckpoints = ReplayCheckpoints()
  ) throws(TraceError) -> Outcome {
    let outcome = cursor.approach(goal, using: checkpoints)
    if outcome == .goesOn, held == nil, try isThere(goal, &cursor) {
      self = ReplaySearch(playsOnArrival: playsOnArrival)
      return .staysThere
    }
    if outcome != .goesOn { held = nil }
    (request, self.goal, self.time) = (nil, goal, time)
    return outcome
  }

  /// Returns true if the epoch taken last is the last one up to the goal's time; waits for that
  /// time if the goal requires it.
  private func isThere(_ goal: ReplayGoal, _ cursor: inout ReplayCursor) throws(TraceError) -> Bool
  {
    switch goal {
    case .last(let time):
      guard try cursor.isPause(at: time) else { return false }
      cursor.wait(until: .zero)
      return true
    case .pause(let time):
      guard try cursor.isPause(at: time) else { return false }
      cursor.wait(until: time)
      return true
    case .offset, .time, .clock, .nextFix, .fix: return false
    }
  }
}

// MARK: Reading

extension ReplaySearch {
  /// A part of the trace read on the way to the goal.
  struct Piece: Sendable {
    /// The epochs in it.
    var history: [LocationEpoch] = []
    /// The end of the search; nil while there is more to read.
    var arrival: Arrival?
  }

  struct Arrival: Sendable {
    /// The epoch at the goal; nil in a trace without epochs.
    var present: LocationEpoch?
    /// True if the replay plays on from there.
    var plays: Bool
  }

  /// Reads a part of the trace up to the goal, where the search ends.
  mutating func read(from cursor: inout ReplayCursor) throws(TraceError) -> Piece {
    var piece = Piece()
    guard let goal else { return piece }
    let bound = cursor.file.position + Self.pieceLength
    while cursor.file.position < bound, piece.history.count < Self.batchLimit {
      if held != nil, try isThere(goal, &cursor) {
        piece.arrival = Arrival(present: held, plays: playsOnArrival)
        self = ReplaySearch()
        break
      }
      // Far from the next epoch: the rest in another turn.
      if try cursor.prospect() == .needsMoreTurns { break }
      let epoch = try cursor.next()
      if let epoch {
        if let held { piece.history.append(held) }
        held = epoch
      }
      guard let epoch, !goal.isReached(by: epoch, at: cursor) else {
        piece.arrival = Arrival(present: held, plays: playsOnArrival)
        self = ReplaySearch()
        break
      }
    }
    return piece
  }
}
