/// What a whole trace comes to: how many fixes, over what way and time, and how well it was read.
///
///     var summary = TraceSummary()
///     while let epoch = try file.next() { summary.add(epoch) }
///     summary.readings.append(.init(name: "drive.nmea", file.format, file.statistics))
public struct TraceSummary: Sendable {
  /// The sums over all fixes.
  public private(set) var track: TrackStatistics
  /// How many epochs there were, with or without a fix.
  public private(set) var epochCount = 0
  /// How many fixes of each kind there were.
  public private(set) var qualities: [FixQuality: Int] = [:]
  /// How many epochs had a fix.
  public private(set) var fixCount = 0
  /// How many fixes had a date.
  public private(set) var datedCount = 0
  /// The least, mean and greatest horizontal dilution of precision.
  public private(set) var hdop = Spread()
  /// The least, mean and greatest number of satellites in use.
  public private(set) var satellites = Spread()
  /// The least, mean and greatest horizontal accuracy, metres.
  public private(set) var accuracy = Spread()
  /// The least, mean and greatest height above the ellipsoid, metres.
  public private(set) var ellipsoidalAltitude = Spread()
  /// The satellites that were in view at any time, by their RINEX names.
  public private(set) var satelliteNames: Set<String> = []
  /// How each source was read.
  public var readings: [Reading] = []

  private var clock = EpochClock()
  private var seen: Set<UInt32> = []

  /// How one source was read.
  public struct Reading: Sendable {
    /// The source's name.
    public var name: String
    /// Its format; nil where that was not found.
    public var format: TraceFormat?
    /// Its lines, sentences and damage.
    public var statistics: TraceStatistics

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - format: Its format.
    ///   - statistics: Its lines, sentences and damage.
    public init(name: String, format: TraceFormat?, statistics: TraceStatistics) {
      self.name = name
      self.format = format
      self.statistics = statistics
    }
  }

  /// The extremes and the mean of some numbers.
  public struct Spread: Hashable, Sendable {
    /// How many numbers there were.
    public private(set) var count = 0
    /// The least one; nil where there was none.
    public private(set) var least: Double?
    /// The greatest one; nil where there was none.
    public private(set) var greatest: Double?
    private var sum = 0.0

    /// Makes the spread of no numbers.
    public init() {}

    /// The arithmetic mean; nil where there was none.
    public var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// Takes in a number; one that is nil or not finite is left out.
    public mutating func add(_ value: Double?) {
      guard let value, value.isFinite else { return }
      count += 1
      sum += value
      least = least.map { min($0, value) } ?? value
      greatest = greatest.map { max($0, value) } ?? value
    }
  }

  /// Makes the summary of nothing.
  ///
  /// - Parameter track: Empty statistics, which say what a gap and an outlier is.
  public init(track: TrackStatistics = TrackStatistics()) {
    self.track = track
  }

  /// Takes in the next epoch. O(1).
  public mutating func add(_ epoch: TraceEpoch) {
    epochCount += 1
    for satellite in epoch.satellites {
      let key = UInt32(satellite.system.rawValue) << 16 | UInt32(satellite.number & 0xFFFF)
      if seen.insert(key).inserted { satelliteNames.insert(satellite.description) }
    }
    guard let location = epoch.location else { return }
    fixCount += 1
    if epoch.timestamp != nil { datedCount += 1 }
    qualities[location.fix, default: 0] += 1
    hdop.add(location.hdop)
    satellites.add(location.satellitesUsed.map(Double.init))
    accuracy.add(location.horizontalAccuracy)
    ellipsoidalAltitude.add(location.ellipsoidalAltitude)
    track.add(location, at: clock.time(of: epoch), startsSegment: epoch.startsSegment)
  }
}
