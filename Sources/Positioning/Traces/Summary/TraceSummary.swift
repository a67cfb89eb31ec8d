/// The figures of a whole trace: its fixes, their way and time, and how well it was read.
///
///     var summary = TraceSummary()
///     while let epoch = try file.next() { summary.add(epoch) }
///     summary.readings.append(
///       .init(name: "drive.nmea", format: file.format, statistics: file.statistics))
public struct TraceSummary: Sendable {
  /// The sums over all fixes.
  public private(set) var track: TrackStatistics
  /// How many epochs there were, with or without a fix.
  public private(set) var epochCount = 0
  /// How many fixes of each kind there were.
  public var qualities: [FixQuality: Int] {
    var result: [FixQuality: Int] = [:]
    for (count, quality) in zip(qualityCounts, FixQuality.allCases) where count > 0 {
      result[quality] = count
    }
    return result
  }
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
  /// The counts of qualities, in the order of all of them.
  private var qualityCounts = [Int](repeating: 0, count: FixQuality.allCases.count)
  /// A bit for each satellite that was seen, sixteen words for each system.
  private var seen = [UInt64](repeating: 0, count: 16 * SatelliteSystem.allCases.count)

  /// How one source was read.
  public struct Reading: Sendable {
    /// The source's name.
    public var name: String
    /// Its format; nil where that was not found.
    public var format: TraceFormat?
    /// Its lines, sentences and damage.
    public var statistics: TraceStatistics
    /// Why it is not whole; nil where it is.
    public var damage: TraceDamage?

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - format: Its format.
    ///   - statistics: Its lines, sentences and damage.
    ///   - damage: Why it is not whole.
    public init(
      name: String, format: TraceFormat?, statistics: TraceStatistics, damage: TraceDamage? = nil
    ) {
      self.damage = damage
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
    for satellite in epoch.satellites { add(satellite) }
    guard let location = epoch.location else { return }
    fixCount += 1
    if epoch.timestamp != nil { datedCount += 1 }
    qualityCounts[location.fix.place] += 1
    hdop.add(location.hdop)
    satellites.add(location.satellitesUsed.map(Double.init))
    accuracy.add(location.horizontalAccuracy)
    ellipsoidalAltitude.add(location.ellipsoidalAltitude)
    track.add(location, at: clock.time(of: epoch), startsSegment: epoch.startsSegment)
  }

  private mutating func add(_ satellite: Satellite) {
    guard (0..<1024).contains(satellite.number) else {
      satelliteNames.insert(satellite.description)
      return
    }
    let word = Int(satellite.system.rawValue) << 4 | satellite.number >> 6
    let bit: UInt64 = 1 << UInt64(satellite.number & 63)
    guard seen[word] & bit == 0 else { return }
    seen[word] |= bit
    satelliteNames.insert(satellite.description)
  }
}
