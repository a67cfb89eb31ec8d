import Positioning

/// How a trace is replayed.
public struct ReplayOptions: Hashable, Sendable {
  /// How long a pause between two epochs may last, in the log's time; longer ones are cut to this.
  ///
  /// Nil, the default, keeps every pause: the replay runs on the log's own clock. Times that are
  /// shown are the log's own either way: the clock leaps over what was cut.
  public var longestPause: Duration?
  /// The time from one point to the next where the trace says no time.
  public var untimedInterval = Duration.seconds(1)
  /// The least time between two deliveries; epochs that fall due within it come in one batch.
  ///
  /// However fast it plays, the program thereby wakes up at most a dozen times a second for it.
  public var deliveryInterval = Duration.milliseconds(80)
  /// How much of the trace before a place that was sought is read for its track, in bytes.
  ///
  /// Four MiB are some three hours of a talkative receiver at 1 Hz. After a seek in a longer file
  /// the track begins in the middle, until the file has been surveyed up to there.
  public var rebuildLimit = 4 << 20

  /// Makes the default options.
  public init() {}
}

/// Where a replay stands.
public struct Playback: Hashable, Sendable {
  /// What a replay is doing.
  public enum Phase: Hashable, Sendable {
    /// It stands at an epoch.
    case paused
    /// The log's time passes.
    case playing
    /// The last epoch was delivered. Playing again begins at the start.
    case ended
    /// The trace could not be read on. Playing tries again.
    case failed(TraceError)
  }

  /// What it is doing.
  public internal(set) var phase = Phase.paused
  /// Whether the log's time passes.
  public var isPlaying: Bool { phase == .playing }
  /// How many seconds of the log pass in one second; infinity for as fast as it goes.
  public internal(set) var rate = 1.0
  /// Whether a place that was sought is still being read up to.
  public internal(set) var isSeeking = false
  /// Time of the log from its start to the present epoch; nil when that is not known.
  ///
  /// While a place is sought that lies a time away, this and `progress` are that place's.
  public internal(set) var position: Duration? = .zero
  /// Time of the log from start to end; nil when it says no dates.
  public internal(set) var duration: Duration?
  /// How far the replay has come, 0…1: by time where both ends are dated, else by bytes.
  public internal(set) var progress = 0.0
  /// The present epoch's time in UTC.
  public internal(set) var timestamp: Timestamp?
  /// How many epochs of the trace lie up to here; nil when some before were never read.
  public internal(set) var epochCount: Int?
  /// How many fixes of the trace lie up to here; nil when some before were never read.
  public internal(set) var fixCount: Int?
  /// How long the log pauses from the present epoch to the next, uncut; nil at the end.
  public internal(set) var pauseAhead: Duration?
  /// What is played again and again; nil while nothing is.
  public internal(set) var loop: ReplayLoop?
}

/// A place in a trace that can be come back to.
public struct ReplayPlace: Hashable, Sendable {
  /// Where the epoch ends that is there, in bytes.
  let offset: Int
  /// How far in the trace it lies, 0…1.
  public let progress: Double
  /// Time of the log from its start; nil where that is not known.
  public let position: Duration?
  /// The time in UTC; nil where that is not known.
  public let timestamp: Timestamp?
}

/// A stretch of a trace that is played again and again.
public struct ReplayLoop: Hashable, Sendable {
  /// Where it begins.
  public internal(set) var start: ReplayPlace
  /// Where it ends; nil until that is said, and then nothing is repeated yet.
  public internal(set) var end: ReplayPlace?
}
