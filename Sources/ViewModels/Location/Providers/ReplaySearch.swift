import Positioning

/// The search for a place in a trace: the request, its goal, and its progress.
///
///     let elapsed = search.ask(for: .seconds(5), from: cursor, shown: .seconds(10))
///     let outcome = try search.aim(in: &cursor)
///     while try search.read(from: &cursor).arrival == nil {}
///
/// A request is looked up once, even if it comes several times until then: that takes reading the
/// trace. The way to the place is read piece by piece, because the track lies on it.
///
/// A value without a timer: ``TraceLocationProvider`` decides when to continue.
struct ReplaySearch: Sendable {
  /// A place that is still to be looked up.
  private enum Request: Sendable {
    case time(PendingSeek)
    case fixesBack(Int)
  }

  private var request: Request?
  private var goal: ReplayGoal?
  /// The time that is sought, from which the next seek by a time counts.
  private var time: Timestamp?
  /// An epoch on the way to the goal: the last one, if the trace ends before it.
  private var held: LocationEpoch?
  /// True if the replay plays on from the place.
  var playsOnArrival: Bool

  init(playsOnArrival: Bool = false) { self.playsOnArrival = playsOnArrival }

  /// The number of bytes that are read in one go, some milliseconds' worth.
  private static let pieceLength = 1 << 17
  /// The number of epochs that are delivered in one go.
  private static let batchLimit = 2000

  /// True if a place is being sought.
  var isUnderWay: Bool { request != nil || goal != nil }

  /// True if the epochs of a goal are being read.
  var hasGoal: Bool { goal != nil }
}

// MARK: Requests

extension ReplaySearch {
  /// True if the request adds up with another seek by a time.
  var addsUpTimes: Bool {
    if case .fixesBack = request { false } else { true }
  }

  /// True if the request adds up with another step back.
  var addsUpSteps: Bool {
    if case .time = request { false } else { true }
  }

  /// Requests the place a time away from the one that is sought, or else from the cursor's.
  ///
  /// - Parameter position: The log's time that is shown.
  /// - Returns: The log's time at that place, as far as it is known beforehand.
  mutating func ask(
    for time: Duration, from cursor: ReplayCursor, shown position: Duration?
  ) -> Duration? {
    var seek = PendingSeek(origin: self.time ?? cursor.timestamp)
    if case .time(let asked) = request { seek = asked }
    // On the way to an offset its time is not known.
    var position = position
    if case .offset = goal { position = nil }
    seek.add(time, start: cursor.start, end: cursor.end, position: position)
    request = .time(seek)
    return seek.position
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
    /// The goal is a little ahead: the way to it is to be read on.
    case goesOn
    /// The way begins where the track begins anew: at the trace's start or, if that is too far
    /// away, in its middle.
    case beginsAnew
    /// The way begins at a checkpoint, with the track up to it.
    case resumes(TrackSnapshot)
  }

  /// Looks up the request; nil if there is none.
  mutating func aim(
    in cursor: inout ReplayCursor, using checkpoints: ReplayCheckpoints = ReplayCheckpoints()
  ) throws(TraceError) -> Outcome? {
    switch request {
    case nil: return nil
    case .fixesBack(let count):
      let offset = try cursor.wayBack(aimingAt: goal).offset(ofFix: count)
      return try aim(at: .offset(offset), in: &cursor, using: checkpoints)
    case .time(let seek) where seek.isNowhere && (goal != nil || cursor.last != nil):
      // There and back again: everything stays as it was before.
      request = nil
      return goal == nil ? .staysThere : .goesOn
    case .time(let seek):
      guard let origin = seek.origin, let target = seek.target else {
        return try aim(
          at: try undatedGoal(seek.time, in: cursor), in: &cursor, using: checkpoints)
      }
      let offset = try cursor.offset(of: target, goesBack: target < origin, aimingAt: goal)
      return try aim(at: .offset(offset), time: target, in: &cursor, using: checkpoints)
    }
  }

  /// Goes for a known place, instead of any earlier request.
  mutating func aim(
    at goal: ReplayGoal, time: Timestamp? = nil, in cursor: inout ReplayCursor,
    using checkpoints: ReplayCheckpoints = ReplayCheckpoints()
  ) throws(TraceError) -> Outcome {
    let outcome: Outcome =
      switch goal {
      case .offset(let target): try cursor.approach(target, using: checkpoints)
      case .fix(let number): try cursor.approach(fix: number, using: checkpoints)
      case .clock(let time): try cursor.approach(clock: time, using: checkpoints)
      case .moment(let time): try cursor.approach(moment: time, using: checkpoints)
      case .nextFix: .goesOn
      }
    if outcome == .goesOn, held == nil, case .moment(let moment) = goal,
      try cursor.isPause(at: moment)
    {
      cursor.wait(until: moment)
      self = ReplaySearch(playsOnArrival: playsOnArrival)
      return .staysThere
    }
    if outcome != .goesOn { held = nil }
    (request, self.goal, self.time) = (nil, goal, time)
    return outcome
  }

  private func undatedGoal(
    _ time: Duration, in cursor: ReplayCursor
  ) throws(TraceError) -> ReplayGoal {
    if case .clock(let sought) = goal, sought + time > cursor.clock {
      return .clock(sought + time)
    }
    if time > .zero { return .clock(cursor.clock + time) }
    return .offset(try cursor.wayBack(aimingAt: goal).offset(ofLastBefore: .zero - time))
  }
}

// MARK: Reading

extension ReplaySearch {
  /// A piece of the way to the goal that was read.
  struct Piece: Sendable {
    /// The epochs on the way.
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

  /// Reads a piece of the way to the goal, where the search ends.
  mutating func read(from cursor: inout ReplayCursor) throws(TraceError) -> Piece {
    var piece = Piece()
    guard let goal else { return piece }
    let bound = cursor.file.position + Self.pieceLength
    while cursor.file.position < bound, piece.history.count < Self.batchLimit {
      if case .moment(let time) = goal, held != nil, try cursor.isPause(at: time) {
        cursor.wait(until: time)
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
