import Positioning

/// A survey of a trace from its start to its end, piece by piece, for a replay's needs: its
/// outline, checkpoints, and the positions of its fixes.
///
///     var survey = TraceSurvey(of: cursor, from: TrackSnapshot())
///     while !survey.isOver { try survey.readPiece() }
///     survey.outline.track.statistics.distance
///
/// A value without a timer: ``TraceLocationProvider`` decides when to read on. Memory is bounded
/// for files of any size.
struct TraceSurvey: Sendable {
  private(set) var outline: TraceOutline
  private(set) var checkpoints = ReplayCheckpoints()
  /// True if nothing is left to read, or it cannot be read.
  private(set) var isOver = false { didSet { outline.isOver = isOver } }
  private var cursor: ReplayCursor
  private let beginning: TrackSnapshot
  /// The latest time of a fix.
  private var lastTime: Timestamp?

  /// The number of bytes that are read in one go, a millisecond's worth.
  private static let pieceLength = 1 << 16
  /// The number of epochs that are read in one go.
  private static let batchLimit = 500
  /// The maximum number of bytes from the first of requested fixes to the last.
  private static let longestReach = 1 << 22
  /// The number of latest fixes that a checkpoint keeps.
  private static let keptFixCount = 16

  /// Makes a survey that has not begun.
  ///
  /// - Parameters:
  ///   - cursor: A position in the trace.
  ///   - beginning: The empty track.
  init(of cursor: ReplayCursor, from beginning: TrackSnapshot) {
    self.cursor = cursor
    self.cursor.rewind()
    self.beginning = beginning
    outline = TraceOutline(track: beginning, isSideBySide: cursor.options.isSideBySide)
  }

  /// The current position, in bytes.
  var position: Int { cursor.file.position }

  /// True if the trace consists of several pieces, whose times are counted one after another.
  var isInPieces: Bool { cursor.isInPieces }

  /// The sum of the lengths of these pieces; nil until it is known, and for a trace in one piece.
  var total: Duration? {
    let isTimed = outline.track.statistics.startTime != nil
    return isInPieces && isTimed && outline.isComplete ? cursor.clock : nil
  }

  /// A clock set back by less than this has been corrected, and does not begin again.
  private static let correction = Duration.seconds(10)

  /// The trace with everything learned of its positions.
  var file: TraceFile { cursor.file }

  /// Reads the next piece.
  mutating func readPiece() throws(TraceError) {
    guard !isOver else { return }
    // An unreadable part ends the survey; playing there reports the reason.
    isOver = true
    let bound = position + Self.pieceLength
    var count = 0
    while position < bound, count < Self.batchLimit {
      let offset = cursor.file.offset
      let resting = checkpoints.isWanted(at: offset) ? cursor.resting : nil
      // Far from the next epoch: the rest in another turn.
      if try cursor.prospect() == .needsMoreTurns { break }
      guard let epoch = try cursor.next() else {
        noteReading()
        outline.progress = 1
        return
      }
      if startsAgain(at: epoch) {
        // The part surveyed so far was counted by the times of one piece.
        cursor.takeInPieces()
        cursor.rewind()
        checkpoints = ReplayCheckpoints()
        outline = TraceOutline(track: beginning, isSideBySide: cursor.options.isSideBySide)
        break
      }
      // Kept only if another epoch follows, so that seeking it leads to one.
      if let resting {
        var track = outline.track
        track.forgetFixes(but: Self.keptFixCount)
        checkpoints.add(
          ReplayCheckpoint(
            cursor: resting, nextPosition: cursor.position, track: track, offset: offset))
      }
      outline.add(epoch, point: cursor.last)
      count += 1
    }
    isOver = false
    noteReading()
    let size = Double(max(1, cursor.file.size))
    outline.progress = min(Double(position) / size, 1 - .ulpOfOne)
  }

  /// Returns true if the times up to now cannot be those of one piece, and were taken for that.
  private mutating func startsAgain(at epoch: LocationEpoch) -> Bool {
    guard !cursor.isInPieces, epoch.location != nil else { return false }
    defer { lastTime = epoch.timestamp ?? lastTime }
    if epoch.startsTrack { return true }
    guard let time = epoch.timestamp, let lastTime else { return false }
    return time.duration(to: lastTime) > Self.correction
  }

  private mutating func noteReading() {
    outline.statistics = cursor.file.statistics
    outline.truncation = cursor.file.truncation
    outline.contents = cursor.file.contents
    outline.kind = cursor.file.selection?.kind ?? .track
  }

  /// Returns the fixes with some numbers, and their other measurements, read from the file as far
  /// as the trace was surveyed.
  ///
  /// If they are megabytes apart, returns only the first ones, as this is called during drawing.
  func fixes(in numbers: Range<Int>) throws(TraceError) -> [ReplayFix] {
    let start = checkpoints.all.last { $0.cursor.fixCount <= numbers.lowerBound }?.cursor
    var file = start?.file ?? cursor.file
    if start == nil { file.rewind() }
    var fixes: [ReplayFix] = []
    var number = start?.fixCount ?? 0
    var bound = Int.max
    while number < numbers.upperBound, file.position < bound,
      case .epoch(let epoch) = try file.next(readingAtMost: TraceFile.stepLength)
    {
      guard let location = epoch.location else { continue }
      if number >= numbers.lowerBound {
        bound = min(bound, file.position + Self.longestReach)
        fixes.append(ReplayFix(location: location, sensors: epoch.sensors))
      }
      number += 1
    }
    return fixes
  }
}

/// A fix of a trace, with the measurements besides its position.
public struct ReplayFix: Hashable, Sendable {
  /// The position and the time.
  public var location: Location
  /// Heart rate, cadence, power and temperature.
  public var sensors = Sensors()
}
