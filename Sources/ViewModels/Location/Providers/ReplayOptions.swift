import Positioning

/// The options of a replay.
public struct ReplayOptions: Hashable, Sendable {
  /// The longest pause between two epochs, in the log's time; longer ones are cut to this.
  ///
  /// Nil, the default, keeps every pause: the replay runs on the log's own clock. The times shown
  /// are the log's in either case: the clock skips the part that was cut.
  public var longestPause: Duration?
  /// The track that is played; nil for all. A trace without tracks plays its routes.
  public var line: TraceSelection.Line?
  /// True if the tracks of the trace run side by side: its epochs are in the order of time, of
  /// whatever track.
  ///
  /// Each track has its sums and its line; the position that is shown is the first one's.
  public var isSideBySide = false
  /// The time from one point to the next if the trace has no times.
  public var untimedInterval = Duration.seconds(1)
  /// The least time between two deliveries; epochs that fall due within it come in one batch.
  ///
  /// At any rate, this wakes the program at most a dozen times a second.
  public var deliveryInterval = Duration.milliseconds(80)
  /// Makes the default options.
  public init() {}
}

/// The state of a replay.
public struct Playback: Hashable, Sendable {
  /// The phase of a replay.
  public enum Phase: Hashable, Sendable {
    /// The replay rests at an epoch.
    case paused
    /// The log's time passes.
    case playing
    /// The last epoch was delivered. Playing again begins at the start.
    case ended
    /// The trace could not be read on. Playing tries again.
    case failed(TraceError)
  }

  /// The phase.
  public internal(set) var phase = Phase.paused
  /// True if the log's time passes.
  public var isPlaying: Bool { phase == .playing }
  /// The number of seconds of the log that pass in one second; infinity for the greatest possible
  /// speed.
  public internal(set) var rate = 1.0
  /// True while a seek reads the trace up to its target.
  public internal(set) var isSeeking = false
  /// The log's time from its start to the current epoch; nil if unknown.
  ///
  /// During a seek by time, this and `progress` describe its target.
  public internal(set) var position = Duration.zero
  /// Time of the log from start to end; nil if it has no dates.
  public internal(set) var duration: Duration?
  /// The progress of the replay, 0…1: by time if both ends are dated, otherwise by bytes.
  public internal(set) var progress = 0.0
  /// The current epoch's time in UTC.
  public internal(set) var timestamp: Timestamp?
  /// The number of epochs of the trace up to here; nil if some before were never read.
  public internal(set) var epochCount = 0
  /// The number of fixes of the trace up to here; nil if some before were never read.
  public internal(set) var fixCount = 0
  /// The log's pause from the current epoch to the next, uncut; nil at the end.
  public internal(set) var pauseAhead: Duration?
  /// The loop being played; nil if there is none.
  public internal(set) var loop: ReplayLoop?
}

/// A position in a trace to which a replay can return.
public struct ReplayBookmark: Hashable, Sendable {
  /// The end of its epoch, in bytes.
  let offset: Int
  /// Its relative position in the trace, 0…1.
  public let progress: Double
  /// Time of the log from its start; nil if unknown.
  public let position: Duration?
  /// The time in UTC; nil if unknown.
  public let timestamp: Timestamp?
}

/// A part of a trace that is played again and again.
public struct ReplayLoop: Hashable, Sendable {
  /// Its beginning.
  public internal(set) var start: ReplayBookmark
  /// Its end; nil until it is set; until then nothing is repeated.
  public internal(set) var end: ReplayBookmark?
}
